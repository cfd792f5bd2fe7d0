// corpack compile: dumps in, one dataset out.

#include <memory>

#include "dump/formats/dump_format.hpp"
#include "verbs/arguments.hpp"
#include "verbs/compile_request.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const DumpFormat* const format : formats()) names.emplace_back(format->name);
  return names;
}

void add_input_options(CLI::App& verb, CompileRequest& request) {
  request.inputs = add_words(verb, "INPUT", "Dumps and datasets; - is standard input")->required();
  verb.add_option(
          "--base", request.base,
          "A dataset to update: its records come first, and those with the key of a later one are dropped")
      ->type_name("DATASET");
}

void add_format_options(CLI::App& verb, CompileRequest& request) {
  DumpOptions& dump = request.options.dump;
  verb.add_flag("--no-title", request.no_title,
                "Text and markdown dumps begin with a record, not with a title");
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

void add_reject_options(CLI::App& verb, CompileRequest& request) {
  verb.add_option("--rejects", request.rejects, "Write rejected records there, as they stand in the inputs")
      ->type_name("FILE");
  verb.add_flag("--strict", request.diagnostics.strict,
                "Stop at the first record that is rejected, or field asked for that no record has");
}

}  // namespace

Verb add_compile(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("compile", "Compile dumps into one dataset file");
  const auto request = std::make_shared<CompileRequest>();
  add_input_options(*verb, *request);
  add_output_options(*verb, *request);
  add_format_options(*verb, *request);
  add_reject_options(*verb, *request);
  add_report_options(*verb, *request);
  add_work_options(*verb, *request);
  verb->footer(
      R"(A text dump has its title on the first line, then paragraphs separated by blank lines: each is one record.
The other formats have records with fields; compiler/README.md shows them all. Inputs may be packed by gzip,
zstd, xz or bzip2. Datasets are inputs too; their records come as they are. Search finds what is in the text, and in
indexed fields as field:word (the language is in reader/QUERY.md). The same inputs and options give the same bytes.

Examples:
  corpack compile seeds/*.txt -o icml2024.corpack
  corpack compile papers.jsonl --id doi --meta licence=CC-BY-4.0 -o papers.corpack
  corpack compile talks.csv --text subject,notes --index speaker,room --rejects bad.csv -o talks.corpack
  corpack compile --base papers.corpack new.jsonl --id doi -o papers.corpack
  zstdcat dump.txt.zst | corpack compile - --title "All abstracts" -o abstracts.corpack)");
  return {verb, [request] { return run_compile(*request); }};
}

}  // namespace corpack
