// Packed blocks and streams against a reference that sets and gets bit by bit.
#include <array>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/bitpacking.hpp>

using namespace corpack;

namespace {

using Values = std::array<std::uint32_t, 128>;

Values random_values(std::mt19937_64& random, unsigned width) {
  Values values{};
  for (auto& value : values) value = width == 0 ? 0 : static_cast<std::uint32_t>(random() >> (64 - width));
  return values;
}

// Bit b of value i of a block: value i belongs to lane i % 4 and is number i / 4 there; a lane's bits fill
// 32-bit words, of which number w lies at 32-bit word 4w + lane.
std::size_t block_bit(std::size_t i, unsigned width, unsigned b) {
  const std::size_t in_lane = (i / 4) * width + b;
  return 32 * (4 * (in_lane / 32) + i % 4) + in_lane % 32;
}

bool bit(const std::vector<std::uint8_t>& bytes, std::size_t at) {
  return (bytes[at / 8] >> (at % 8) & 1) != 0;
}

}  // namespace

TEST_CASE("blocks are packed as the format says, at every width") {
  std::mt19937_64 random{1};
  for (unsigned width = 0; width <= 32; ++width) {
    INFO("width " << width);
    const Values values = random_values(random, width);
    std::vector<std::uint8_t> packed(bitpacking::packed_bytes(width));
    bitpacking::pack_block(values.data(), width, packed.data());
    REQUIRE(packed.size() == 16 * width);
    bool right = true;
    for (std::size_t i = 0; i < values.size(); ++i)
      for (unsigned b = 0; b < width; ++b)
        right = right && bit(packed, block_bit(i, width, b)) == ((values[i] >> b & 1) != 0);
    CHECK(right);
    Values unpacked{};
    bitpacking::unpack_block(packed.data(), width, 0, unpacked.data());
    CHECK(unpacked == values);
    for (std::uint32_t i = 0; i < values.size(); ++i)
      right = right && bitpacking::block_value(packed.data(), width, i) == values[i];
    CHECK(right);
  }
}

TEST_CASE("sums continue from the value before, and wrap from none") {
  std::mt19937_64 random{2};
  for (unsigned width = 0; width <= 24; ++width)
    for (const std::uint32_t before : {0xFFFFFFFFu, 0u, 41u}) {
      const Values gaps = random_values(random, width);
      std::vector<std::uint8_t> packed(bitpacking::packed_bytes(width));
      bitpacking::pack_block(gaps.data(), width, packed.data());
      Values expected{};
      std::uint32_t value = before;
      for (std::size_t i = 0; i < gaps.size(); ++i) expected[i] = value = value + gaps[i] + 1;
      Values unpacked{};
      bitpacking::unpack_sums(packed.data(), width, before, unpacked.data());
      CHECK(unpacked == expected);
    }
}

TEST_CASE("a stream's value starts at any bit") {
  std::mt19937_64 random{3};
  std::vector<std::uint8_t> bytes(64);
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (unsigned width = 0; width <= 32; ++width)
    for (std::size_t at = 0; at < 400; ++at) {
      std::uint32_t expected = 0;
      for (unsigned b = 0; b < width; ++b) expected |= std::uint32_t{bit(bytes, at + b)} << b;
      if (bitpacking::stream_value(bytes.data(), at, width) != expected)
        FAIL("width " << width << ", bit " << at);
    }
}

TEST_CASE("widths") {
  CHECK(bitpacking::width_of(0) == 0);
  CHECK(bitpacking::width_of(1) == 1);
  CHECK(bitpacking::width_of(255) == 8);
  CHECK(bitpacking::width_of(256) == 9);
  CHECK(bitpacking::width_of(0xFFFFFFFF) == 32);
  CHECK(bitpacking::stream_bytes(0) == 0);
  CHECK(bitpacking::stream_bytes(1) == 1);
  CHECK(bitpacking::stream_bytes(8) == 1);
  CHECK(bitpacking::stream_bytes(9) == 2);
}
