#include "bench/measure/pointer_chase.hpp"

#include <set>

#include <catch2/catch.hpp>

using corpack::bench::PointerChase;

namespace {

// The walk comes back to where it began after exactly all lines.
void check_cycle(const PointerChase& chase, std::size_t lines, std::uint64_t end) {
  REQUIRE(chase.lines() == lines);
  std::set<std::uint64_t> places;
  std::uint64_t place = 0;
  do {
    REQUIRE(place < end);
    REQUIRE(place % PointerChase::line_bytes == 0);
    REQUIRE(places.insert(place).second);
    place = chase.after(place);
  } while (place != 0);
  CHECK(places.size() == lines);
}

}  // namespace

TEST_CASE("the walk is one cycle over all lines, or as many as asked for") {
  std::mt19937_64 random{1};
  check_cycle(PointerChase{64'000, 1000, random}, 1000, 64'000);
  check_cycle(PointerChase{64'000, 100, random}, 100, 64'000);
}

TEST_CASE("there are never more lines than memory, and always two") {
  std::mt19937_64 random{1};
  check_cycle(PointerChase{640, 1'000'000, random}, 10, 640);
  check_cycle(PointerChase{0, 0, random}, 2, 128);
}
