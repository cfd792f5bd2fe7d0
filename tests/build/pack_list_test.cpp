// What ListPacker packs, PostingList and PositionList read back.
#include "encode/pack_list.hpp"

#include <random>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/positions.hpp>
#include <corpack/postings.hpp>

#include "reader/use_meter.hpp"

using namespace corpack;

namespace {

struct Columns {
  std::vector<std::uint32_t> ordinals;
  std::vector<std::uint32_t> frequencies;
  std::vector<std::vector<std::uint32_t>> positions;  // of each posting
};

// A list's bytes as in a block: with 8 bytes behind them that are not its own, and not zeros.
struct Stored {
  explicit Stored(std::string_view packed) : bytes(packed) {
    bytes.append(8, '\xA5');
    list = {&block, reinterpret_cast<const std::uint8_t*>(bytes.data()),
            static_cast<std::uint32_t>(packed.size())};
  }
  Stored(const Stored&) = delete;
  Stored& operator=(const Stored&) = delete;
  std::string bytes;
  Block block;
  ListBytes list;
};

std::vector<std::uint32_t> gaps_of(const Columns& columns) {
  std::vector<std::uint32_t> gaps;
  for (const auto& positions : columns.positions)
    for (std::size_t i = 0; i < positions.size(); ++i)
      gaps.push_back(i == 0 ? positions[0] : positions[i] - positions[i - 1] - 1);
  return gaps;
}

void check_postings(const Columns& columns, std::span<const std::uint8_t> length_codes) {
  ListPacker packer{length_codes, 100};
  const Stored stored{packer.postings(columns.ordinals, columns.frequencies)};
  const PostingList list{stored.list};
  REQUIRE(list.count() == columns.ordinals.size());
  std::vector<std::uint32_t> ordinals;
  std::vector<std::uint32_t> frequencies;
  std::uint64_t occurrences = 0;
  for (const Posting& posting : list) {
    ordinals.push_back(posting.ordinal);
    frequencies.push_back(posting.frequency);
    occurrences += posting.frequency;
  }
  CHECK(ordinals == columns.ordinals);
  CHECK(frequencies == columns.frequencies);
  CHECK(list.occurrences() == occurrences);
  std::vector<std::uint32_t> single;
  for (std::size_t i = 0; i < columns.ordinals.size(); ++i)
    single.push_back(
        list.frequency(static_cast<std::uint32_t>(i / 128), static_cast<std::uint32_t>(i % 128)));
  CHECK(single == columns.frequencies);
  CHECK(list.extent(list.blocks() - 1).end == list.size_bytes());
}

void check_positions(const Columns& columns) {
  ListPacker packer{{}, 100};
  const Stored stored{packer.positions(columns.frequencies, gaps_of(columns))};
  const PositionList list{stored.list, static_cast<std::uint32_t>(columns.frequencies.size()),
                          std::uint64_t{1} << 32};
  for (std::size_t first = 0; first < columns.frequencies.size(); first += 128) {
    const std::size_t count = std::min<std::size_t>(128, columns.frequencies.size() - first);
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count; ++i) total += columns.frequencies[first + i];
    std::uint64_t skip = 0;
    PositionBlock block;
    block.open(list, static_cast<std::uint32_t>(first / 128), total);
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<std::uint32_t> read;
      PositionRange{block, skip, skip + columns.frequencies[first + i]}.copy_to(read);
      if (read != columns.positions[first + i]) FAIL("posting " << first + i);
      skip += read.size();
    }
  }
}

std::uint32_t of_width(std::mt19937_64& random, unsigned width) {
  if (width == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  return static_cast<std::uint32_t>(top | (random() & (top - 1)));
}

}  // namespace

TEST_CASE("lists of every length come back") {
  const std::vector<std::uint8_t> length_codes(1 << 20, 40);
  std::mt19937_64 random{1};
  for (std::size_t count = 1; count <= 1000; ++count) {
    Columns columns;
    std::uint32_t ordinal = static_cast<std::uint32_t>(random() % 50);
    for (std::size_t i = 0; i < count; ++i) {
      columns.ordinals.push_back(ordinal);
      // Mostly near, now and then far: such blocks are patched.
      ordinal += 1 + static_cast<std::uint32_t>(random() % (random() % 40 == 0 ? 20000 : 4));
      const std::uint32_t frequency =
          1 + static_cast<std::uint32_t>(random() % (random() % 50 == 0 ? 300 : 3));
      columns.frequencies.push_back(frequency);
      std::vector<std::uint32_t> positions;
      std::uint32_t position = static_cast<std::uint32_t>(random() % 100);
      for (std::uint32_t k = 0; k < frequency; ++k) {
        positions.push_back(position);
        position += 1 + static_cast<std::uint32_t>(random() % 30);
      }
      columns.positions.push_back(positions);
    }
    INFO("count " << count);
    check_postings(columns, length_codes);
    check_positions(columns);
  }
}

// Wide gaps need high ordinals, and a length code for each: no page of this table but the first ones is
// touched.
TEST_CASE("frequencies and positions of every width come back") {
  const std::vector<std::uint8_t> length_codes(4096, 40);
  std::mt19937_64 random{2};
  for (const std::size_t count : {1u, 2u, 127u, 128u, 129u, 256u, 300u})
    for (unsigned width = 0; width <= 32; ++width) {
      if (count >= 128 && width > 24) continue;  // the occurrences of a list are below 2^32
      Columns columns;
      for (std::size_t i = 0; i < count; ++i) {
        columns.ordinals.push_back(static_cast<std::uint32_t>(7 * i));
        const std::uint32_t stored = of_width(random, width);
        columns.frequencies.push_back(stored == 0xFFFFFFFFu ? stored : stored + 1);
      }
      INFO("count " << count << ", width " << width);
      check_postings(columns, length_codes);

      for (std::size_t i = 0; i < count; ++i) {
        columns.frequencies[i] = 1;
        columns.positions.push_back({of_width(random, width)});
      }
      check_positions(columns);
    }
}

