// The positions of a term in the records of its posting list, for phrases and snippets.
//
// Positions are packed in groups of 64 of one width, so that the positions of one posting are read directly,
// without unpacking those before it. The layout is in schema/FORMAT.md, "Positions".
//
// Lifetime: a view into the dataset. Errors: FormatError when the packed bytes do not hold what they claim.
// Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <corpack/bitpacking.hpp>
#include <corpack/lists.hpp>

namespace corpack {

class PositionList {
 public:
  PositionList() = default;

  // `postings` is the number of postings of the list with the same number in table `postings`. The list has
  // at most `most` positions.
  PositionList(ListBytes bytes, std::uint32_t postings, std::uint64_t most)
      : bytes_(bytes), postings_(postings), most_(most) {
    if (has_offsets() && std::uint64_t{blocks()} * 4 > bytes.size) fail("its offsets reach past its end");
  }

  // Where a block's chunk begins and ends, from the list's first byte, and where the first one must begin.
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool spare_bits_are_zero = true;  // those behind each stream, in its last byte
  };
  Extent extent(std::uint32_t block, std::uint64_t total) const {
    constexpr std::uint32_t group_size = format::positions_per_group;
    const std::uint32_t chunk = chunk_start(block);
    const std::uint64_t groups = (total + group_size - 1) / group_size;
    if (groups > bytes_.size - chunk) fail("it reaches past its end");
    Extent extent{chunk, chunk + groups};
    for (std::uint64_t group = 0; group < groups; ++group) {
      const std::uint64_t held = std::min<std::uint64_t>(group_size, total - group * group_size);
      const std::uint64_t bits = held * width(chunk, group);
      const std::uint64_t begin = extent.end;
      extent.end += bitpacking::stream_bytes(bits);
      if (extent.end > bytes_.size) fail("it reaches past its end");
      extent.spare_bits_are_zero =
          extent.spare_bits_are_zero && bitpacking::spare_bits_are_zero(bytes_.data + begin, bits);
    }
    return extent;
  }
  std::uint64_t chunks_begin() const { return has_offsets() ? std::uint64_t{blocks()} * 4 : 0; }
  std::uint32_t size_bytes() const { return bytes_.size; }

  // A group of a chunk: its stream, and its width.
  struct Group {
    const std::uint8_t* data;
    unsigned width;
  };
  // Puts the groups of a block of postings whose frequencies add up to `total` into `groups`, which grows to
  // hold them and never shrinks.
  void open(std::uint32_t block, std::uint64_t total, std::vector<Group>& groups) const {
    constexpr std::uint32_t group_size = format::positions_per_group;
    const std::uint32_t chunk = chunk_start(block);
    const std::uint64_t count = (total + group_size - 1) / group_size;
    // One byte each at least: no room is made for more than there is.
    if (count > bytes_.size - chunk) fail("it reaches past its end");
    if (groups.size() < count) groups.resize(count);
    const std::uint8_t* const widths = bytes_.data + chunk;
    std::uint64_t start = chunk + count;
    std::uint64_t left = total;
    unsigned widest = 0;
    Group* to = groups.data();
    for (std::uint64_t group = 0; group < count; ++group, left -= group_size) {
      const unsigned bits = widths[group];
      widest |= bits;
      *to++ = {bytes_.data + start, bits & 63u};
      start +=
          left < group_size ? bitpacking::stream_bytes(left * bits) : std::uint64_t{bits} * (group_size / 8);
    }
    if (start > bytes_.size || (widest > bitpacking::max_width && !widths_right(widths, count)))
      fail("it reaches past its end");
  }

  // A byte may stand for 64 positions that are all the next ones, and damaged blocks may share bytes: so
  // what is read of the list is counted. Throws FormatError beyond what it can have.
  void check_total(std::uint64_t positions) const {
    if (positions > most_) fail("it has more positions than the texts have bytes");
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    bytes_.block->fail(std::string{"a position list: "} + what);
  }

