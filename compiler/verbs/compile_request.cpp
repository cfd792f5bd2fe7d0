#include "verbs/compile_request.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <streambuf>

#include <sys/stat.h>
#include <unistd.h>

#include <corpack/ascii.hpp>
#include <corpack/error.hpp>

#include "dump/dataset_reader.hpp"
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

// The names of --index: the text is indexed in any case, and what is not kept cannot be.
std::vector<std::string> indexed_names(std::string_view list, const DumpOptions& dump) {
  std::vector<std::string> names = parse_names(list);
  std::erase(names, "text");
  for (const std::string& name : names)
    if (dump.stored_fields &&
        std::none_of(dump.stored_fields->begin(), dump.stored_fields->end(),
                     [&](const std::string& stored) { return detail::same_but_case(stored, name); }))
      throw CLI::ValidationError("--index", "'" + name + "' is not among the fields of --store");
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
  if (!request.base.empty()) options.inputs.insert(options.inputs.begin(), request.base);
  options.output = request.output;
  options.dump.has_title = !request.no_title;
  options.dump.has_header = !request.no_header;
  if (request.text_fields) options.dump.text_fields = parse_names(*request.text_fields);
  if (request.stored_fields) options.dump.stored_fields = parse_names(*request.stored_fields);
  if (request.indexed_fields) options.indexed_fields = indexed_names(*request.indexed_fields, options.dump);
  if (!request.delimiter.empty()) options.dump.delimiter = parse_delimiter(request.delimiter);
  const char* const usual_policy = request.base.empty() ? "first" : "last";
  options.duplicates = duplicates_policies.at(request.duplicates.empty() ? usual_policy : request.duplicates);
  if (request.no_positions) options.positions = false;
  options.pairs = parse_pairs(request.pairs);
  if (!request.memory.empty()) options.memory_bytes = *parse_size(request.memory);
  if (!request.tmp_folder.empty()) options.tmp_folder = request.tmp_folder;
  return options;
}

// Before anything is written: the work would destroy its own input. A dataset stays as it was opened,
// whatever takes its place.
void check_inputs(const CompileRequest& request, const CompileOptions& options) {
  if (!request.base.empty() && !is_dataset_input(request.base))
    throw Error(request.base + ": is no dataset, which --base asks for");
  if (options.output == "-") throw Error("a dataset cannot go to standard output: name a file with -o");
  struct stat output {};
  const bool has_output = ::stat(options.output.c_str(), &output) == 0;
  for (const std::string& input : options.inputs) {
    struct stat status {};
    if ((input == "-" ? ::fstat(0, &status) : ::stat(input.c_str(), &status)) != 0) continue;
    if (has_output && status.st_dev == output.st_dev && status.st_ino == output.st_ino &&
        S_ISREG(status.st_mode) && !is_dataset_input(input))
      throw Error(options.output.string() + ": is an input as well; name another file to write");
  }
}

