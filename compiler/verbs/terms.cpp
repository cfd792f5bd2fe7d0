// corpack terms: the dictionary, or the part of it with a prefix.

#include <algorithm>
#include <memory>
#include <optional>

#include <corpack/completions.hpp>
#include <corpack/query_fields.hpp>

#include "verbs/arguments.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct TermsOptions {
  std::string dataset;
  std::string field = "text";
  CLI::Option* prefix = nullptr;
  std::uint64_t limit = 0;
  std::uint64_t top = 0;
  CLI::Option* limit_option = nullptr;
  CLI::Option* top_option = nullptr;
  bool json = false;
};

std::string asked_prefix(const CLI::Option& option) {
  return option.results().empty() ? std::string{} : folded_prefix(option.results().front());
}

class TermPrinter {
 public:
  TermPrinter(bool json, std::string_view field, std::string_view prefix, std::uint32_t total)
      : is_json_(json) {
    if (!is_json_) return;
    json_.begin_object();
    json_.member("field", field);
    json_.member("prefix", prefix);
    json_.member("total", total);
    json_.key("terms");
    json_.begin_array();
  }

  void print(const Completion& counted) {
    if (!is_json_) {
      output_.write(std::string{counted.term.word} + '\t' + std::to_string(counted.records) + '\t' +
                    std::to_string(counted.occurrences) + '\n');
      return;
    }
    json_.begin_object();
    json_.member("word", counted.term.word);
    json_.member("records", counted.records);
    json_.member("occurrences", counted.occurrences);
    json_.end_object();
    pass_on();
  }

  void finish() {
    if (is_json_) {
      json_.end_array();
      json_.end_object();
      json_.end_line();
      pass_on();
    }
    output_.flush();
  }

 private:
  void pass_on() {
    output_.write(json_.text());
    json_.clear();
  }

  bool is_json_;
  JsonWriter json_;
  Output output_;
};

int run(const TermsOptions& options) {
  const Dataset dataset{options.dataset};
  const std::string prefix = asked_prefix(*options.prefix);
  const std::optional<std::uint32_t> number = dataset.index_named(options.field);
  if (!number)
    throw Error(options.dataset + ": no field '" + options.field +
                "' is indexed; indexed: " + listed_fields(dataset, false));
  const FieldIndex& index = dataset.index(*number);
  const TermRange range = index.terms(prefix);
  TermPrinter printer{options.json, dataset.index_name(*number), prefix, range.size()};
  std::uint64_t left = options.limit_option->count() > 0 ? options.limit : range.size();
  if (options.top_option->count() > 0) {
    for (const Completion& term : complete(index, prefix, std::min(left, options.top))) printer.print(term);
  } else {
    for (const Term term : range) {
      if (left-- == 0) break;
      printer.print(completion_of(index, term));
    }
  }
  printer.finish();
  return range.empty() ? exit_status::negative : exit_status::done;
}

}  // namespace

Verb add_terms(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("terms", "List the words of a dataset, or those with a prefix");
  const auto options = std::make_shared<TermsOptions>();
  add_dataset(*verb, options->dataset);
  options->prefix = verb->add_option("PREFIX", "Words that begin like this; case and accents do not matter");
  options->limit_option =
      add_number(*verb, "--limit", options->limit, "At most so many words (default: all)");
  options->top_option =
      add_number(*verb, "--top", options->top, "Only the N words that are in the most records, those first");
  verb->add_option("--field", options->field, "The words of this indexed field (default: text)")
      ->type_name("FIELD");
  verb->add_flag("--json", options->json, "One object: field, prefix, total, terms");
  verb->footer(
      R"(A line is a word, the records that hold it and its occurrences, separated by tabs, in byte order of the
words. Words are shown as they were written, without case and accents; the figures count all words of its stem.
Exit status 1: there is no such word.

Examples:
  corpack terms icml2024.corpack symmetr
  corpack terms icml2024.corpack --top 20
  corpack terms papers.corpack --field title symmetr)");
  return {verb, [options] { return run(*options); }};
}

}  // namespace corpack