  static bool widths_right(const std::uint8_t* widths, std::uint64_t count) {
    return std::all_of(widths, widths + count,
                       [](std::uint8_t bits) { return bits <= bitpacking::max_width; });
  }

  bool has_offsets() const { return postings_ >= format::postings_per_block; }
  std::uint32_t blocks() const {
    return postings_ / format::postings_per_block + (postings_ % format::postings_per_block != 0);
  }

  std::uint32_t chunk_start(std::uint32_t block) const {
    if (!has_offsets()) return 0;
    std::uint32_t offset;
    std::memcpy(&offset, bytes_.data + std::size_t{4} * block, sizeof offset);
    if (offset > bytes_.size) fail("a block lies outside");
    return offset;
  }

  // REQUIRES: the chunk's widths lie inside the list.
  unsigned width(std::uint32_t chunk, std::uint64_t group) const {
    const unsigned bits = bytes_.data[chunk + group];
    if (bits > bitpacking::max_width) fail("a width is over 32 bits");
    return bits;
  }

  ListBytes bytes_;
  std::uint32_t postings_ = 0;
  std::uint64_t most_ = 0;
};

// The positions of one block of postings. Lifetime: a view into the dataset; open() reuses its memory.
class PositionBlock {
 public:
  // Before the first block of a list.
  void restart() { opened_ = 0; }

  // `total`: sum of the block's frequencies. REQUIRES: no block of the list is opened twice.
  void open(const PositionList& list, std::uint32_t block, std::uint64_t total) {
    list.check_total(opened_ += total);
    list.open(block, total, groups_);
  }

  // Stored value number `place` of the block. REQUIRES: place < total.
  std::uint32_t value(std::uint64_t place) const {
    const PositionList::Group& group = groups_[place / format::positions_per_group];
    return bitpacking::stream_value(group.data, place % format::positions_per_group * group.width,
                                    group.width);
  }

  // Calls `use` with the stored values from number `begin` on up to `end`. REQUIRES: end <= total.
  template <class Use>
  void for_each(std::uint64_t begin, std::uint64_t end, Use use) const {
    constexpr std::uint64_t group_size = format::positions_per_group;
    while (begin < end) {
      const PositionList::Group& group = groups_[begin / group_size];
      const std::uint64_t behind = std::min(end, (begin / group_size + 1) * group_size);
      std::uint64_t bit = begin % group_size * group.width;
      for (; begin < behind; ++begin, bit += group.width)
        use(bitpacking::stream_value(group.data, bit, group.width));
    }
  }

 private:
  std::vector<PositionList::Group> groups_;
  std::uint64_t opened_ = 0;  // positions of the list's blocks so far
};

// The positions of one posting, ascending. Lifetime: until its block is opened again.
class PositionRange {
 public:
  PositionRange() = default;
  // Those from the block's stored value `begin` on up to `end`. REQUIRES: the block has so many.
  PositionRange(const PositionBlock& block, std::uint64_t begin, std::uint64_t end)
      : block_(&block), first_(begin), at_(begin), end_(end) {}

  // False: there is no further one.
  bool next(std::uint32_t& position) {
    if (at_ == end_) return false;
    const std::uint32_t value = block_->value(at_);
    position = at_ == first_ ? value : position + value + 1;
    ++at_;
    return true;
  }

  // Calls `use` with each. REQUIRES: next() has given none.
  template <class Use>
  void for_each(Use use) const {
    std::uint32_t next = 0;  // the least that the next one may be
    block_->for_each(at_, end_, [&](std::uint32_t value) {
      const std::uint32_t position = next + value;
      next = position + 1;
      use(position);
    });
  }

  void copy_to(std::vector<std::uint32_t>& out) const {
    out.clear();
    for_each([&](std::uint32_t position) { out.push_back(position); });
  }

 private:
  const PositionBlock* block_ = nullptr;
  std::uint64_t first_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace corpack
