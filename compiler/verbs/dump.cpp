// corpack dump: a dataset's records as a dump again.

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <corpack/dataset.hpp>

#include "dump/excerpt.hpp"
#include "dump/texts_apart.hpp"
#include "dump/white_space.hpp"
#include "verbs/arguments.hpp"
#include "verbs/figures.hpp"
#include "verbs/output.hpp"
#include "verbs/record_json.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"
#include "write/output_file.hpp"

namespace corpack {

namespace {

struct DumpRequest {
  std::string dataset;
  std::string format = "text";
  std::string output = "-";
};

// Whether a text dump gives this text back as one record: it is not empty, has no white space around it, no
// blank line in it and no CR, which would become LF.
bool survives_text_form(std::string_view text) {
  if (text.empty() || trimmed(text).size() != text.size() || text.find('\r') != std::string_view::npos)
    return false;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    const std::size_t next = skip_white(text, end + 1, text.size());
    if (text.substr(end + 1, next - end - 1).find('\n') != std::string_view::npos) return false;
  }
  return true;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_character_bytes(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void warn(const std::string& message) {
  tell("corpack: warning: {}\n", message);
}

void dump_text(const Dataset& dataset, Output& output) {
  const std::optional<std::string_view> title = dataset.info().title();
  const bool has_title = title && survives_text_form(*title) && title->find('\n') == std::string_view::npos;
  if (has_title) output.write(std::string{*title} + '\n');
  std::uint64_t changed = 0;
  std::uint64_t reduced = 0;
  bool is_first = !has_title;
  for (const Record record : dataset) {
    if (!is_first) output.write("\n");
    is_first = false;
    output.write(record.text());
    output.write("\n");
    if (!survives_text_form(record.text())) ++changed;
    if (record.has_own_key() || !record.fields().empty()) ++reduced;
  }
  output.flush();
  if (!has_title)
    tell("corpack: note: {}; compile this dump with --no-title\n",
         title ? "the title is not one line of text and is left out" : "the dataset has no title");
  if (changed > 0)
    warn(counted(changed, "record") +
         " would not come back as they are: empty, white space around the text, blank lines or CR in it; "
         "--format jsonl keeps them");
  if (reduced > 0)
    warn(counted(reduced, "record") +
         " had keys or fields, which a text dump has no place for; --format jsonl keeps them");
}

void dump_json_lines(const Dataset& dataset, Output& output) {
  JsonWriter json;
  std::uint64_t changed = 0;
  for (const Record record : dataset) {
    json.clear();
    write_record_line(json, record);
    output.write(json.text());
    if (!is_utf8(record.text())) ++changed;
  }
  output.flush();
  if (changed > 0)
    warn(counted(changed, "record") + " had bytes that are not UTF-8; JSON has U+FFFD in their place");
}

void dump(const DumpRequest& request, const Dataset& dataset, Output output) {
  if (request.format == "jsonl")
    dump_json_lines(dataset, output);
  else
    dump_text(dataset, output);
}

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : number_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {
    if (number_ < 0) throw Error(path.string() + ": cannot be opened: " + std::strerror(errno));
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

// The file appears when it is whole, and is never the dataset that is being read.
void dump_to_file(const DumpRequest& request, const Dataset& dataset) {
  std::error_code ignored;
  if (std::filesystem::equivalent(request.output, request.dataset, ignored))
    throw Error(request.output + ": is the dataset itself; name another file");
  OutputFile file{request.output, [](const std::filesystem::path&) { return true; }};
  {
    const Descriptor descriptor{file.path()};
    dump(request, dataset, Output{descriptor.number(), request.output});
  }
  file.sync();
  file.publish();
}

int run(const DumpRequest& request) {
  const Dataset dataset{request.dataset};
  check_texts_apart(dataset);
  if (request.output == "-")
    dump(request, dataset, Output{});
  else
    dump_to_file(request, dataset);
  return exit_status::done;
}

}  // namespace

Verb add_dump(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("dump", "Write all records out as a dump again");
  const auto request = std::make_shared<DumpRequest>();
  add_dataset(*verb, request->dataset);
  add_choice(*verb, "--format", request->format, {"text", "jsonl"},
             "text: title and paragraphs; jsonl: one object a line (default: text)");
  verb->add_option("-o,--output", request->output, "File to write (default: standard output)")
      ->type_name("FILE");
  verb->footer(R"(Examples:
  corpack dump icml2024.corpack > icml2024.txt
  corpack dump papers.corpack --format jsonl -o papers.jsonl)");
  return {verb, [request] { return run(*request); }};
}

}  // namespace corpack
