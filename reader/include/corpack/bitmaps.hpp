// Table `bitmaps`: from a posting list's number to the bitmap of its records, for the most frequent terms.
//
// A bitmap answers "does this record hold the term" without unpacking postings. The table may be absent.
// Lifetime: views into the dataset. Errors: FormatError when a block is damaged. Complexity: a binary search
// over the lists that have one. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <corpack/block.hpp>

namespace corpack {

class Bitmaps {
 public:
  Bitmaps() = default;

  // Checks each block's extents.
  Bitmaps(const std::vector<Block>& blocks, std::uint32_t records) : words_(format::bitmap_words(records)) {
    for (const Block& block : blocks) {
      const FlatTable table = FlatTable::root(block, format::BitmapsIdentifier());
      const Part part{table.span<std::uint32_t>(format::Bitmaps::VT_LISTS),
                      table.span<std::uint64_t>(format::Bitmaps::VT_BITS)};
      if (part.lists.empty() || words_ == 0 || part.bits.size() / words_ != part.lists.size() ||
          part.bits.size() % words_ != 0)
        block.fail("its bitmaps are of another number of records");
      parts_.push_back(part);
    }
  }

  bool empty() const { return parts_.empty(); }

  // Empty: the list has none.
  std::span<const std::uint64_t> operator[](std::uint32_t list) const {
    const auto part = std::partition_point(parts_.begin(), parts_.end(),
                                           [list](const Part& each) { return each.lists.back() < list; });
    if (part == parts_.end()) return {};
    const auto place = std::lower_bound(part->lists.begin(), part->lists.end(), list);
    if (place == part->lists.end() || *place != list) return {};
    return part->bits.subspan(static_cast<std::size_t>(place - part->lists.begin()) * words_, words_);
  }

 private:
  struct Part {
    std::span<const std::uint32_t> lists;
    std::span<const std::uint64_t> bits;
  };
  std::vector<Part> parts_;
  std::size_t words_ = 0;
};

}  // namespace corpack
