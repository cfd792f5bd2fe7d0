// Finds records in one unpacked block of a posting list.
//
// Few records are searched for, without a branch to mispredict. For many, the block's places are noted in a
// map by ordinal first, and a record costs two loads. Lifetime: refers to the block that it was opened for.
// Complexity: open() is constant work. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>

#include <corpack/posting_cursor.hpp>

namespace corpack {

class PlaceFinder {
 public:
  // For `records` records from `first` to `last`. REQUIRES: the list stands at a block.
  void open(PostingCursor& list, std::uint32_t records, std::uint32_t first, std::uint32_t last) {
    ordinals_ = list.block_ordinals();
    first_ = first;
    by_map_ = records >= many && last - first < map_records;
    if (!by_map_) return;
    const std::uint32_t range = last - first + 1;
    const std::uint32_t count = list.block_count();
    for (std::uint32_t place = 0; place < count; ++place) {
      const std::uint32_t distance = ordinals_[place] - first;
      map_[distance < range ? distance : map_records] = static_cast<std::uint8_t>(place);
    }
  }

  // Whether the block holds the record, and then where. REQUIRES: as said to open().
  bool find(std::uint32_t record, std::uint8_t& place) const {
    // What the map held before was not removed: a place proves itself by its ordinal.
    const std::uint32_t found = by_map_ ? map_[record - first_] : PostingCursor::place_of(record, ordinals_);
    place = static_cast<std::uint8_t>(found);
    return ordinals_[found] == record;
  }

 private:
  // From so many records on, noting 128 places costs less than searching.
  static constexpr std::uint32_t many = 16;
  static constexpr std::uint32_t map_records = 16384;

  const std::uint32_t* ordinals_ = nullptr;
  std::uint32_t first_ = 0;
  bool by_map_ = false;
  std::array<std::uint8_t, map_records + 1> map_{};
};

}  // namespace corpack
