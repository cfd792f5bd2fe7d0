// A record's id: XXH3-64 (seed 0) of its key, printed as 16 lower-case hex digits, so that
// `printf %s "$key" | xxhsum -H3` prints the same. Two keys may share an id; Dataset tells them apart.
// A value type: no lifetime, thread-safe, no allocation but in to_string.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <corpack/hash.hpp>

namespace corpack {

class Id {
 public:
  static constexpr std::size_t digits = 16;

  constexpr Id() = default;
  constexpr explicit Id(std::uint64_t value) noexcept : value_(value) {}

  // The id of a record with this key.
  static Id of(std::string_view key) noexcept { return Id{hash64(key)}; }

  // Reads exactly 16 hex digits of either case; anything else is no id.
  static constexpr std::optional<Id> parse(std::string_view text) noexcept {
    if (text.size() != digits) return std::nullopt;
    const std::uint64_t high = load(text.data());
    const std::uint64_t low = load(text.data() + 8);
    if ((hex_digits(high) & hex_digits(low)) != each_byte(0x80)) return std::nullopt;
    return Id{(std::uint64_t{value_of(high)} << 32) | value_of(low)};
  }

  constexpr std::uint64_t value() const noexcept { return value_; }

  std::string to_string() const {
    std::string text(digits, '0');
    for (std::size_t i = 0; i < digits; ++i) text[i] = "0123456789abcdef"[(value_ >> (60 - 4 * i)) & 15u];
    return text;
  }

  friend constexpr auto operator<=>(const Id&, const Id&) = default;

 private:
  // Eight digits at once, one in each byte of a word: reading ids is a large part of a look-up otherwise.
  static constexpr std::uint64_t each_byte(std::uint64_t value) { return value * 0x0101010101010101u; }

  static constexpr std::uint64_t load(const char* from) {
    std::uint64_t word = 0;
    for (unsigned i = 0; i < 8; ++i) word |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
    return word;
  }

  // The high bit of each byte that is a hex digit. Sums of two 7-bit numbers carry into no other byte.
  static constexpr std::uint64_t hex_digits(std::uint64_t word) {
    const std::uint64_t ascii = word & each_byte(0x7F);
    const std::uint64_t lower = ascii | each_byte(0x20);
    const std::uint64_t digit = (ascii + each_byte(0x80 - '0')) & ~(ascii + each_byte(0x7F - '9'));
    const std::uint64_t letter = (lower + each_byte(0x80 - 'a')) & ~(lower + each_byte(0x7F - 'f'));
    return (digit | letter) & ~word & each_byte(0x80);
  }

  // REQUIRES: all bytes are hex digits.
  static constexpr std::uint32_t value_of(std::uint64_t word) {
    std::uint64_t value = (word & each_byte(0x0F)) + ((word >> 6) & each_byte(0x01)) * 9;
    value = ((value << 4) | (value >> 8)) & 0x00FF00FF00FF00FFu;
    value = (value | (value >> 8)) & 0x0000FFFF0000FFFFu;
    return __builtin_bswap32(static_cast<std::uint32_t>(value | (value >> 16)));
  }

  std::uint64_t value_ = 0;
};

}  // namespace corpack
