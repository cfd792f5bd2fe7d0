// Where bytes come from: a file, what unpacks it, what decodes it. Each stage reads the one below.
//
// Lifetime: a stage refers to the one below, which must outlive it. Errors: corpack::Error that names the
// input. Complexity: linear. Thread safety: none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace corpack {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // Fills `bytes` as far as the source reaches; less than `size` means the end.
  virtual std::size_t read(char* bytes, std::size_t size) = 0;
};

// A source whose first bytes can be looked at before they are read.
class PeekedSource final : public ByteSource {
 public:
  explicit PeekedSource(ByteSource& below) : below_{below} {}

  // The first `size` bytes of what is not read yet, fewer where the source ends. Valid until the next call.
  std::string_view peek(std::size_t size);
  std::size_t read(char* bytes, std::size_t size) override;

  // Leaves out the next bytes. REQUIRES: peek() showed as many.
  void skip(std::size_t size) { held_.erase(0, size); }

 private:
  ByteSource& below_;
  std::string held_;
};

}  // namespace corpack
