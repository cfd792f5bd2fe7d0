#include "bench/measure/histogram.hpp"

#include <cstdint>
#include <limits>

#include <catch2/catch.hpp>

using corpack::bench::Histogram;

TEST_CASE("every bucket begins where the one before ends, and covers 64 bits") {
  REQUIRE(Histogram::lower_of(0) == 0);
  for (std::size_t bucket = 0; bucket < Histogram::bucket_count; ++bucket) {
    const std::uint64_t lower = Histogram::lower_of(bucket);
    const std::uint64_t upper = Histogram::upper_of(bucket);
    REQUIRE(Histogram::bucket_of(lower) == bucket);
    REQUIRE(Histogram::bucket_of(upper) == bucket);
    if (bucket + 1 < Histogram::bucket_count) REQUIRE(Histogram::lower_of(bucket + 1) == upper + 1);
    // Values below 256 are exact, greater ones known to 1/128.
    REQUIRE((upper - lower) * 128 <= lower);
  }
  REQUIRE(Histogram::upper_of(Histogram::bucket_count - 1) == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("percentiles are by nearest rank") {
  Histogram histogram;
  for (std::uint64_t value = 1; value <= 100; ++value) histogram.record(value);
  CHECK(histogram.count() == 100);
  CHECK(histogram.mean() == Approx(50.5));
  CHECK(histogram.percentile(0) == 1);
  CHECK(histogram.percentile(50) == 50);
  CHECK(histogram.percentile(90) == 90);
  CHECK(histogram.percentile(99) == 99);
  CHECK(histogram.percentile(99.1) == 100);
  CHECK(histogram.percentile(100) == 100);
}

TEST_CASE("99.9 % of 1,000 values are 999 of them") {
  Histogram histogram;
  histogram.record(1, 999);
  histogram.record(200);
  CHECK(histogram.percentile(99.9) == 1);
  CHECK(histogram.percentile(99.91) == 200);
}

TEST_CASE("a percentile is never less than the value, nor more than the greatest one") {
  Histogram histogram;
  histogram.record(1'000'000);
  CHECK(histogram.percentile(50) == 1'000'000);
  histogram.record(1'500'000);
  CHECK(histogram.percentile(50) >= 1'000'000);
  CHECK(histogram.percentile(50) <= 1'000'000 * 129 / 128);
  CHECK(histogram.percentile(100) == 1'500'000);
  CHECK(histogram.least() == 1'000'000);
  CHECK(histogram.greatest() == 1'500'000);
}

TEST_CASE("a histogram without values says 0") {
  const Histogram histogram;
  CHECK(histogram.percentile(50) == 0);
  CHECK(histogram.least() == 0);
  CHECK(histogram.greatest() == 0);
  CHECK(histogram.mean() == 0);
  CHECK(histogram.buckets().empty());
}

TEST_CASE("merged histograms are as one that recorded it all") {
  Histogram all;
  Histogram first;
  Histogram second;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const std::uint64_t value = i * i * 977;
    all.record(value, i % 3);
    (i % 2 == 0 ? first : second).record(value, i % 3);
  }
  first.merge(second);
  CHECK(first.count() == all.count());
  CHECK(first.mean() == Approx(all.mean()));
  CHECK(first.least() == all.least());
  CHECK(first.greatest() == all.greatest());
  const auto merged = first.buckets();
  const auto expected = all.buckets();
  REQUIRE(merged.size() == expected.size());
  for (std::size_t i = 0; i < merged.size(); ++i) {
    CHECK(merged[i].lower == expected[i].lower);
    CHECK(merged[i].count == expected[i].count);
  }
}
