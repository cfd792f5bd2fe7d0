// corpack compile: dumps in, one dataset out.

#include "compile.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <streambuf>

#include <fmt/format.h>
#include <sys/stat.h>

#include <corpack/error.hpp>

#include "dump/formats/dump_format.hpp"
#include "verbs/arguments.hpp"
#include "verbs/compile_summary.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

const std::map<std::string, Duplicates> duplicates_policies{{"first", Duplicates::first},
                                                            {"last", Duplicates::last},
                                                            {"error", Duplicates::error},
                                                            {"all", Duplicates::all}};

struct CompileRequest {
  CompileOptions options;
  CLI::Option* inputs = nullptr;
  std::string output;
  std::string memory;
  std::string tmp_folder;
  std::optional<std::string> text_fields;
  std::optional<std::string> stored_fields;
  std::string delimiter;
  std::string duplicates = "first";
  std::string rejects;
  bool no_title = false;
  bool no_header = false;
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

// The names in a list with commas between.
std::vector<std::string> parse_names(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (comma != 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

// A single character, or what a shell has no easy way to write.
char parse_delimiter(const std::string& text) {
  if (text == "tab" || text == "\\t") return '\t';
  if (text.size() != 1 || text == "\"" || text == "\n" || text == "\r")
    throw CLI::ValidationError("--delimiter", "'" + text + "' is no character that can separate cells");
  return text[0];
}

CompileOptions options_of(const CompileRequest& request) {
  CompileOptions options = request.options;
  options.inputs = request.inputs->results();
  options.output = request.output;
  options.dump.has_title = !request.no_title;
  options.dump.has_header = !request.no_header;
  if (request.text_fields) options.dump.text_fields = parse_names(*request.text_fields);
  if (request.stored_fields) options.dump.stored_fields = parse_names(*request.stored_fields);
  if (!request.delimiter.empty()) options.dump.delimiter = parse_delimiter(request.delimiter);
  options.duplicates = duplicates_policies.at(request.duplicates);
  options.positions = !request.no_positions;
  options.pairs = parse_pairs(request.pairs);
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

// The file for rejected records, none where `path` is empty. It must be no input, and not the output.
std::ofstream open_rejects(const std::string& path, const CompileOptions& options) {
  std::ofstream rejects;
  if (path.empty()) return rejects;
  std::error_code ignored;
  bool is_taken = std::filesystem::equivalent(path, options.output, ignored) || path == options.output;
  for (const std::string& input : options.inputs)
    is_taken = is_taken || std::filesystem::equivalent(path, input, ignored);
  if (is_taken) throw Error(path + ": is an input or the output; name another file for rejected records");
  rejects.open(path, std::ios::binary);
  if (!rejects) throw Error(path + ": cannot be written: " + std::strerror(errno));
  return rejects;
}

int run(const CompileRequest& request) {
  const CompileOptions options = options_of(request);
  check_inputs(options);
  ProgressBar bar{!request.quiet};
  MessageBuffer buffer{bar};
  std::ostream messages{&buffer};
  std::ofstream rejects = open_rejects(request.rejects, options);
  DiagnosticsOptions reporting = request.diagnostics;
  if (rejects.is_open()) reporting.rejected = &rejects;
  Diagnostics diagnostics{messages, reporting};
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
  if (rejects.is_open() && !rejects.flush()) throw Error(request.rejects + ": cannot be written");
  if (request.json) {
    Output output;
    output.write(summary_as_json(options, summary, diagnostics));
    output.flush();
  } else if (!request.quiet) {
    messages << summary_for_people(options, summary, diagnostics);
  }
  return exit_status::done;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const DumpFormat* const format : formats()) names.emplace_back(format->name);
  return names;
}

void add_input_options(CLI::App& verb, CompileRequest& request) {
  request.inputs = add_words(verb, "INPUT", "Dump files; - is standard input")->required();
  verb.add_option("-o,--output", request.output, "Dataset file to write; an existing dataset is replaced")
      ->required()
      ->type_name("DATASET");
  auto* const title = verb.add_option("--title", request.options.title,
                                      "Title of the dataset (default: the first "
                                      "source's)");
  title->type_name("TEXT");
  verb.add_flag("--no-title", request.no_title,
                "Text and markdown dumps begin with a record, not with a title");
  verb.add_option("--meta", request.pairs, "A pair that `info` shows: licence, version, ...; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void add_format_options(CLI::App& verb, CompileRequest& request) {
  DumpOptions& dump = request.options.dump;
  add_choice(verb, "--format", dump.format, format_names(),
             "Format of the inputs (default: by name, else by content)");
  verb.add_option("--encoding", dump.encoding,
                  "Encoding of the inputs, as iconv calls it (default: by byte order mark, else UTF-8)")
      ->type_name("NAME");
  verb.add_option("--delimiter", request.delimiter,
                  "What separates cells in csv and tsv: a character, or tab (default: seen in the header)")
      ->type_name("CHAR");
  verb.add_flag("--no-header", request.no_header, "The first row of csv and tsv is a record");
  verb.add_option("--id", dump.id_field, "Field that is the key (default: id, _id or key, else the text)")
      ->type_name("FIELD");
  verb.add_option("--text", request.text_fields,
                  "Fields that are the text (default: title, abstract, text, body and content, else all)")
      ->type_name("FIELD,...");
  verb.add_option("--store", request.stored_fields, "Fields that the dataset keeps (default: all)")
      ->type_name("FIELD,...");
}

void add_report_options(CLI::App& verb, CompileRequest& request) {
  std::vector<std::string> policies;
  for (const auto& [name, policy] : duplicates_policies) policies.push_back(name);
  add_choice(verb, "--duplicates", request.duplicates, policies,
             "Of records with one key, keep the first or the last, or all with #2, #3 ... behind the key, or "
             "stop (default: first)");
  verb.add_option("--rejects", request.rejects, "Write rejected records there, as they stand in the inputs")
      ->type_name("FILE");
  add_number(verb, "--max-errors", request.diagnostics.max_shown,
             "Show so many reports on the input (default: 20)");
  verb.add_flag("--strict", request.diagnostics.strict, "Stop at the first record that is rejected");
}

void add_work_options(CLI::App& verb, CompileRequest& request) {
  verb.add_option("--language", request.options.language,
                  "Stem words of this language, or: none (default: english)")
      ->type_name("NAME");
  verb.add_flag("--no-positions", request.no_positions, "Leave out what phrases need; the file is smaller");
  verb.add_option("--threads", request.options.threads, "How many threads work (default: one a processor)")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  verb.add_option("--memory", request.memory, "About how much memory to use: 256M, 4G (default: 512M)")
      ->check(
          [](const std::string& text) {
            return parse_size(text) ? std::string{} : "'" + text + "' is no size";
          },
          "", "")
      ->type_name("SIZE");
  verb.add_option("--tmp-dir", request.tmp_folder, "Folder for temporary files (default: the output's)")
      ->type_name("DIR");
  auto* const json =
      verb.add_flag("--json", request.json, "Print the summary as one object on standard output");
  verb.add_flag("--quiet", request.quiet, "No progress and no summary")->excludes(json);
}

}  // namespace

Verb add_compile(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("compile", "Compile dumps into one dataset file");
  const auto request = std::make_shared<CompileRequest>();
  add_input_options(*verb, *request);
  add_format_options(*verb, *request);
  add_report_options(*verb, *request);
  add_work_options(*verb, *request);
  verb->footer(
      R"(A text dump has its title on the first line, then paragraphs separated by blank lines: each is one record.
The other formats have records with fields; compiler/README.md shows them all. Inputs may be packed by gzip,
zstd, xz or bzip2. Search finds what is in the text (the language is in reader/QUERY.md). The same inputs and options give the same bytes.

Examples:
  corpack compile seeds/*.txt -o icml2024.corpack
  corpack compile papers.jsonl --id doi --meta licence=CC-BY-4.0 -o papers.corpack
  corpack compile talks.csv --text subject,notes --rejects bad.csv -o talks.corpack
  zstdcat dump.txt.zst | corpack compile - --title "All abstracts" -o abstracts.corpack)");
  return {verb, [request] { return run(*request); }};
}

}  // namespace corpack
