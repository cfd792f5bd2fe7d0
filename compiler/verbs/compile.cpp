// corpack compile: dumps in, one dataset out.

#include "compile.hpp"

#include <charconv>
#include <fstream>
#include <iostream>
#include <memory>
#include <streambuf>

#include <fmt/format.h>
#include <sys/stat.h>

#include <corpack/error.hpp>

#include "verbs/arguments.hpp"
#include "verbs/figures.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct CompileRequest {
  CompileOptions options;
  CLI::Option* inputs = nullptr;
  std::string output;
  std::string memory;
  std::string tmp_folder;
  std::string format;
  bool no_title = false;
  bool no_positions = false;
  std::vector<std::string> pairs;
  DiagnosticsOptions diagnostics;
  bool json = false;
  bool quiet = false;
};

// Standard error for messages that come while a progress bar is drawn.
class MessageBuffer : public std::streambuf {
 public:
  explicit MessageBuffer(ProgressBar& bar) : bar_(bar) {}

 protected:
  int_type overflow(int_type character) override {
    if (traits_type::eq_int_type(character, traits_type::eof())) return traits_type::not_eof(character);
    const char byte = traits_type::to_char_type(character);
    return xsputn(&byte, 1) == 1 ? character : traits_type::eof();
  }
  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    bar_.wipe();
    return static_cast<std::streamsize>(std::fwrite(bytes, 1, static_cast<std::size_t>(size), stderr));
  }

 private:
  ProgressBar& bar_;
};

// "64M" -> 64 x 2^20. Absent: no size.
std::optional<std::size_t> parse_size(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number == 0) return std::nullopt;
  const std::string_view suffix = text.substr(static_cast<std::size_t>(end - text.data()));
  unsigned shift = 0;
  if (suffix == "K" || suffix == "k")
    shift = 10;
  else if (suffix == "M" || suffix == "m")
    shift = 20;
  else if (suffix == "G" || suffix == "g")
    shift = 30;
  else if (!suffix.empty())
    return std::nullopt;
  if (number > (std::uint64_t{1} << 62) >> shift) return std::nullopt;
  return static_cast<std::size_t>(number << shift);
}

std::vector<std::pair<std::string, std::string>> parse_pairs(const std::vector<std::string>& texts) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      throw CLI::ValidationError("--meta", "'" + text + "' is not of the form key=value");
    std::string key = text.substr(0, equals);
    for (const auto& [known, value] : pairs)
      if (known == key) throw CLI::ValidationError("--meta", "the key '" + key + "' is given twice");
    pairs.emplace_back(std::move(key), text.substr(equals + 1));
  }
  return pairs;
}

CompileOptions options_of(const CompileRequest& request) {
  CompileOptions options = request.options;
  options.inputs = request.inputs->results();
  options.output = request.output;
  options.has_title = !request.no_title;
  options.positions = !request.no_positions;
  options.pairs = parse_pairs(request.pairs);
  if (!request.format.empty())
    options.format = request.format == "jsonl" ? DumpFormat::jsonl : DumpFormat::text;
  if (!request.memory.empty()) options.memory_bytes = *parse_size(request.memory);
  if (!request.tmp_folder.empty()) options.tmp_folder = request.tmp_folder;
  return options;
}

// LMDB's first page has this at byte 16. Only a look: a file that is none, or cannot be read, is left to
// others.
bool looks_like_dataset(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  char head[20] = {};
  file.read(head, sizeof head);
  return file && std::string_view{head + 16, 4} == "\xDE\xC0\xEF\xBE";
}

// Before anything is written: the work would destroy or misread its own input.
void check_inputs(const CompileOptions& options) {
  if (options.output == "-") throw Error("a dataset cannot go to standard output: name a file with -o");
  struct stat output {};
  const bool has_output = ::stat(options.output.c_str(), &output) == 0;
  for (const std::string& input : options.inputs) {
    const bool is_standard = input == "-";
    struct stat status {};
    if ((is_standard ? ::fstat(0, &status) : ::stat(input.c_str(), &status)) != 0) continue;
    if (has_output && status.st_dev == output.st_dev && status.st_ino == output.st_ino &&
        S_ISREG(status.st_mode))
      throw Error(options.output.string() + ": is an input as well; name another file to write");
    if (!is_standard && S_ISREG(status.st_mode) && looks_like_dataset(input))
      throw Error(input + ": is a dataset, not a dump; `corpack dump` makes a dump of it");
  }
}

std::string as_json(const CompileOptions& options, const CompileSummary& summary) {
  JsonWriter json;
  json.begin_object();
  json.member("output", options.output.string());
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
  json.member("runs", summary.runs);
  json.member("seconds", summary.seconds);
  json.member("sync_seconds", summary.sync_seconds);
  json.end_object();
  json.end_line();
  return json.text();
}

