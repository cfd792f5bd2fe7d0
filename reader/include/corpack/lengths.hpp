// Record lengths in one byte, as Lucene quantizes them (org.apache.lucene.util.SmallFloat, intToByte4): exact
// below 40, then four significant bits, always rounded down. Plain functions, thread-safe.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace corpack {

namespace detail {
inline constexpr std::uint32_t exact_lengths = 24;  // codes below this stand for themselves
}

constexpr std::uint8_t length_code(std::uint32_t length) {
  if (length > 0x7FFFFFFFu) length = 0x7FFFFFFFu;
  if (length < detail::exact_lengths) return static_cast<std::uint8_t>(length);
  const std::uint32_t rest = length - detail::exact_lengths;
  const auto bits = static_cast<std::uint32_t>(std::bit_width(rest));
  if (bits < 4) return static_cast<std::uint8_t>(detail::exact_lengths + rest);
  const std::uint32_t shift = bits - 4;
  return static_cast<std::uint8_t>(detail::exact_lengths + (((rest >> shift) & 7u) | ((shift + 1) << 3)));
}

constexpr std::uint32_t length_of_code(std::uint8_t code) {
  if (code < detail::exact_lengths) return code;
  const std::uint32_t packed = code - detail::exact_lengths;
  const std::uint32_t bits = packed & 7u;
  const std::uint32_t shift = packed >> 3;
  return detail::exact_lengths + (shift == 0 ? bits : (bits | 8u) << (shift - 1));
}

}  // namespace corpack
