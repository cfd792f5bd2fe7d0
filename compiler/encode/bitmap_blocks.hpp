// Writes table `bitmaps` for the lists of the most frequent terms, which come by number (schema/bitmaps.fbs).
// Requirements: every bitmap has as many words. Thread safety: none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "write/store.hpp"

namespace corpack {

class BitmapBlocks {
 public:
  BitmapBlocks(Store& store, std::uint32_t field) : store_(store), field_(field) {}

  void add(std::uint32_t list, std::span<const std::uint64_t> bits);
  void finish() { finish_block(); }

 private:
  void finish_block();

  Store& store_;
  std::uint32_t field_;
  std::uint32_t blocks_ = 0;
  std::vector<std::uint32_t> lists_;
  std::vector<std::uint64_t> bits_;
};

}  // namespace corpack
