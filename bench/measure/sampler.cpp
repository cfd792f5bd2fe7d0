#include "bench/measure/sampler.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bench/measure/clock.hpp"

namespace corpack::bench {

Sampler::Sampler(Pass pass, std::size_t size, Dependence dependence, double clock_ns)
    : pass_(std::move(pass)), size_(size), dependence_(dependence), clock_ns_(clock_ns) {}

// Runs the next operations, from the first on again when they are through; says how many it ran.
std::size_t Sampler::advance(std::size_t count) {
  if (next_ == size_) next_ = 0;
  const std::size_t possible = std::min(count, size_ - next_);
  consume(pass_(next_, possible));
  next_ += possible;
  return possible;
}

void Sampler::warm_up(double seconds) {
  constexpr std::size_t piece = 64;
  constexpr double most = 40;  // times what was asked for
  constexpr double alone_readings = 50;
  constexpr std::size_t max_batch = 4096;
  std::size_t operations = 0;
  // The fastest piece tells what an operation takes: the others may have waited for other programs, or for
  // pages.
  double operation_ns = std::numeric_limits<double>::max();
  const Clock::time_point begin = Clock::now();
  Clock::time_point last = begin;
  do {
    const std::size_t count = advance(piece);
    const Clock::time_point now = Clock::now();
    operation_ns =
        std::min(operation_ns, static_cast<double>(ns_between(last, now)) / static_cast<double>(count));
    operations += count;
    last = now;
  } while (operations < piece || seconds_between(begin, last) < seconds ||
           (operations < size_ && seconds_between(begin, last) < most * seconds));
  std::size_t& batch = measurement_.batch;
  batch = 1;
  if (operation_ns < alone_readings * clock_ns_) {
    const double readings = dependence_ == Dependence::dependent ? alone_readings : 10 * alone_readings;
    while (batch < max_batch && static_cast<double>(batch) * operation_ns < readings * clock_ns_) batch *= 2;
  }
  batch = std::min(batch, size_);
  next_ = 0;
}

void Sampler::run(double seconds) {
  const Clock::time_point begin = Clock::now();
  Clock::time_point last = begin;
  do {
    const std::size_t count = advance(measurement_.batch);
    const Clock::time_point now = Clock::now();
    // The rest before the stream begins anew is a smaller batch, which the clock would weigh on.
    if (count == measurement_.batch)
      measurement_.times_ps.record(ns_between(last, now) * 1000 / count, count);
    measurement_.operations += count;
    last = now;
  } while (seconds_between(begin, last) < seconds);
  measurement_.seconds += seconds_between(begin, last);
}

}  // namespace corpack::bench
