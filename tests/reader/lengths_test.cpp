#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/lengths.hpp>

using corpack::length_code;
using corpack::length_of_code;

// Lucene's SmallFloat.byte4ToInt, from its definition: 24 codes for themselves, then four significant bits.
static std::uint32_t lucene_byte4_to_int(std::uint32_t code) {
  if (code < 24) return code;
  const std::uint32_t bits = (code - 24) % 8;
  const std::uint32_t exponent = (code - 24) / 8;
  std::uint64_t value = exponent == 0 ? bits : 8 + bits;
  for (std::uint32_t i = 1; i < exponent; ++i) value *= 2;
  return static_cast<std::uint32_t>(24 + value);
}

TEST_CASE("every code stands for the length that Lucene gives it") {
  for (std::uint32_t code = 0; code < 256; ++code) {
    INFO(code);
    CHECK(length_of_code(static_cast<std::uint8_t>(code)) == lucene_byte4_to_int(code));
  }
}

TEST_CASE("known lengths") {
  // 40 and 41 differ in the fifth bit of 16 and 17; the largest int is 24 + 15 * 2^27 and a rest.
  CHECK(length_code(0) == 0);
  CHECK(length_code(39) == 39);
  CHECK(length_code(40) == 40);
  CHECK(length_of_code(length_code(41)) == 40);
  CHECK(length_of_code(length_code(42)) == 42);
  CHECK(length_of_code(length_code(100)) == 96);
  CHECK(length_of_code(length_code(70000)) == 65560);
  CHECK(length_code(0x7FFFFFFF) == 255);
  CHECK(length_code(0xFFFFFFFF) == 255);
  CHECK(length_of_code(255) == 24u + 15u * (1u << 27));
}

TEST_CASE("a length is rounded down to the nearest that has a code") {
  std::vector<std::uint32_t> lengths;
  for (std::uint32_t length = 0; length < 5000; ++length) lengths.push_back(length);
  for (std::uint32_t code = 1; code < 256; ++code)
    for (std::uint32_t off : {0u, 1u, 2u}) lengths.push_back(lucene_byte4_to_int(code) + off - 1);
  for (const std::uint32_t length : lengths) {
    std::uint32_t code = 255;
    while (lucene_byte4_to_int(code) > length) --code;
    INFO(length);
    CHECK(length_code(length) == code);
  }
}
