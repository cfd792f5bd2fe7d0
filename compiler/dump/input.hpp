// One file or standard input, read front to back.
//
// Lifetime: owns its file descriptor (not that of standard input); moves, does not copy. Requirements: none;
// pipes and devices are as good as files. It reads and never maps, so that a file that shrinks while it is
// read ends early instead of raising SIGBUS. Errors: corpack::Error that names the path. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "dump/byte_source.hpp"

namespace corpack {

class Input final : public ByteSource {
 public:
  // Opens `path`; "-" is standard input. Throws where it cannot be opened or is a directory.
  explicit Input(std::string path);
  Input(Input&& other) noexcept;
  Input& operator=(Input&& other) noexcept;
  ~Input() override;

  // Fills `bytes` as far as the input reaches; less than `size` means the end.
  std::size_t read(char* bytes, std::size_t size) override;

  // The last component of the path, the same whatever folder it was named from; "-" for standard input.
  const std::string& name() const { return name_; }

  // What messages call it: the path as given, or "standard input".
  const std::string& shown_path() const { return shown_path_; }

  std::uint64_t bytes_read() const { return bytes_read_; }

  // The size of a regular file when it was opened; absent for pipes and devices.
  std::optional<std::uint64_t> file_bytes() const { return file_bytes_; }

 private:
  std::string name_;
  std::string shown_path_;
  std::optional<std::uint64_t> file_bytes_;
  std::uint64_t bytes_read_ = 0;
  int descriptor_ = -1;
};

}  // namespace corpack
