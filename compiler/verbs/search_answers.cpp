#include <cstdio>

#include <fmt/format.h>

#include "verbs/figures.hpp"
#include "verbs/record_json.hpp"
#include "verbs/search.hpp"
#include "verbs/terminal.hpp"

namespace corpack {

namespace {

// A run's columns are separated by blanks, and a text is no name.
std::string name_in_run(const Record& record) {
  if (record.has_own_key()) {
    const std::string_view key = record.key();
    if (!key.empty() && key.find_first_of(std::string_view{" \t\n\v\f\r\0", 7}) == std::string_view::npos)
      return std::string{key};
  }
  return record.id().to_string();
}

const char* name_of(ScorePart::Kind kind) {
  switch (kind) {
    case ScorePart::Kind::word:
      return "word";
    case ScorePart::Kind::phrase:
      return "phrase";
    case ScorePart::Kind::prefix:
      return "prefix";
  }
  return "";
}

}  // namespace

void AnswerPrinter::print(const Answer& answer) {
  if (request_.json)
    print_json(answer);
  else if (request_.trec_tag)
    print_run(answer);
  else
    print_for_people(answer);
}

void AnswerPrinter::print_json(const Answer& answer) {
  json_.clear();
  json_.begin_object();
  if (answer.query_id) json_.member("qid", *answer.query_id);
  json_.member("query", answer.query.text());
  json_.member("total", answer.results.total);
  json_.member("total_exact", answer.results.total_exact);
  if (answer.did_you_mean) json_.member("did_you_mean", *answer.did_you_mean);
  if (!answer.query.notes().empty()) {
    json_.key("notes");
    json_.begin_array();
    for (const std::string& note : answer.query.notes()) json_.value(note);
    json_.end_array();
  }
  json_.key("hits");
  json_.begin_array();
  std::uint64_t rank = request_.offset;
  for (const Hit& hit : answer.results.hits) {
    json_.begin_object();
    json_.member("rank", ++rank);
    write_identity(json_, hit.record);
    json_.member("score", hit.score);
    write_content(json_, hit.record);
    if (request_.explain) explain_json(answer, hit.record);
    json_.end_object();
  }
  json_.end_array();
  json_.end_object();
  json_.end_line();
  output_.write(json_.text());
}

void AnswerPrinter::print_run(const Answer& answer) {
  std::uint64_t rank = request_.offset;
  for (const Hit& hit : answer.results.hits)
    output_.write(fmt::format("{} Q0 {} {} {} {}\n", answer.query_id.value_or("1"), name_in_run(hit.record),
                              ++rank, hit.score, *request_.trec_tag));
}

void AnswerPrinter::print_for_people(const Answer& answer) {
  if (answer.query_id)
    output_.write(
        fmt::format("query {}: {}\n", on_one_line(*answer.query_id), on_one_line(answer.query.text())));
  std::uint64_t rank = request_.offset;
  for (const Hit& hit : answer.results.hits) {
    output_.write(fmt::format("{:>3}  {:.3f}  {}  {}:{}\n", ++rank, hit.score, hit.record.id().to_string(),
                              on_one_line(hit.record.source().name), hit.record.line()));
    const Snippet snippet = searcher_.snippet(hit.record, answer.query);
    output_.write("     " + marked(snippet) + "\n");
    if (snippet.matches.empty())
      for (const Snippet& found : searcher_.field_snippets(hit.record, answer.query))
        output_.write(fmt::format("     {}: {}\n", on_one_line(found.field), marked(found)));
    if (request_.explain) explain_for_people(answer, hit.record);
  }
  // Before the figure on standard error, which may be the same terminal.
  output_.flush();
  const Results& results = answer.results;
  tell("{}{}\n", results.total_exact ? "" : "at least ", counted(results.total, "record"));
  if (answer.did_you_mean) tell("did you mean: {}\n", on_one_line(*answer.did_you_mean));
}

void AnswerPrinter::explain_json(const Answer& answer, const Record& record) {
  const auto explanation = searcher_.explain(answer.query, record);
  if (!explanation) return;
  json_.key("explain");
  json_.begin_array();
  for (const ScorePart& part : explanation->parts) {
    json_.begin_object();
    json_.member("kind", name_of(part.kind));
    json_.member("field", part.field);
    json_.member("text", part.text);
    json_.member("boost", part.boost);
    if (part.kind != ScorePart::Kind::prefix) {
      json_.member("idf", part.idf);
      json_.member("frequency", part.frequency);
      json_.member("length", part.length);
      json_.member("norm", part.norm);
    }
    json_.member("score", part.score);
    json_.end_object();
  }
  json_.end_array();
}

void AnswerPrinter::explain_for_people(const Answer& answer, const Record& record) {
  const auto explanation = searcher_.explain(answer.query, record);
  if (!explanation) return;
  for (const ScorePart& part : explanation->parts) {
    const std::string quote = part.kind == ScorePart::Kind::phrase ? "\"" : "";
    const std::string field = part.field == "text" ? "" : on_one_line(part.field) + ":";
    output_.write(fmt::format("     {:.3f}  {}{}{}{}: boost {:.4g}", part.score, field, quote,
                              on_one_line(part.text), quote, part.boost));
    if (part.kind != ScorePart::Kind::prefix)
      output_.write(fmt::format(" x idf {:.3f} x frequency {:.4g} / ({:.4g} + norm {:.3f}); length {}",
                                part.idf, part.frequency, part.frequency, part.norm, part.length));
    output_.write("\n");
  }
}

std::string AnswerPrinter::marked(const Snippet& snippet) const {
  std::string line = snippet.cut_before ? "... " : "";
  std::size_t at = 0;
  for (std::size_t i = 0; i < snippet.matches.size();) {
    const std::size_t begin = snippet.matches[i].begin;
    std::size_t end = snippet.matches[i].end;
    // Parts of one word, side by side, are marked as one.
    while (++i < snippet.matches.size() && snippet.matches[i].begin == end) end = snippet.matches[i].end;
    line += on_one_line(snippet.text.substr(at, begin - at));
    const std::string word = on_one_line(snippet.text.substr(begin, end - begin));
    line += is_colored_ ? "\x1B[1m" + word + "\x1B[0m" : word;
    at = end;
  }
  line += on_one_line(snippet.text.substr(at));
  if (snippet.cut_after) line += " ...";
  return line;
}

}  // namespace corpack
