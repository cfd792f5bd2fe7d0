#include <cstdio>

#include <fmt/format.h>

#include "verbs/figures.hpp"
#include "verbs/record_json.hpp"
#include "verbs/search.hpp"

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
  json_.key("hits");
  json_.begin_array();
  std::uint64_t rank = request_.offset;
  for (const Hit& hit : answer.results.hits) {
    json_.begin_object();
    json_.member("rank", ++rank);
    write_identity(json_, hit.record);
    json_.member("score", hit.score);
    write_content(json_, hit.record);
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
    output_.write("     " + marked(searcher_.snippet(hit.record, answer.query)) + "\n");
  }
  // Before the figure on standard error, which may be the same terminal.
  output_.flush();
  const Results& results = answer.results;
  fmt::print(stderr, "{}{}\n", results.total_exact ? "" : "at least ", counted(results.total, "record"));
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
