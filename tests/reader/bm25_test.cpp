#include <algorithm>
#include <cmath>
#include <cstdint>

#include <catch2/catch.hpp>

#include <corpack/bm25.hpp>

using corpack::Bm25;
using corpack::Bm25Parameters;
using corpack::Bounds;
using corpack::IndexInfo;

namespace {

IndexInfo totals(std::uint64_t records, std::uint64_t tokens) {
  IndexInfo index;
  index.records = records;
  index.tokens = tokens;
  return index;
}

}  // namespace

TEST_CASE("idf is Lucene's, and above 0 for a term in every record") {
  const Bm25 bm25{totals(4, 8), {}};
  CHECK(bm25.idf(1) == Approx(std::log(10.0 / 3)).epsilon(1e-12));  // 1 + 3.5 / 1.5
  CHECK(bm25.idf(2) == Approx(std::log(2.0)).epsilon(1e-12));       // 1 + 2.5 / 2.5
  CHECK(bm25.idf(3) == Approx(std::log(10.0 / 7)).epsilon(1e-12));  // 1 + 1.5 / 3.5
  CHECK(bm25.idf(4) == Approx(std::log(10.0 / 9)).epsilon(1e-12));  // 1 + 0.5 / 4.5
  CHECK(Bm25{totals(1, 1), {}}.idf(1) > 0);
  CHECK(bm25.idf(0xFFFFFFFF) == bm25.idf(4));
}

TEST_CASE("a score is worked out by hand") {
  // Average length 2: norm = 1.2 * (0.25 + 0.75 * 4 / 2) = 2.1 for length 4, 1.2 for length 2.
  const Bm25 bm25{totals(4, 8), {}};
  CHECK(Bm25::score(1, 1, bm25.inverse_norm(2)) == Approx(1 / 2.2).epsilon(1e-6));
  CHECK(Bm25::score(1, 3, bm25.inverse_norm(4)) == Approx(3 / 5.1).epsilon(1e-6));
  CHECK(Bm25::score(2.5F, 3, bm25.inverse_norm(4)) == Approx(7.5 / 5.1).epsilon(1e-6));
  // k1 = 2, b = 0: the length does not count.
  const Bm25 flat{totals(4, 8), Bm25Parameters{2, 0}};
  CHECK(Bm25::score(1, 3, flat.inverse_norm(4)) == Approx(0.6).epsilon(1e-6));
  CHECK(Bm25::score(1, 3, flat.inverse_norm(200)) == Approx(0.6).epsilon(1e-6));
}

TEST_CASE("scores are finite at the limits") {
  for (const Bm25& bm25 :
       {Bm25{totals(0, 0), {}}, Bm25{totals(1, 0), {}}, Bm25{totals(5, 1), Bm25Parameters{0, 0}}})
    for (const unsigned code : {0u, 1u, 255u})
      for (const std::uint32_t frequency : {1u, 255u, 70000u, 0x7FFFFFFFu}) {
        const float score = Bm25::score(1, frequency, bm25.inverse_norm(static_cast<std::uint8_t>(code)));
        CHECK(std::isfinite(score));
        CHECK(score >= 0);
        CHECK(score <= 1);
      }
}

TEST_CASE("a score never falls when the frequency grows or the length shrinks") {
  const Bm25 bm25{totals(1000, 150000), {}};
  for (unsigned code = 0; code < 256; ++code)
    for (std::uint32_t frequency = 1; frequency < 300; ++frequency) {
      const float score = Bm25::score(3.7F, frequency, bm25.inverse_norm(static_cast<std::uint8_t>(code)));
      REQUIRE(score <= Bm25::score(3.7F, frequency + 1, bm25.inverse_norm(static_cast<std::uint8_t>(code))));
      if (code > 0)
        REQUIRE(score <=
                Bm25::score(3.7F, frequency, bm25.inverse_norm(static_cast<std::uint8_t>(code - 1))));
    }
}

TEST_CASE("a bound is the best of its pairs, and the weight where the frequency is not known") {
  const Bm25 bm25{totals(1000, 150000), {}};
  Bounds bounds{};
  CHECK(bm25.bound(3, bounds) == 0);
  bounds.pairs[0] = {2, 50};
  CHECK(bm25.bound(3, bounds) == Bm25::score(3, 2, bm25.inverse_norm(50)));
  bounds.pairs[1] = {9, 90};
  const float best =
      std::max(Bm25::score(3, 2, bm25.inverse_norm(50)), Bm25::score(3, 9, bm25.inverse_norm(90)));
  CHECK(bm25.bound(3, bounds) == best);
  bounds.pairs[1] = {255, 90};
  CHECK(bm25.bound(3, bounds) == 3);
}