// The rejected records. A regular file gets them once the work is done: until then they are in a file without
// a name beside it, so that nothing is left, and nothing lost, when the work fails or is killed.
class Rejects {
 public:
  // `path` empty: they are not wanted. It must be no input, no dataset, and not the output.
  Rejects(const std::string& path, const CompileOptions& options) : path_(path) {
    if (path.empty()) return;
    std::error_code ignored;
    const auto is_same = [&](const std::filesystem::path& other) {
      return std::filesystem::absolute(path).lexically_normal() ==
                 std::filesystem::absolute(other).lexically_normal() ||
             std::filesystem::equivalent(path, other, ignored);
    };
    if (is_same(options.output) || std::any_of(options.inputs.begin(), options.inputs.end(), is_same))
      throw Error(path + ": is an input or the output; name another file for rejected records");
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::is_symlink(path) && !std::filesystem::exists(status))
      throw Error(path + ": is a symbolic link that leads nowhere; name the file to write");
    if (std::filesystem::is_regular_file(status) && is_dataset_input(path))
      throw Error(path + ": is a dataset; name another file for rejected records");
    is_kept_apart_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    if (is_kept_apart_)
      open_apart();
    else
      open(path, std::ios::out);
  }

  std::ostream* stream() { return path_.empty() ? nullptr : &stream_; }

  void publish() {
    if (path_.empty()) return;
    if (is_kept_apart_ && stream_.flush()) {
      std::ofstream file{path_, std::ios::binary};
      stream_.seekg(0);
      if (stream_.peek() != std::fstream::traits_type::eof())
        file << stream_.rdbuf();
      else
        stream_.clear();
      file.close();
      if (!file) stream_.setstate(std::ios::badbit);
    }
    if (!stream_.flush()) throw Error(path_ + ": cannot be written: " + std::strerror(errno));
  }

 private:
  void open_apart() {
    if (std::filesystem::exists(path_) ? ::access(path_.c_str(), W_OK) != 0
                                       : !std::filesystem::path{path_}.has_filename())
      throw Error(path_ + ": cannot be written: " + std::strerror(errno));
    const std::filesystem::path folder = std::filesystem::path{path_}.parent_path();
    std::string name = (folder / ".corpack-rejects-XXXXXX").string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) throw Error(path_ + ": cannot be written: " + std::strerror(errno));
    ::close(descriptor);
    open(name, std::ios::in | std::ios::out);
    ::unlink(name.c_str());
  }

  void open(const std::string& path, std::ios::openmode mode) {
    stream_.open(path, mode | std::ios::binary);
    if (!stream_) throw Error(path_ + ": cannot be written: " + std::strerror(errno));
  }

  std::string path_;
  std::fstream stream_;
  bool is_kept_apart_ = false;
};

}  // namespace

int run_compile(const CompileRequest& request) {
  const CompileOptions options = options_of(request);
  check_inputs(request, options);
  ProgressBar bar{!request.quiet};
  MessageBuffer buffer{bar};
  std::ostream messages{&buffer};
  Rejects rejects{request.rejects, options};
  DiagnosticsOptions reporting = request.diagnostics;
  reporting.rejected = rejects.stream();
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
  rejects.publish();
  if (request.json) {
    Output output;
    output.write(summary_as_json(options, summary, diagnostics));
    output.flush();
  } else if (!request.quiet) {
    messages << summary_for_people(options, summary, diagnostics);
  }
  return exit_status::done;
}

void add_output_options(CLI::App& verb, CompileRequest& request) {
  verb.add_option("-o,--output", request.output, "Dataset file to write; an existing dataset is replaced")
      ->required()
      ->type_name("DATASET");
  auto* const title = verb.add_option("--title", request.options.title,
                                      "Title of the dataset (default: that of the first input that has one)");
  title->type_name("TEXT");
  verb.add_option("--meta", request.pairs, "A pair that `info` shows: licence, version, ...; may be repeated")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
}

void add_report_options(CLI::App& verb, CompileRequest& request) {
  std::vector<std::string> policies;
  for (const auto& [name, policy] : duplicates_policies) policies.push_back(name);
  add_choice(verb, "--duplicates", request.duplicates, policies,
             "Of records with one key, keep the first or the last, or all with #2, #3 ... behind the key, or "
             "stop (default: first; with --base last)");
  add_number(verb, "--max-errors", request.diagnostics.max_shown,
             "Show so many reports on the input (default: 20)");
}

void add_work_options(CLI::App& verb, CompileRequest& request) {
  verb.add_option("--index", request.indexed_fields,
                  "Fields to search as field:word, besides the text, in upper or lower case; \"\": none "
                  "(default: those of the datasets among the inputs; of dumps title, and the fields that are "
                  "no part of the text)")
      ->type_name("FIELD,...");
  verb.add_option("--language", request.options.language,
                  "Stem words of this language, or: none (default: that of the datasets among the inputs, "
                  "else english)")
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
  auto* const json =
      verb.add_flag("--json", request.json, "Print the summary as one object on standard output");
  verb.add_flag("--quiet", request.quiet, "No progress and no summary")->excludes(json);
}

}  // namespace corpack
