// A record's id: XXH3-64 (seed 0) of its key, printed as 16 lower-case hex digits, so that
// `printf %s "$key" | xxhsum -H3` prints the same. Two keys may share an id; Dataset tells them apart.
// A value type: no lifetime, thread-safe, no allocation but in to_string.
#pragma once

#include <compare>
#include <cstdint>
#include <cstring>
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
  static std::optional<Id> parse(std::string_view text) noexcept {
    if (text.size() != digits) return std::nullopt;
    Bytes characters;
    std::memcpy(&characters, text.data(), sizeof characters);
    const Bytes decimal = characters - '0';
    const Bytes letter = (characters | 0x20) - 'a';
    const auto is_letter = letter < 6;
    const auto valid = reinterpret_cast<Words>((decimal < 10) | is_letter);
    if ((valid[0] & valid[1]) != ~std::uint64_t{0}) return std::nullopt;
    const Bytes values = (characters & 0x0F) + (reinterpret_cast<Bytes>(is_letter) & 9);
    // Two digits make a byte; the first byte is the highest.
    const auto pairs = reinterpret_cast<Pairs>(values);
    const auto bytes = __builtin_convertvector((pairs << 4) | (pairs >> 8), HalfBytes);
    std::uint64_t value;
    std::memcpy(&value, &bytes, sizeof value);
    return Id{__builtin_bswap64(value)};
  }

  constexpr std::uint64_t value() const noexcept { return value_; }

  std::string to_string() const {
    std::string text(digits, '0');
    for (std::size_t i = 0; i < digits; ++i) text[i] = "0123456789abcdef"[(value_ >> (60 - 4 * i)) & 15u];
    return text;
  }

  friend constexpr auto operator<=>(const Id&, const Id&) = default;

 private:
  // All digits at once, since reading ids is a large part of a look-up otherwise. The vectors are GCC's and
  // Clang's, so that x86-64 and arm64 take the same code.
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;
  using HalfBytes [[gnu::vector_size(8)]] = std::uint8_t;
  using Pairs [[gnu::vector_size(16)]] = std::uint16_t;
  using Words [[gnu::vector_size(16)]] = std::uint64_t;

  std::uint64_t value_ = 0;
};

}  // namespace corpack
