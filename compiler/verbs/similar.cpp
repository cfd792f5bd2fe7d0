// corpack similar: records like a given one.

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "verbs/arguments.hpp"
#include "verbs/asked_record.hpp"
#include "verbs/search.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

int run(const SearchRequest& request, const std::string& asked) {
  const Dataset dataset{request.dataset};
  Searcher searcher{dataset};
  if (searcher.warning()) tell("corpack: warning: {}: {}\n", request.dataset, *searcher.warning());
  const std::optional<Record> record = asked_record(dataset, asked);
  if (!record) return exit_status::negative;
  const std::uint64_t most = dataset.size();
  SearchOptions options;
  options.limit = std::min(request.limit, most);
  options.offset = std::min(request.offset, most);
  options.exact_total = request.exact_total;
  const Answer answer{{}, searcher.similar_query(*record), searcher.similar(*record, options), {}};
  AnswerPrinter printer{request, searcher};
  printer.print(answer);
  printer.flush();
  return answer.results.total > 0 ? exit_status::done : exit_status::negative;
}

}  // namespace

Verb add_similar(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("similar", "Find records like a given one, best first");
  const auto request = std::make_shared<SearchRequest>();
  add_dataset(*verb, request->dataset);
  const CLI::Option* const id =
      add_words(*verb, "ID", "The record's key, or its id of 16 hexadecimal digits")->required();
  add_number(*verb, "-k,--limit", request->limit, "At most so many records (default: 10)");
  add_number(*verb, "--offset", request->offset, "Pass over so many records first");
  verb->add_flag("--exact-total", request->exact_total, "Count every record that has one of the words");
  verb->add_flag("--json", request->json, "One object, as of search");
  add_color(*verb, request->color);
  verb->footer(
      R"(Looks for the record's 25 most telling words, by how often it has them and how few others do; with --json,
"query" shows them with their weights. Exit status 1: no such record, or none like it.

Example:
  corpack similar icml2024.corpack c9e941a1bc5162c2 -k 3)");
  return {verb, [request, id] {
            if (id->results().size() != 1) throw CLI::ValidationError("ID", "one record can be asked for");
            return run(*request, id->results().front());
          }};
}

}  // namespace corpack
