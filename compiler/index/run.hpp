// A sorted run: gathered lists in the byte order of their terms, in a temporary file without a name.
//
// What does not fit in memory is written as runs and merged once at the end. Entry: varint size of the term,
// term; varint number of words, each as varint size and text; 8 bytes size of the postings, postings.
//
// Lifetime: the file is gone once the Run is. Errors: corpack::Error naming the folder when it is full or
// cannot be written. Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace corpack {

class RunFile {
 public:
  explicit RunFile(const std::filesystem::path& folder);
  RunFile(RunFile&& other) noexcept;
  RunFile& operator=(RunFile&&) = delete;
  ~RunFile();

  void write(std::string_view bytes);
  void rewind();
  // Reads exactly `size` bytes. False: the end of the run.
  bool read(char* to, std::size_t size);

 private:
  void flush();

  std::filesystem::path folder_;
  int descriptor_ = -1;
  std::string buffer_;
  std::size_t next_ = 0;  // in buffer_, when reading
};

// One list on its way to the encoder.
struct GatheredList {
  std::string term;
  std::vector<std::string> words;     // sorted; none where the term is the only word
  std::vector<std::string> segments;  // gathered postings, one piece for each run, in input order
};

}  // namespace corpack
