// corpack info: what a dataset says about itself.

#include <memory>

#include <fmt/format.h>

#include <corpack/dataset.hpp>
#include <corpack/query_fields.hpp>

#include "verbs/arguments.hpp"
#include "verbs/figures.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct InfoOptions {
  std::string dataset;
  bool json = false;
};

struct TableSize {
  std::string name;
  std::size_t blocks = 0;
  std::uint64_t bytes = 0;
};

std::vector<TableSize> table_sizes(const Dataset& dataset) {
  std::vector<TableSize> sizes;
  for (const TableSums& table : dataset.info().tables()) {
    TableSize size{std::string{table.name}, 0, 0};
    for (const Block& block : dataset.blocks(size.name.c_str())) {
      ++size.blocks;
      size.bytes += block.size;
    }
    sizes.push_back(size);
  }
  return sizes;
}

std::string format_version(const Info& info) {
  return fmt::format("{}.{}", info.format_major(), info.format_minor());
}

std::string checksum(const Info& info) {
  return fmt::format("{:016x}{:016x}", info.file_checksum().high, info.file_checksum().low);
}

void write_optional(JsonWriter& json, std::string_view name, const std::optional<std::string_view>& content) {
  json.key(name);
  if (content)
    json.value(*content);
  else
    json.null();
}

void write_index(JsonWriter& json, const Dataset& dataset, std::uint32_t number) {
  const IndexInfo& index = dataset.index(number).totals();
  json.begin_object();
  json.member("field", dataset.index_name(number));
  json.member("terms", index.words);
  json.member("lists", index.lists);
  json.member("postings", index.postings);
  json.member("tokens", index.tokens);
  json.member("records", index.records);
  json.member("positions", index.positions);
  json.end_object();
}

void write_lists(JsonWriter& json, const Dataset& dataset) {
  const Info& info = dataset.info();
  json.key("sources");
  json.begin_array();
  for (const Source& source : info.sources()) {
    json.begin_object();
    json.member("name", source.name);
    write_optional(json, "title", source.title);
    json.member("records", source.records);
    json.member("first_ordinal", source.first_ordinal);
    json.end_object();
  }
  json.end_array();
  json.key("fields");
  json.begin_array();
  for (const std::string_view field : info.fields()) json.value(field);
  json.end_array();
  json.key("numbers");
  json.begin_array();
  for (std::uint32_t field = 0; field < info.fields().size(); ++field)
    if (info.has_numbers(field)) json.value(info.field(field));
  json.end_array();
  json.key("indexes");
  json.begin_array();
  for (std::uint32_t number = 0; number < dataset.indexes(); ++number) write_index(json, dataset, number);
  json.end_array();
  json.key("meta");
  json.begin_object();
  for (const Pair& pair : info.pairs()) json.member(pair.key, pair.value);
  json.end_object();
  json.key("tables");
  json.begin_object();
  for (const TableSize& table : table_sizes(dataset)) {
    json.key(table.name);
    json.begin_object();
    json.member("blocks", table.blocks);
    json.member("bytes", table.bytes);
    json.end_object();
  }
  json.end_object();
}

std::string as_json(const Dataset& dataset) {
  const Info& info = dataset.info();
  const IndexInfo index = info.index();
  const AnalyzerSettings analyzer = info.analyzer();
  JsonWriter json;
  json.begin_object();
  json.member("format", format_version(info));
  write_optional(json, "title", info.title());
  json.member("records", info.records());
  json.member("terms", index.words);
  json.member("lists", index.lists);
  json.member("postings", index.postings);
  json.member("tokens", index.tokens);
  json.member("positions", index.positions);
  json.member("language", analyzer.language);
  json.member("analyzer_version", analyzer.version);
  json.member("unicode_version", analyzer.unicode_version);
  json.member("file_bytes", dataset.file_bytes());
  json.member("text_bytes", info.text_bytes());
  write_lists(json, dataset);
  json.member("checksum", checksum(info));
  json.end_object();
  json.end_line();
  return json.text();
}

void add_line(std::string& lines, std::string_view name, std::string_view content) {
  lines += fmt::format("{:<11}{}\n", name, content);
}

std::string for_people(const Dataset& dataset) {
  const Info& info = dataset.info();
  const IndexInfo index = info.index();
  const AnalyzerSettings analyzer = info.analyzer();
  std::string lines;
  add_line(lines, "title", info.title() ? on_one_line(*info.title()) : "(none)");
  add_line(lines, "records", grouped(info.records()));
  add_line(lines, "text", shown_bytes(static_cast<double>(info.text_bytes())));
  add_line(lines, "file",
           fmt::format("{}, {:.2f} x text", shown_bytes(static_cast<double>(dataset.file_bytes())),
                       static_cast<double>(dataset.file_bytes()) /
                           static_cast<double>(std::max<std::uint64_t>(1, info.text_bytes()))));
  add_line(lines, "terms",
           fmt::format("{}, of {}", counted(index.words, "word"), counted(index.lists, "stem")));
  add_line(lines, "postings",
           fmt::format("{}, of {}; positions: {}", grouped(index.postings), counted(index.tokens, "token"),
                       index.positions ? "yes" : "no"));
  add_line(lines, "analyzer",
           fmt::format("version {}, language {}, Unicode {}", analyzer.version,
                       on_one_line(analyzer.language), on_one_line(analyzer.unicode_version)));
  add_line(lines, "format", format_version(info));
  add_line(lines, "checksum", checksum(info));
  std::string fields;
  for (const std::string_view field : info.fields())
    fields += (fields.empty() ? "" : ", ") + on_one_line(field);
  add_line(lines, "fields", fields);
  for (std::uint32_t number = 1; number < dataset.indexes(); ++number) {
    const IndexInfo& field = dataset.index(number).totals();
    add_line(lines, "index",
             fmt::format("{}: {} in {}", on_one_line(dataset.index_name(number)),
                         counted(field.words, "word"), counted(field.records, "record")));
  }
  const std::string numbers = listed_fields(dataset, true);
  if (numbers != "none") add_line(lines, "numbers", on_one_line(numbers));
  for (const Pair& pair : info.pairs())
    add_line(lines, "meta", on_one_line(pair.key) + " = " + on_one_line(pair.value));
  for (const Source& source : info.sources())
    add_line(lines, "source",
             fmt::format("{}: {}{}", on_one_line(source.name), counted(source.records, "record"),
                         source.title ? ", " + on_one_line(*source.title) : ""));
  for (const TableSize& table : table_sizes(dataset))
    add_line(lines, "table",
             fmt::format("{:<10} {} in {}", table.name, shown_bytes(static_cast<double>(table.bytes)),
                         counted(table.blocks, "block")));
  return lines;
}

int run(const InfoOptions& options) {
  const Dataset dataset{options.dataset};
  Output output;
  output.write(options.json ? as_json(dataset) : for_people(dataset));
  output.flush();
  return exit_status::done;
}

}  // namespace

Verb add_info(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("info", "Show what a dataset holds");
  const auto options = std::make_shared<InfoOptions>();
  add_dataset(*verb, options->dataset);
  verb->add_flag("--json", options->json, "One object");
  verb->footer(R"(Examples:
  corpack info icml2024.corpack
  corpack info icml2024.corpack --json | python3 -m json.tool)");
  return {verb, [options] { return run(*options); }};
}

}  // namespace corpack
