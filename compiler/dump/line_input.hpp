// An Input whose lines all end in LF: a byte order mark is taken off, CRLF and CR become LF.
//
// Lifetime: owns its Input. Requirements: none. Errors: corpack::Error for UTF-16 and UTF-32, which are told
// by their byte order marks, and where reading fails. Complexity: one search for CR over what is read; bytes
// move only where a CRLF shortens them. Thread safety: none.
#pragma once

#include <cstddef>
#include <string>

#include "dump/input.hpp"

namespace corpack {

class LineInput {
 public:
  explicit LineInput(Input input);

  // Appends the next bytes, made of up to `size` > 0 bytes of input; false at the end, nothing appended.
  // True may still append nothing, where all that was read is the LF of a CRLF.
  bool append_to(std::string& bytes, std::size_t size);

  const Input& input() const { return input_; }

 private:
  std::size_t line_feeds_only(char* bytes, std::size_t size);

  Input input_;
  std::string opening_;  // the first bytes, read ahead to look for a byte order mark
  bool after_cr_ = false;
};

}  // namespace corpack
