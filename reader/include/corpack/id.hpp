// A record's id: XXH3-64 (seed 0) of its key, printed as 16 lower-case hex digits, so that
// `printf %s "$key" | xxhsum -H3` prints the same. Two keys may share an id; Dataset tells them apart.
// A value type: no lifetime, thread-safe, no allocation but in to_string.
#pragma once

#include <array>
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
    std::uint64_t value = 0;
    unsigned invalid = 0;
    for (const char c : text) {
      const unsigned digit = digit_values_[static_cast<unsigned char>(c)];
      invalid |= digit;
      value = (value << 4) | (digit & 15u);
    }
    if (invalid > 15u) return std::nullopt;
    return Id{value};
  }

  constexpr std::uint64_t value() const noexcept { return value_; }

  std::string to_string() const {
    std::string text(digits, '0');
    for (std::size_t i = 0; i < digits; ++i) text[i] = "0123456789abcdef"[(value_ >> (60 - 4 * i)) & 15u];
    return text;
  }

  friend constexpr auto operator<=>(const Id&, const Id&) = default;

 private:
  static constexpr std::array<std::uint8_t, 256> digit_values_ = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(16);
    for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
    for (unsigned i = 0; i < 6; ++i) {
      values['a' + i] = static_cast<std::uint8_t>(10 + i);
      values['A' + i] = static_cast<std::uint8_t>(10 + i);
    }
    return values;
  }();

  std::uint64_t value_ = 0;
};

}  // namespace corpack
