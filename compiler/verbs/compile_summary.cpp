#include "verbs/compile_summary.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "verbs/figures.hpp"
#include "verbs/json_writer.hpp"

namespace corpack {

namespace {

// What was reported, by kind; empty: nothing.
std::string reports_for_people(const Diagnostics& diagnostics) {
  std::string reports;
  for (std::size_t kind = 0; kind < trouble_kinds; ++kind) {
    const std::uint64_t count = diagnostics.count(static_cast<Trouble>(kind));
    if (count == 0) continue;
    reports += fmt::format("{}{} {}", reports.empty() ? "reported: " : ", ", grouped(count),
                           name_of(static_cast<Trouble>(kind), count));
  }
  return reports.empty() ? reports : reports + '\n';
}

std::string fields_for_people(const CompileSummary& summary) {
  if (summary.left_out_fields == 0) return {};
  return fmt::format("{} fields are indexed, {} more are not: name those that matter with --index\n",
                     summary.indexes.size() - 1, grouped(summary.left_out_fields));
}

}  // namespace

std::string summary_as_json(const CompileOptions& options, const CompileSummary& summary,
                            const Diagnostics& diagnostics) {
  JsonWriter json;
  json.begin_object();
  json.member("output", options.output.string());
  json.member("read", summary.read);
  json.member("records", summary.records);
  json.member("duplicates", summary.duplicates);
  json.member("rejected", summary.rejected);
  json.member("invalid_utf8", summary.invalid_utf8);
  json.member("cut_words", summary.cut_words);
  json.member("sources", summary.sources);
  json.member("input_bytes", summary.input_bytes);
  json.member("text_bytes", summary.text_bytes);
  json.member("output_bytes", summary.output_bytes);
  json.member("terms", summary.words);
  json.member("lists", summary.lists);
  json.member("postings", summary.postings);
  json.member("tokens", summary.tokens);
  json.key("indexes");
  json.begin_array();
  for (const std::string& field : summary.indexes) json.value(field);
  json.end_array();
  json.member("runs", summary.runs);
  json.member("seconds", summary.seconds);
  json.member("sync_seconds", summary.sync_seconds);
  json.key("reports");
  json.begin_object();
  for (std::size_t kind = 0; kind < trouble_kinds; ++kind) {
    std::string name{name_of(static_cast<Trouble>(kind))};
    std::replace(name.begin(), name.end(), ' ', '_');
    json.member(name, diagnostics.count(static_cast<Trouble>(kind)));
  }
  json.end_object();
  json.end_object();
  json.end_line();
  return json.text();
}

std::string summary_for_people(const CompileOptions& options, const CompileSummary& summary,
                               const Diagnostics& diagnostics) {
  const auto input = static_cast<double>(summary.input_bytes);
  const auto output = static_cast<double>(summary.output_bytes);
  return fmt::format("{}: {} from {}, {}, {} rejected of {} read; {}; {} -> {} ({:.2f} x) in {}, {}/s\n",
                     options.output.string(), counted(summary.records, "record"),
                     counted(summary.sources, "source"), counted(summary.duplicates, "duplicate"),
                     grouped(summary.rejected), grouped(summary.read), counted(summary.words, "term"),
                     shown_bytes(input), shown_bytes(output), output / input, shown_time(summary.seconds),
                     shown_bytes(input / summary.seconds)) +
         fields_for_people(summary) + reports_for_people(diagnostics);
}

}  // namespace corpack
