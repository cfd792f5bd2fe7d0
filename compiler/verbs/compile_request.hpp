// What the verbs that write a dataset, `compile` and `merge`, have in common: their options, and the work.
//
// Lifetime: a request is what its options are parsed into, and must outlive the App. Requirements: `inputs`
// is set before the work. Errors: usage errors are CLI::ParseError, all else corpack::Error. Complexity: that
// of compile(). Thread safety: none.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compile.hpp"
#include "verbs/arguments.hpp"

namespace corpack {

struct CompileRequest {
  CompileOptions options;
  CLI::Option* inputs = nullptr;
  std::string base;  // a dataset before them; empty: none
  std::string output;
  std::string memory;
  std::string tmp_folder;
  std::optional<std::string> text_fields;
  std::optional<std::string> stored_fields;
  std::optional<std::string> indexed_fields;
  std::string delimiter;
  std::string duplicates;  // empty: the last with a base, else the first
  std::string rejects;
  bool no_title = false;
  bool no_header = false;
  bool no_positions = false;
  std::vector<std::string> pairs;
  DiagnosticsOptions diagnostics;
  bool json = false;
  bool quiet = false;
};

// -o, --title, --meta.
void add_output_options(CLI::App& verb, CompileRequest& request);

// --duplicates, --max-errors.
void add_report_options(CLI::App& verb, CompileRequest& request);

// --index, --language, --no-positions, --threads, --memory, --tmp-dir, --json, --quiet.
void add_work_options(CLI::App& verb, CompileRequest& request);

// Compiles, and returns an exit status.
int run_compile(const CompileRequest& request);

}  // namespace corpack
