// Results on their way to a file descriptor: gathered into large writes, each of them checked.
//
// Lifetime: the descriptor must outlive the Output, which does not close it. Requirements: flush() is called
// last; what was not flushed before an exception is dropped. Errors: corpack::Error that names the output, so
// that a full disk is never taken for success; OutputClosed where the reader of a pipe has gone. Complexity:
// linear. Thread safety: none.
#pragma once

#include <exception>
#include <string>
#include <string_view>

namespace corpack {

// Nobody reads on: the work ends without a message.
class OutputClosed : public std::exception {
 public:
  const char* what() const noexcept override { return "the output was closed"; }
};

class Output {
 public:
  Output();  // standard output
  Output(int descriptor, std::string name) : name_(std::move(name)), descriptor_(descriptor) {}

  void write(std::string_view bytes) {
    buffer_ += bytes;
    if (buffer_.size() >= flush_bytes) flush();
  }

  // Hands over all that was written so far.
  void flush();

 private:
  static constexpr std::size_t flush_bytes = std::size_t{1} << 18;

  std::string buffer_;
  std::string name_;
  int descriptor_;
};

}  // namespace corpack
