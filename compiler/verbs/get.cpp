// corpack get: records by key or by id.

#include <iostream>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include <corpack/dataset.hpp>

#include "dump/excerpt.hpp"
#include "verbs/arguments.hpp"
#include "verbs/output.hpp"
#include "verbs/record_json.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct GetOptions {
  std::string dataset;
  CLI::Option* ids = nullptr;
  std::string by;
  bool json = false;
};

class Get {
 public:
  explicit Get(const GetOptions& options) : options_(options), dataset_(options.dataset) {}

  int run() {
    for (const std::string& asked : options_.ids->results()) {
      if (asked == "-")
        answer_standard_input();
      else
        answer(asked);
    }
    output_.flush();
    return all_found_ ? exit_status::done : exit_status::negative;
  }

 private:
  void answer_standard_input() {
    for (std::string line; std::getline(std::cin, line);) {
      if (line.ends_with('\r')) line.pop_back();
      if (!line.empty()) answer(line);
    }
    if (std::cin.bad()) throw Error("standard input: cannot be read");
  }

  void answer(const std::string& asked) {
    const std::vector<Record> records = find(asked);
    for (const Record& record : records) print(record);
    if (!records.empty()) return;
    all_found_ = false;
    // What was found before it should be seen before it.
    output_.flush();
    const char* const what = options_.by == "key" ? "key" : options_.by == "id" ? "id" : "key or id";
    tell("corpack: {}: no record with {} '{}'\n", options_.dataset, what, excerpt(asked));
    if (options_.by == "id" && !Id::parse(asked)) tell("corpack: an id has 16 hexadecimal digits\n");
  }

  std::vector<Record> find(const std::string& asked) const {
    if (options_.by != "id")
      if (const auto record = dataset_.find(asked)) return {*record};
    if (options_.by != "key")
      if (const auto id = Id::parse(asked)) return dataset_.find_all(*id);
    return {};
  }

  void print(const Record& record) {
    if (options_.json) {
      json_.clear();
      write_record_line(json_, record);
      output_.write(json_.text());
      return;
    }
    if (printed_) output_.write("\n");
    printed_ = true;
    output_.write(record.text());
    output_.write("\n");
  }

  const GetOptions& options_;
  Dataset dataset_;
  Output output_;
  JsonWriter json_;
  bool printed_ = false;
  bool all_found_ = true;
};

}  // namespace

Verb add_get(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("get", "Print records by key or by id");
  const auto options = std::make_shared<GetOptions>();
  add_dataset(*verb, options->dataset);
  options->ids = add_words(*verb, "ID",
                           "A record's key, or its id of 16 hexadecimal digits; - reads one a line "
                           "from standard input")
                     ->required();
  add_choice(*verb, "--by", options->by, {"key", "id"},
             "Take each ID for a key only, or for an id only (default: a key, else an id)");
  verb->add_flag("--json", options->json, "One object a line for each record");
  verb->footer(R"(Prints the text; with several records, a blank line between them.
Exit status 1: a record was not found.

Examples:
  corpack get icml2024.corpack c9e941a1bc5162c2
  cut -f1 wanted.tsv | corpack get papers.corpack --by key --json -)");
  return {verb, [options] { return Get{*options}.run(); }};
}

}  // namespace corpack
