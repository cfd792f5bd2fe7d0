#include "bench/measure/sampler.hpp"

#include <chrono>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "bench/measure/lookup_loops.hpp"

using namespace corpack::bench;

TEST_CASE("a sampler runs through all operations, again and again, and counts them") {
  constexpr std::size_t size = 1000;
  std::size_t expected = 0;
  std::size_t total = 0;
  bool in_order = true;
  const Pass pass = [&](std::size_t begin, std::size_t count) {
    in_order = in_order && (begin == expected || begin == 0) && count > 0 && begin + count <= size;
    expected = (begin + count) % size;
    total += count;
    return total;
  };
  Sampler sampler{pass, size, Dependence::independent, 20};
  // It may take 40 times as long to get through once, which is enough for a machine that is very busy.
  sampler.warm_up(0.05);
  CHECK(total >= size);
  CHECK(sampler.measurement().operations == 0);
  total = 0;
  sampler.run(0.002);
  sampler.run(0.002);
  const Measurement& measurement = sampler.measurement();
  CHECK(in_order);
  CHECK(measurement.operations == total);
  CHECK(measurement.times_ps.count() <= total);
  CHECK(measurement.times_ps.count() % measurement.batch == 0);
  CHECK(measurement.batch <= size);
  CHECK(measurement.seconds >= 0.004);
  // Batches take no longer than all of it, rounding aside.
  CHECK(measurement.times_ps.mean() * static_cast<double>(measurement.times_ps.count()) <=
        measurement.seconds * 1e12 * (1 + 1e-9));
}

TEST_CASE("slow operations are timed one by one") {
  const Pass sleep = [](std::size_t, std::size_t count) {
    std::this_thread::sleep_for(std::chrono::microseconds{20} * count);
    return count;
  };
  Sampler sampler{sleep, 100, Dependence::independent, 20};
  sampler.warm_up(0);
  sampler.run(0.001);
  CHECK(sampler.measurement().batch == 1);
  CHECK(sampler.measurement().times_ps.least() >= 20'000'000);
}

TEST_CASE("both forms of the loop look every key up, in order") {
  const std::vector<int> keys{3, 1, 4, 1, 5};
  for (const Dependence dependence : {Dependence::independent, Dependence::dependent}) {
    std::vector<int> asked;
    const Pass pass = lookup_loop(keys, dependence, [&asked](int key) -> std::uint64_t {
      asked.push_back(key);
      return static_cast<std::uint64_t>(key);
    });
    const std::uint64_t result = pass(1, 4);
    CHECK(asked == std::vector<int>{1, 4, 1, 5});
    // The sum, or what the last look-up gave.
    CHECK(result == (dependence == Dependence::independent ? 11u : 5u));
  }
}