std::string for_people(const CompileOptions& options, const CompileSummary& summary) {
  const auto input = static_cast<double>(summary.input_bytes);
  const auto output = static_cast<double>(summary.output_bytes);
  return fmt::format("{}: {} from {}, {}, {} rejected; {} -> {} ({:.2f} x) in {}, {}/s\n",
                     options.output.string(), counted(summary.records, "record"),
                     counted(summary.sources, "source"), counted(summary.duplicates, "duplicate"),
                     grouped(summary.rejected), shown_bytes(input), shown_bytes(output), output / input,
                     shown_time(summary.seconds), shown_bytes(input / summary.seconds));
}

int run(const CompileRequest& request) {
  const CompileOptions options = options_of(request);
  check_inputs(options);
  ProgressBar bar{!request.quiet};
  MessageBuffer buffer{bar};
  std::ostream messages{&buffer};
  Diagnostics diagnostics{messages, request.diagnostics};
  const auto show = [&bar](const CompileProgress& progress) {
    bar.show(
        {progress.reading ? "reading" : "writing", progress.bytes, progress.total_bytes, progress.records});
  };
  const CompileSummary summary = [&] {
    try {
      return compile(options, diagnostics, show);
    } catch (...) {
      diagnostics.finish();
      throw;
    }
  }();
  diagnostics.finish();
  bar.wipe();
  if (request.json) {
    Output output;
    output.write(as_json(options, summary));
    output.flush();
  } else if (!request.quiet) {
    messages << for_people(options, summary);
  }
  return exit_status::done;
}

void add_input_options(CLI::App& verb, CompileRequest& request) {
  request.inputs = add_words(verb, "INPUT", "Dump files; - is standard input")->required();
  verb.add_option("-o,--output", request.output, "Dataset file to write; an existing dataset is replaced")
      ->required()
      ->type_name("DATASET");
  add_choice(verb, "--format", request.format, {"text", "jsonl"},
             "Form of the inputs (default: jsonl for *.jsonl and *.ndjson, else text)");
  verb.add_option("--id", request.options.id_field, "Member of each JSON object that is the record's key")
      ->type_name("FIELD");
  auto* const title = verb.add_option("--title", request.options.title,
                                      "Title of the dataset (default: the first "
                                      "source's)");
  title->type_name("TEXT");
  verb.add_flag("--no-title", request.no_title, "Text dumps begin with a record, not with a title");
  verb.add_option("--meta", request.pairs, "A pair that `info` shows: licence, version, ...; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void add_work_options(CLI::App& verb, CompileRequest& request) {
  verb.add_option("--language", request.options.language,
                  "Stem words of this language, or: none (default: english)")
      ->type_name("NAME");
  verb.add_flag("--no-positions", request.no_positions, "Leave out what phrases need; the file is smaller");
  verb.add_option("--threads", request.options.threads, "How many threads work (default: one a processor)")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  verb.add_option("--memory", request.memory,
                  "How much memory to use, but for 16 bytes a record: 64M at least (default: 512M)")
      ->check(
          [](const std::string& text) {
            return parse_size(text) ? std::string{} : "'" + text + "' is no size";
          },
          "", "")
      ->type_name("SIZE");
  verb.add_option("--tmp-dir", request.tmp_folder, "Folder for temporary files (default: the output's)")
      ->type_name("DIR");
  add_number(verb, "--max-errors", request.diagnostics.max_shown,
             "Show so many reports on the input (default: 20)");
  verb.add_flag("--strict", request.diagnostics.strict, "Stop at the first record that is rejected");
  auto* const json =
      verb.add_flag("--json", request.json, "Print the summary as one object on standard output");
  verb.add_flag("--quiet", request.quiet, "No progress and no summary")->excludes(json);
}

}  // namespace

Verb add_compile(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("compile", "Compile dumps into one dataset file");
  const auto request = std::make_shared<CompileRequest>();
  add_input_options(*verb, *request);
  add_work_options(*verb, *request);
  verb->footer(
      R"(A text dump has its title on the first line, then paragraphs separated by blank lines: each is one record.
Of JSON lines each is one object and one record; its text is made of the members title, abstract, text, body and
content that are strings, in this order, one a line, or of all strings but the --id where there is none of these. The
other strings are fields beside the text. Search finds what is in the text (the language is in reader/QUERY.md).
Of records with the same key the first is kept. The same inputs and options give the same bytes.

Examples:
  corpack compile seeds/*.txt -o icml2024.corpack
  corpack compile papers.jsonl --id doi --meta licence=CC-BY-4.0 -o papers.corpack
  zstdcat dump.txt.zst | corpack compile - --title "All abstracts" -o abstracts.corpack)");
  return {verb, [request] { return run(*request); }};
}

}  // namespace corpack
