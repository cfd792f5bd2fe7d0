// A temporary file without a name: written from front to back, then read so.
//
// What does not fit in memory goes there: sorted runs of gathered lists (run_cursor.hpp), packed lists that
// are too large to hold, words.
//
// Lifetime: the file is gone once the RunFile is. Errors: corpack::Error naming the folder when it is full or
// cannot be written. Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace corpack {

class RunFile {
 public:
  explicit RunFile(const std::filesystem::path& folder);
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&&) = delete;
  ~RunFile();

  void write(std::string_view bytes);
  // Ends writing, and begins reading with a buffer of this size.
  void rewind(std::size_t read_bytes = buffer_bytes);
  // Reads exactly `size` bytes. False: the end of the run.
  bool read(char* to, std::size_t size);

  std::uint64_t size_bytes() const { return size_bytes_; }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{256} << 10;

  void flush();

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::uint64_t size_bytes_ = 0;
  std::string buffer_;
  std::size_t read_bytes_ = 0;
  std::size_t next_ = 0;  // in buffer_, when reading
};

}  // namespace corpack
