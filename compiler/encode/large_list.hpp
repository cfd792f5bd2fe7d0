// Packs a list that is too large to be unpacked in memory: block by block, into temporary files.
//
// Lifetime: the files are gone once the LargeList is. Errors: those of RunFile and ListPacker. Memory: a
// block's postings and positions, some buffers, and 20 bytes for each block. Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/gatherer.hpp"
#include "index/run.hpp"

namespace corpack {

// Bytes in memory, and more behind them in a file.
class SpilledBytes {
 public:
  explicit SpilledBytes(const std::filesystem::path& folder) : body_(folder) {}
  void append(const std::string& body) { body_.write(body); }
  void set_front(std::string front) { front_ = std::move(front); }
  std::size_t size() const { return front_.size() + static_cast<std::size_t>(body_.size_bytes()); }
  // Writes all of it.
  void write(char* to);

 private:
  std::string front_;
  RunFile body_;
};

struct LargeList {
  explicit LargeList(const std::filesystem::path& folder) : postings(folder), positions(folder) {}
  std::uint32_t count = 0;
  SpilledBytes postings;
  SpilledBytes positions;
  std::vector<std::uint64_t> bitmap;  // empty: the list has none
};

// Packs the list that the gatherer gave out last, and reads it to its end.
LargeList pack_large_list(Gatherer& gatherer, std::span<const std::uint8_t> length_codes,
                          double average_length, bool positions, const std::filesystem::path& folder);

}  // namespace corpack
