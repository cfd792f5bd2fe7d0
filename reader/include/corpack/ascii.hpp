// What each byte is to the scanner, and the fast way to lower-case ASCII words.
// Constant tables and pure functions; thread-safe; constant time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace corpack::detail {

enum class ByteClass : std::uint8_t { separator, letter, digit, punctuation, latex, non_ascii };

struct ByteTables {
  std::array<ByteClass, 256> classes{};
  std::array<char, 256> lower{};  // of letters and digits; 0 for all others
};

constexpr ByteTables make_byte_tables() noexcept {
  ByteTables tables;
  for (unsigned c = 0x80; c < 0x100; ++c) tables.classes[c] = ByteClass::non_ascii;
  for (const char c : std::string_view("-_^'.,&+#"))
    tables.classes[static_cast<unsigned char>(c)] = ByteClass::punctuation;
  for (const char c : std::string_view("\\${}"))
    tables.classes[static_cast<unsigned char>(c)] = ByteClass::latex;
  for (unsigned c = '0'; c <= '9'; ++c) {
    tables.classes[c] = ByteClass::digit;
    tables.lower[c] = static_cast<char>(c);
  }
  for (unsigned c = 'a'; c <= 'z'; ++c) {
    tables.classes[c] = tables.classes[c - 0x20] = ByteClass::letter;
    tables.lower[c] = tables.lower[c - 0x20] = static_cast<char>(c);
  }
  return tables;
}

inline constexpr ByteTables byte_tables = make_byte_tables();

// Lower-cases 8 bytes to `to` and returns how many of them, from the first, are ASCII letters and digits.
// Eight at a time, because a branch for every byte guesses each word's length wrongly once.
inline std::size_t lower_alphanumerics(const char* from, char* to) noexcept {
  static_assert(std::endian::native == std::endian::little);
  constexpr std::uint64_t ones = 0x0101010101010101, high = 0x80 * ones;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  const auto lower = bytes | 0x20 * ones;
  std::memcpy(to, &lower, sizeof lower);
  // The high bit of each byte tells whether its low seven bits are at least `least`.
  const auto at_least = [](std::uint64_t seven_bits, unsigned least) {
    return seven_bits + (0x80 - least) * ones;
  };
  const auto letter = at_least(lower & ~high, 'a') & ~at_least(lower & ~high, 'z' + 1);
  const auto digit = at_least(bytes & ~high, '0') & ~at_least(bytes & ~high, '9' + 1);
  const auto others = ~(letter | digit) & high;
  const auto stop = others | (bytes & high);
  return stop == 0 ? 8 : static_cast<std::size_t>(std::countr_zero(stop)) / 8;
}

// Whether two names are the same but for the case of ASCII letters.
inline bool same_but_case(std::string_view a, std::string_view b) noexcept {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace corpack::detail
