// Gathered lists one after the other, in the byte order of their terms: of a sorted run, or of what is in
// memory.
//
// A list comes in parts, each of which was gathered by itself (gatherer.hpp). A run's entry: varint size of
// the term, term; varint number of words, each as varint size and text; varint number of parts, 8 bytes size
// of each; the parts.
//
// Lifetime: a RunCursor refers to its RunFile. Errors: those of RunFile. Thread safety: none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/run.hpp"

namespace corpack {

class ListCursor {
 public:
  virtual ~ListCursor() = default;

  // Goes on to the next list. False: there is none. REQUIRES: all bytes of the one before were read.
  virtual bool next() = 0;
  // Reads the next bytes of the list's parts. REQUIRES: there are so many.
  virtual void read(char* to, std::size_t size) = 0;

  std::string term;
  std::vector<std::string> words;          // sorted; none where the term is the only word
  std::vector<std::uint64_t> parts_bytes;  // in input order
};

class RunCursor final : public ListCursor {
 public:
  RunCursor(RunFile& run, std::size_t buffer_bytes) : run_(run) { run_.rewind(buffer_bytes); }
  bool next() override;
  void read(char* to, std::size_t size) override { run_.read(to, size); }

 private:
  bool read_number(std::uint32_t& value);
  void read_text(std::string& to);

  RunFile& run_;
};

// Writes what stands before the parts.
void write_list_head(RunFile& run, std::string_view term, std::span<const std::string> words,
                     std::span<const std::uint64_t> parts_bytes);

}  // namespace corpack