TEST_CASE("the highest ordinals and frequencies come back in a short list") {
  ListPacker packer{{}, 100};
  const std::vector<std::uint32_t> ordinals{0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFD, 0xFFFFFFFE};
  const std::vector<std::uint32_t> frequencies{1, 0xFFFFFFFE, 1, 0xFFFFFFFF, 2};
  const Stored stored{packer.postings(ordinals, frequencies)};
  std::size_t i = 0;
  for (const Posting& posting : PostingList{stored.list}) {
    CHECK(posting == Posting{ordinals[i], frequencies[i]});
    ++i;
  }
  CHECK(i == 5);
}

TEST_CASE("floors promise no more than there is, and the best that one pair can") {
  std::mt19937_64 random{6};
  std::vector<std::uint8_t> length_codes(4000);
  for (std::uint8_t& code : length_codes) code = static_cast<std::uint8_t>(20 + random() % 60);
  for (const std::size_t count : {128u, 129u, 300u, 2000u}) {
    Columns columns;
    std::uint32_t ordinal = 0;
    for (std::size_t i = 0; i < count; ++i) {
      columns.ordinals.push_back(ordinal += static_cast<std::uint32_t>(1 + random() % 2));
      columns.frequencies.push_back(
          static_cast<std::uint32_t>(1 + random() % 4 * (random() % 3 == 0 ? 100 : 1)));
    }
    ListPacker packer{length_codes, 100};
    const Stored stored{packer.postings(columns.ordinals, columns.frequencies)};
    const PostingList list{stored.list};
    std::uint32_t best = 0;  // the 10th highest frequency
    {
      std::vector<std::uint32_t> sorted = columns.frequencies;
      std::sort(sorted.rbegin(), sorted.rend());
      best = std::min<std::uint32_t>(sorted[9], 255);
    }
    CHECK(list.floors().pairs[0].frequency == best);
    for (const Floors::Pair& floor : list.floors().pairs) {
      std::size_t above = 0;
      for (std::size_t i = 0; i < count; ++i)
        above += columns.frequencies[i] >= floor.frequency &&
                 length_codes[columns.ordinals[i]] <= floor.length_code;
      CHECK(above >= 10);
    }
  }
}

TEST_CASE("bounds hold for every posting") {
  std::mt19937_64 random{3};
  std::vector<std::uint8_t> length_codes(5000);
  for (auto& code : length_codes) code = static_cast<std::uint8_t>(1 + random() % 200);
  std::vector<std::uint32_t> ordinals;
  std::vector<std::uint32_t> frequencies;
  for (std::uint32_t ordinal = 0; ordinal < length_codes.size(); ordinal += 3) {
    ordinals.push_back(ordinal);
    frequencies.push_back(1 + static_cast<std::uint32_t>(random() % (random() % 9 == 0 ? 1000 : 6)));
  }
  ListPacker packer{length_codes, 100};
  const Stored stored{packer.postings(ordinals, frequencies)};
  const PostingList list{stored.list};
  for (std::size_t i = 0; i < ordinals.size(); ++i) {
    const auto holds = [&](const Bounds& bounds) {
      for (const Bounds::Pair& pair : bounds.pairs)
        if (pair.frequency >= std::min(frequencies[i], 255u) && pair.length_code <= length_codes[ordinals[i]])
          return true;
      return false;
    };
    CHECK(holds(list.bounds()));
    CHECK(holds(list.head(static_cast<std::uint32_t>(i / 128)).bounds));
  }
  CHECK(list.head(0).last == ordinals[127]);
}

TEST_CASE("a count beyond the bytes is refused before anything is read or allocated") {
  Block block;
  // 2^32 - 1 postings, then nothing near enough: number, occurrences, bounds, floors.
  const std::string bytes =
      std::string{"\xFF\xFF\xFF\xFF\x0F\x00\0\0\0\0\0\0\0\0\0\0\0\0", 18} + std::string(64, '\0');
  const ListBytes list{&block, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                       static_cast<std::uint32_t>(bytes.size() - 8)};
  CHECK_THROWS_AS(PostingList{list}, FormatError);
  CHECK_THROWS_AS((PositionList{list, 0xFFFFFFFFu, 1000}), FormatError);
}

TEST_CASE("positions beyond what the texts may have are refused before there is room for them") {
  Block block;
  const std::vector<std::uint8_t> bytes(1000 + 8);  // widths of 0: 64 positions a byte
  const ListBytes list{&block, bytes.data(), 1000};
  PositionBlock block_of_all;
  block_of_all.open(PositionList{list, 1, 64000}, 0, 64000);
  CHECK(block_of_all.value(63999) == 0);
  const test::UseMeter meter;
  PositionBlock none;
  CHECK_THROWS_AS(none.open(PositionList{list, 1, 63999}, 0, 64000), FormatError);
  CHECK(meter.peak_bytes() < 1000);
  // Two blocks that share their bytes.
  PositionBlock twice;
  const PositionList both{list, 256, 100000};
  twice.open(both, 0, 60000);
  CHECK_THROWS_AS(twice.open(both, 1, 60000), FormatError);
  twice.restart();
  twice.open(both, 1, 60000);
}
