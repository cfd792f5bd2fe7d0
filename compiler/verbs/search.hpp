// What `corpack search` was asked for, and how its answers are printed.
// Lifetime: an AnswerPrinter refers to the options and the searcher it was given. Requirements: finish()
// comes last. Errors: as Output and Searcher. Complexity: linear in what is printed. Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <corpack/searcher.hpp>

#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"

namespace corpack {

struct SearchRequest {
  std::string dataset;
  std::uint64_t limit = 10;
  std::uint64_t offset = 0;
  bool exact_total = false;
  bool plain = false;
  bool all = false;
  bool json = false;
  bool explain = false;
  std::vector<std::string> filters;
  std::vector<std::string> weight_lists;
  std::vector<FieldWeight> weights;  // of these
  std::optional<std::string> batch;
  std::optional<std::string> trec_tag;
  ColorMode color = ColorMode::automatic;
};

struct Answer {
  std::optional<std::string> query_id;  // of a batch
  Query query;
  Results results;
  std::optional<std::string> did_you_mean;
};

class AnswerPrinter {
 public:
  AnswerPrinter(const SearchRequest& request, Searcher& searcher)
      : request_(request), searcher_(searcher), is_colored_(use_color(request.color)) {}

  void print(const Answer& answer);

  // Hands over what was printed.
  void flush() { output_.flush(); }

 private:
  void print_json(const Answer& answer);
  void print_run(const Answer& answer);
  void print_for_people(const Answer& answer);
  void explain_json(const Answer& answer, const Record& record);
  void explain_for_people(const Answer& answer, const Record& record);
  std::string marked(const Snippet& snippet) const;

  const SearchRequest& request_;
  Searcher& searcher_;
  bool is_colored_;
  JsonWriter json_;
  Output output_;
};

}  // namespace corpack
