// corpack keywords: what a dataset or a record is about.

#include <memory>
#include <vector>

#include <corpack/keywords.hpp>

#include "verbs/arguments.hpp"
#include "verbs/asked_record.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/record_json.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct KeywordsOptions {
  std::string dataset;
  const CLI::Option* id = nullptr;
  std::uint64_t top = 10;
  bool json = false;
};

void write_json(Output& output, const std::optional<Record>& record, const std::vector<Keyword>& keywords) {
  JsonWriter json;
  json.begin_object();
  if (record) write_identity(json, *record);
  json.key("keywords");
  json.begin_array();
  for (const Keyword& keyword : keywords) {
    json.begin_object();
    json.member("text", keyword.text);
    json.member("weight", keyword.weight);
    json.member("records", keyword.records);
    json.member("occurrences", keyword.occurrences);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_line();
  output.write(json.text());
}

int run(const KeywordsOptions& options) {
  const Dataset dataset{options.dataset};
  std::optional<Record> record;
  if (!options.id->results().empty()) {
    record = asked_record(dataset, options.id->results().front());
    if (!record) return exit_status::negative;
  }
  Keywords finder{dataset};
  const std::vector<Keyword> keywords =
      record ? finder.of_record(*record, options.top) : finder.of_dataset(options.top);
  Output output;
  if (options.json) {
    write_json(output, record, keywords);
  } else {
    for (const Keyword& keyword : keywords)
      output.write(keyword.text + '\t' + std::to_string(keyword.records) + '\t' +
                   std::to_string(keyword.occurrences) + '\n');
  }
  output.flush();
  return keywords.empty() ? exit_status::negative : exit_status::done;
}

}  // namespace

Verb add_keywords(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("keywords", "Show what a dataset, or one record, is about");
  const auto options = std::make_shared<KeywordsOptions>();
  add_dataset(*verb, options->dataset);
  options->id =
      add_words(*verb, "ID", "A record's key, or its id of 16 hexadecimal digits (default: all records)");
  add_number(*verb, "--top", options->top, "At most so many keywords (default: 10)");
  verb->add_flag("--json", options->json, "One object: id and key of the record, keywords");
  verb->footer(
      R"(A line is a word or a phrase of two words, the records of the dataset that hold it, and its occurrences in the
record or, without ID, in the dataset, separated by tabs, best first. They are weighed by TF-IDF, and so are the words
and phrases that set the record apart from the others, or that many records dwell on. The figures of a large dataset's
phrases are estimates. Exit status 1: no such record, or it has no keywords.

Examples:
  corpack keywords icml2024.corpack
  corpack keywords icml2024.corpack c9e941a1bc5162c2 --top 5)");
  return {verb, [options] {
            if (options->id->results().size() > 1)
              throw CLI::ValidationError("ID", "one record can be asked for");
            return run(*options);
          }};
}

}  // namespace corpack
