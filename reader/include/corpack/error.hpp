// Errors of the reader: one exception type, whose message says what happened, to which file or table,
// and what to do. Absence is never an error (it is an empty std::optional or range).
#pragma once

#include <stdexcept>
#include <string>

namespace corpack {

// A system call that failed, a request that cannot be met, or a file that cannot be read as a dataset.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

// A file that is no dataset this reader can use: damaged, cut, of another kind, or of a newer format.
class FormatError : public Error {
 public:
  explicit FormatError(const std::string& message) : Error(message) {}
};

}  // namespace corpack
