// Datasets compiled from dumps that a test writes.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include <corpack/dataset.hpp>

#include "compile.hpp"
#include "temporary_folder.hpp"

namespace corpack::test {

// Compiles and returns the summary; what the compiler reports is dropped.
inline CompileSummary compile_quietly(const CompileOptions& options) {
  std::ostringstream reports;
  Diagnostics diagnostics{reports};
  return compile(options, diagnostics);
}

// Options for one dump named `name` in `folder`, and `out` beside it.
inline CompileOptions options_for(const TemporaryFolder& folder, const std::string& name,
                                  std::string_view dump, const std::string& out = "out.corpack") {
  write_file(folder / name, dump);
  CompileOptions options;
  options.inputs = {(folder / name).string()};
  options.output = folder / out;
  options.threads = 2;
  return options;
}

}  // namespace corpack::test
