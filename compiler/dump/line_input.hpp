// An Input as UTF-8 text whose lines all end in LF: unpacked, decoded, a byte order mark taken off, CRLF and
// CR made LF.
//
// gzip, zstd, xz and bzip2 are told by their first bytes and unpacked; UTF-16 and UTF-32 by their byte order
// marks, which count for more than the encoding given. Text that needs no decoding is not looked at: bytes
// that are not UTF-8 stay.
// Lifetime: owns its Input and refers to the Diagnostics. Requirements: none. Errors: corpack::Error for
// archives, an encoding that is not known, and where reading or unpacking fails; bytes that are not of the
// encoding are reported and become U+FFFD. Complexity: one search for CR over what is read; bytes move only
// where a CRLF shortens them. Memory: a few buffers. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dump/byte_source.hpp"
#include "dump/diagnostics.hpp"
#include "dump/input.hpp"
#include "dump/line_ends.hpp"

namespace corpack {

class LineInput {
 public:
  // `encoding` is a name that iconv knows; empty: UTF-8.
  LineInput(Input input, const std::string& encoding, Diagnostics& diagnostics);

  // The first bytes, about `size` of them, as they will come.
  std::string_view opening(std::size_t size);

  // Appends the next bytes, made of up to `size` > 0 bytes of input; false at the end, nothing appended.
  // True may still append nothing, where all that was read is the LF of a CRLF.
  bool append_to(std::string& bytes, std::size_t size);

  // Gives the bytes of rejected records, which begin in line `line`, to the Diagnostics as they came.
  void keep_rejected(std::string_view bytes, std::uint64_t line);

  // Lines before this one will not be given to keep_rejected().
  void forget_before(std::uint64_t line) { ends_.forget_before(line); }

  const Input& input() const { return *input_; }

 private:
  bool read_to(std::string& bytes, std::size_t size);
  std::size_t line_feeds_only(char* bytes, std::size_t size);
  void note(LineEnd end, std::uint64_t lines);

  std::unique_ptr<Input> input_;
  std::vector<std::unique_ptr<ByteSource>> stages_;  // each reads the one before, the first one the input
  Diagnostics* diagnostics_;
  std::string opening_;                   // the first bytes, read ahead
  LineEnds ends_;                         // only where rejected records are kept
  std::uint64_t last_rejected_line_ = 0;  // whose end was given away last
  bool after_cr_ = false;
};

}  // namespace corpack
