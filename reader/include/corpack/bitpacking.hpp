// Packed integers of the posting lists: two layouts, both little-endian.
//
// * A full block is 128 values of one width, in four lanes: value i lies in lane i % 4, and each lane is a
//   stream of 32-bit words; word w of lane l is the 32-bit word 4w + l. One vector register holds the four
//   lanes, so one shift and one mask unpack four values. After Lemire and Boytsov, "Decoding billions of
//   integers per second through vectorization" (2015), layout SIMD-BP128.
// * A stream is any number of values of one width, one after the other from bit 0 on.
//
// Vectors are GCC/Clang's, so that x86-64 and arm64 take the same code. REQUIRES: inputs were checked to hold
// packed_bytes() (blocks), or stream_bytes() plus 8 bytes that may be read (streams). Thread-safe; no state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace corpack::bitpacking {

using Lanes [[gnu::vector_size(16)]] = std::uint32_t;

inline constexpr unsigned max_width = 32;

// Bytes of a full block of 128 values.
constexpr std::size_t packed_bytes(unsigned width) {
  return std::size_t{16} * width;
}

// Bytes of a stream of `bits` bits.
constexpr std::size_t stream_bytes(std::uint64_t bits) {
  return static_cast<std::size_t>((bits + 7) / 8);
}

constexpr unsigned width_of(std::uint32_t value) {
  return value == 0 ? 0 : 32u - static_cast<unsigned>(__builtin_clz(value));
}

inline Lanes load_lanes(const void* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store_lanes(std::uint32_t* to, Lanes lanes) {
  std::memcpy(to, &lanes, sizeof lanes);
}

// The values' sink says what becomes of each four: stored as they are, or summed up.
struct StoreValues {
  std::uint32_t* out;
  std::uint32_t add;
  void operator()(std::size_t index, Lanes lanes) { store_lanes(out + 4 * index, lanes + add); }
};

// Gaps to values: value i = value i-1 + gap i + 1.
struct StoreSums {
  std::uint32_t* out;
  Lanes last;
  StoreSums(std::uint32_t* to, std::uint32_t before) : out(to), last{before, before, before, before} {}
  void operator()(std::size_t index, Lanes gaps) {
    const Lanes zero{};
    gaps += 1;
    gaps += __builtin_shufflevector(zero, gaps, 0, 4, 5, 6);
    gaps += __builtin_shufflevector(zero, gaps, 0, 0, 4, 5);
    gaps += last;
    store_lanes(out + 4 * index, gaps);
    last = __builtin_shufflevector(gaps, gaps, 3, 3, 3, 3);
  }
};

namespace detail {

// Unrolled, so that every word and shift is a constant.
template <unsigned Width, class Sink>
void unpack(const std::uint8_t* in, Sink sink) {
#pragma GCC unroll 32
  for (std::size_t i = 0; i < 32; ++i) {
    if constexpr (Width == 0) {
      sink(i, Lanes{});
    } else {
      const std::size_t bit = i * Width;
      const std::uint8_t* const word = in + 16 * (bit / 32);
      const unsigned shift = bit % 32;
      Lanes lanes = load_lanes(word) >> shift;
      if (shift + Width > 32) lanes |= load_lanes(word + 16) << (32 - shift);
      if constexpr (Width < 32) lanes &= (std::uint32_t{1} << Width) - 1;
      sink(i, lanes);
    }
  }
}

template <class Sink, unsigned... Width>
constexpr auto unpackers(std::integer_sequence<unsigned, Width...>) {
  return std::array<void (*)(const std::uint8_t*, Sink), sizeof...(Width)>{&unpack<Width, Sink>...};
}

template <class Sink>
inline constexpr auto unpack_table = unpackers<Sink>(std::make_integer_sequence<unsigned, max_width + 1>{});

}  // namespace detail

// Unpacks a full block, adding `add` to each value. REQUIRES: width <= 32.
inline void unpack_block(const std::uint8_t* in, unsigned width, std::uint32_t add, std::uint32_t* out) {
  detail::unpack_table<StoreValues>[width](in, StoreValues{out, add});
}

// Unpacks a full block of gaps minus one that follow the value `before` (2^32 - 1: none).
inline void unpack_sums(const std::uint8_t* in, unsigned width, std::uint32_t before, std::uint32_t* out) {
  detail::unpack_table<StoreSums>[width](in, StoreSums{out, before});
}

// One value of a full block. REQUIRES: index < 128.
inline std::uint32_t block_value(const std::uint8_t* in, unsigned width, std::uint32_t index) {
  if (width == 0) return 0;
  const unsigned bit = (index / 4) * width;
  const std::uint8_t* const word = in + 16 * (bit / 32) + 4 * (index % 4);
  std::uint32_t low;
  std::memcpy(&low, word, sizeof low);
  std::uint64_t value = low;
  if (bit % 32 + width > 32) {
    std::uint32_t high;
    std::memcpy(&high, word + 16, sizeof high);
    value |= std::uint64_t{high} << 32;
  }
  return static_cast<std::uint32_t>((value >> (bit % 32)) & ((std::uint64_t{1} << width) - 1));
}

// Replaces 128 gaps minus one that follow the value `before` by the values.
inline void sum(std::uint32_t before, std::uint32_t* values) {
  StoreSums sums{values, before};
  for (std::size_t i = 0; i < 32; ++i) {
    Lanes gaps;
    std::memcpy(&gaps, values + 4 * i, sizeof gaps);
    sums(i, gaps);
  }
}

// Packs 128 values. REQUIRES: every value fits `width` bits; `out` has packed_bytes(width), zeroed.
inline void pack_block(const std::uint32_t* in, unsigned width, std::uint8_t* out) {
  if (width == 0) return;
  for (unsigned i = 0; i < 32; ++i) {
    const std::size_t bit = std::size_t{i} * width;
    const std::size_t word = bit / 32;
    const unsigned shift = bit % 32;
    Lanes values;
    std::memcpy(&values, in + 4 * i, sizeof values);
    Lanes low = load_lanes(out + 16 * word) | (values << shift);
    std::memcpy(out + 16 * word, &low, sizeof low);
    if (shift + width > 32) {
      Lanes high = values >> (32 - shift);
      std::memcpy(out + 16 * (word + 1), &high, sizeof high);
    }
  }
}

// Value of `width` bits at bit `bit` of a stream. REQUIRES: width <= 32, 8 bytes from byte bit / 8 on may be
// read.
inline std::uint32_t stream_value(const std::uint8_t* in, std::uint64_t bit, unsigned width) {
  std::uint64_t word;
  std::memcpy(&word, in + bit / 8, sizeof word);
  return static_cast<std::uint32_t>((word >> (bit % 8)) & ((std::uint64_t{1} << width) - 1));
}

// Whether what a stream of `bits` bits leaves of its last byte is 0. REQUIRES: stream_bytes(bits) bytes.
inline bool spare_bits_are_zero(const std::uint8_t* in, std::uint64_t bits) {
  return bits % 8 == 0 || in[bits / 8] >> (bits % 8) == 0;
}

}  // namespace corpack::bitpacking
