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

#include <corpack/bitpacking.hpp>
#include <corpack/lists.hpp>

namespace corpack {

class PositionList {
 public:
  PositionList() = default;

  // `postings` is the number of postings of the list with the same number in table `postings`.
  PositionList(ListBytes bytes, std::uint32_t postings) : bytes_(bytes), postings_(postings) {
    if (has_offsets() && std::uint64_t{blocks()} * 4 > bytes.size) fail("its offsets reach past its end");
  }

  // Throws if a block with `total` positions cannot hold `count` of them after the first `skip`, or if the
  // list is too short for so many: to be called before room for them is made.
  void check(std::uint64_t skip, std::uint32_t count, std::uint64_t total) const {
    // One bit each at least, but for a group of zeros.
    if (skip + count > total || total / format::positions_per_group > bytes_.size)
      fail("it reaches past its end");
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

  // Reads `count` positions, ascending, of one posting into `out`.
  // `skip`: sum of the frequencies before the posting in its block; `total`: sum of the block's frequencies.
  void read(std::uint32_t block, std::uint64_t skip, std::uint32_t count, std::uint64_t total,
            std::uint32_t* out) const {
    constexpr std::uint32_t group_size = format::positions_per_group;
    const std::uint32_t chunk = chunk_start(block);
    const std::uint64_t groups = (total + group_size - 1) / group_size;
    check(skip, count, total);
    if (groups > bytes_.size - chunk) fail("it reaches past its end");
    std::uint64_t group = skip / group_size;
    std::uint64_t start = chunk + groups;
    for (std::uint64_t g = 0; g < group; ++g) start += width(chunk, g) * std::uint64_t{group_size / 8};
    std::uint32_t position = 0;
    std::uint32_t place = static_cast<std::uint32_t>(skip % group_size);
    for (std::uint32_t i = 0; i < count; ++group) {
      const unsigned bits = width(chunk, group);
      const std::uint64_t held =
          total - group * group_size < group_size ? total - group * group_size : group_size;
      if (start + bitpacking::stream_bytes(held * bits) > bytes_.size) fail("it reaches past its end");
      for (; i < count && place < held; ++i, ++place) {
        const std::uint32_t gap =
            bitpacking::stream_value(bytes_.data + start, std::uint64_t{place} * bits, bits);
        position = i == 0 ? gap : position + gap + 1;
        out[i] = position;
      }
      place = 0;
      start += std::uint64_t{bits} * (group_size / 8);
    }
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    bytes_.block->fail(std::string{"a position list: "} + what);
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
};

}  // namespace corpack
