// Flips single bits of a dataset, each in turn, and asks whether `verify` at level `checksum` finds it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <corpack/verify.hpp>

#include "fuzz/memory_file.hpp"

namespace corpack::test {

class FlippedBits {
 public:
  explicit FlippedBits(std::string_view bytes) : file_(bytes), path_(file_.path()) {}

  // Whether the flipped bit keeps the file from opening, or is reported. The file is good again afterwards.
  bool finds(std::size_t bit) {
    file_.flip(bit);
    bool found = true;
    try {
      found = !Dataset{path_}.verify(VerifyLevel::checksum).good();
    } catch (const Error&) {
    }
    file_.flip(bit);
    return found;
  }

  // Whether the file as it is has no damage.
  bool good() const { return Dataset{path_}.verify(VerifyLevel::checksum).good(); }

 private:
  MemoryFile file_;
  std::string path_;
};

}  // namespace corpack::test
