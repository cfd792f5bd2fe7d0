// What `corpack compile` says when it is done.
//
// Lifetime: results own their memory. Requirements: the compilation has ended. Errors: none. Complexity:
// constant. Thread safety: pure functions.
#pragma once

#include <string>

#include "compile.hpp"

namespace corpack {

// One object and a line end.
std::string summary_as_json(const CompileOptions& options, const CompileSummary& summary,
                            const Diagnostics& diagnostics);

// One line, and another with what was reported, by kind, where anything was.
std::string summary_for_people(const CompileOptions& options, const CompileSummary& summary,
                               const Diagnostics& diagnostics);

}  // namespace corpack
