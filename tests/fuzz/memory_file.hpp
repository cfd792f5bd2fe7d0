// Bytes as a file with a path, in memory: what takes a path can be fuzzed without a disk.
//
// Lifetime: the path is good as long as the object. Errors: abort(), since the fuzzer itself is broken then.
// Linux only. Thread safety: none.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

namespace corpack::test {

class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("corpack", MFD_CLOEXEC)) {
    if (descriptor_ < 0) std::abort();
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written <= 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  // REQUIRES: the file has the bit.
  void flip(std::size_t bit) {
    const auto at = static_cast<off_t>(bit / 8);
    char byte = 0;
    if (::pread(descriptor_, &byte, 1, at) != 1) std::abort();
    byte = static_cast<char>(byte ^ (1 << (bit % 8)));
    if (::pwrite(descriptor_, &byte, 1, at) != 1) std::abort();
  }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

}  // namespace corpack::test
