// The numbered lists of table `postings` or `positions`: from a list's number to its packed bytes.
//
// Lifetime: views into the dataset. Errors: FormatError when a block is damaged. Complexity: a binary search
// over the blocks (there are few), then the sizes of up to 15 lists before it. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <corpack/block.hpp>

namespace corpack {

// The bytes of one list, inside its block. At least 8 more bytes may be read behind it.
struct ListBytes {
  const Block* block = nullptr;
  const std::uint8_t* data = nullptr;
  std::uint32_t size = 0;
};

class Lists {
 public:
  Lists() = default;

  // Checks each block's extents, that the lists are numbered without a gap and that their starts ascend.
  explicit Lists(std::vector<Block> blocks) : blocks_(std::move(blocks)) {
    for (const Block& block : blocks_) {
      const FlatTable table = FlatTable::root(block, format::ListsIdentifier());
      Part part;
      part.first = table.scalar<std::uint32_t>(format::Lists::VT_FIRST_LIST);
      part.starts = table.span<std::uint32_t>(format::Lists::VT_STARTS);
      part.sizes = table.span<std::uint8_t>(format::Lists::VT_SIZES);
      part.data = table.span<std::uint8_t>(format::Lists::VT_DATA);
      if (part.first != count_) block.fail("its lists are not the next ones");
      if (part.sizes.size() > 0xFFFFFFFFu - count_) block.fail("too many lists");
      if (part.sizes.empty() || part.data.size() < format::list_padding_bytes) block.fail("it has no lists");
      if (part.starts.size() != (part.sizes.size() - 1) / format::lists_per_start + 1)
        block.fail("its lists have another number of starts");
      // With each group ending before the next one's start, no two lists share bytes: else a small file could
      // hold any number of huge lists.
      if (!std::is_sorted(part.starts.begin(), part.starts.end()))
        block.fail("its lists do not follow each other");
      count_ += static_cast<std::uint32_t>(part.sizes.size());
      parts_.push_back(part);
    }
  }

  bool empty() const { return parts_.empty(); }
  std::uint32_t size() const { return count_; }

  // REQUIRES: number < size().
  ListBytes operator[](std::uint32_t number) const {
    std::size_t index = 0;
    if (parts_.size() > 1) {
      const auto after = std::upper_bound(parts_.begin(), parts_.end(), number,
                                          [](std::uint32_t n, const Part& part) { return n < part.first; });
      index = static_cast<std::size_t>(after - parts_.begin()) - 1;
    }
    const Part& part = parts_[index];
    const std::uint32_t place = number - part.first;
    const std::size_t group = place / format::lists_per_start;
    const std::size_t last = part.data.size() - format::list_padding_bytes;
    const std::size_t limit =
        group + 1 < part.starts.size() ? std::min<std::size_t>(part.starts[group + 1], last) : last;
    std::size_t begin = part.starts[group];
    for (std::uint32_t before = place - place % format::lists_per_start;; ++before) {
      std::size_t size = part.sizes[before];
      if (size == format::long_list_size) {
        if (begin > limit) break;  // the zeros behind the lists may be read
        std::uint32_t long_size;
        std::memcpy(&long_size, part.data.data() + begin, sizeof long_size);
        begin += sizeof long_size;
        size = long_size;
      }
      if (before != place) {
        begin += size;
        continue;
      }
      if (begin > limit || size > limit - begin) break;
      return {&blocks_[index], part.data.data() + begin, static_cast<std::uint32_t>(size)};
    }
    blocks_[index].fail("list " + std::to_string(number) + " lies outside");
  }

 private:
  struct Part {
    std::uint32_t first = 0;
    std::span<const std::uint32_t> starts;
    std::span<const std::uint8_t> sizes;
    std::span<const std::uint8_t> data;
  };
  std::vector<Block> blocks_;
  std::vector<Part> parts_;
  std::uint32_t count_ = 0;
};

}  // namespace corpack
