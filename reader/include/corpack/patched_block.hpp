// A full block of 128 packed values, some of which may be wider than the rest: their high bits stand apart.
//
// One wide value would make all 128 wide; keeping the high bits of a few values apart took 2 % of the raw
// text off the posting lists of 100,000 abstracts. After Yan, Ding and Suel, "Inverted index compression and
// query processing with optimized document ordering" (2009), NewPFD. The layout is in schema/FORMAT.md,
// "Postings".
//
// Lifetime: views into the dataset. Errors: parse() returns false when the bytes do not hold what they claim.
// Thread-safe (read-only).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <corpack/bitpacking.hpp>

namespace corpack {

struct PatchedBlock {
  static constexpr std::uint8_t patched_flag = 0x80;  // in the width's byte

  const std::uint8_t* packed = nullptr;
  unsigned width = 0;
  unsigned patches = 0;      // number of values with high bits
  unsigned patch_width = 0;  // bits of a value above `width`
  std::size_t bytes = 0;     // of the whole block

  // REQUIRES: 8 bytes may be read behind `size`.
  bool parse(const std::uint8_t* from, std::size_t size, std::uint8_t width_byte) {
    packed = from;
    width = width_byte & 0x7Fu;
    patches = 0;
    if (width > bitpacking::max_width) return false;
    bytes = bitpacking::packed_bytes(width);
    if ((width_byte & patched_flag) == 0) return bytes <= size;
    if (bytes + 2 > size) return false;
    patches = from[bytes];
    patch_width = from[bytes + 1];
    bytes += 2 + patches + bitpacking::stream_bytes(std::uint64_t{patches} * patch_width);
    return bytes <= size && width + patch_width <= bitpacking::max_width &&
           (patches == 0 || patch_width != 0);
  }

  // Values to `out`, each with `add` added.
  void unpack(std::uint32_t add, std::uint32_t* out) const {
    bitpacking::unpack_block(packed, width, add, out);
    if (patches != 0) patch(out);
  }

  // One value. REQUIRES: index < 128.
  std::uint32_t value(std::uint32_t index) const {
    std::uint32_t value = bitpacking::block_value(packed, width, index);
    const std::uint8_t* const places = packed + bitpacking::packed_bytes(width) + 2;
    for (unsigned i = 0; i < patches; ++i)
      if (places[i] % 128u == index)
        value += bitpacking::stream_value(places + patches, std::uint64_t{i} * patch_width, patch_width)
                 << width;
    return value;
  }

  // Whether the values with high bits are ascending, and the bits behind the last one 0.
  bool is_canonical() const {
    if (patches == 0) return true;
    const std::uint8_t* const places = packed + bitpacking::packed_bytes(width) + 2;
    for (unsigned i = 0; i < patches; ++i)
      if (places[i] >= 128 || (i != 0 && places[i] <= places[i - 1])) return false;
    return bitpacking::spare_bits_are_zero(places + patches, std::uint64_t{patches} * patch_width);
  }

  // Values are gaps minus one after the value `before`.
  void unpack_sums(std::uint32_t before, std::uint32_t* out) const {
    if (patches == 0) return bitpacking::unpack_sums(packed, width, before, out);
    bitpacking::unpack_block(packed, width, 0, out);
    patch(out);
    bitpacking::sum(before, out);
  }

 private:
  void patch(std::uint32_t* out) const {
    const std::uint8_t* const places = packed + bitpacking::packed_bytes(width) + 2;
    const std::uint8_t* const highs = places + patches;
    for (unsigned i = 0; i < patches; ++i)
      out[places[i] % 128u] += bitpacking::stream_value(highs, std::uint64_t{i} * patch_width, patch_width)
                               << width;
  }
};

}  // namespace corpack
