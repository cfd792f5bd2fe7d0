#include "bench/measure/clock.hpp"

#include <algorithm>

namespace corpack::bench {

double clock_cost_ns() {
  constexpr int rounds = 20;
  constexpr int readings = 20'000;
  double least = 0;
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point end = begin;
    for (int i = 0; i < readings; ++i) end = Clock::now();
    const double cost = static_cast<double>(ns_between(begin, end)) / readings;
    least = round == 0 ? cost : std::min(least, cost);
  }
  return least;
}

}  // namespace corpack::bench
