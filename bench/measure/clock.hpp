// The clock that everything is timed with, what reading it costs, and the two values that keep the compiler
// from leaving out what is measured. Errors: none. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace corpack::bench {

using Clock = std::chrono::steady_clock;

inline double seconds_between(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

inline std::uint64_t ns_between(Clock::time_point begin, Clock::time_point end) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
}

// Nanoseconds of one reading; the cheapest of several rounds, since other programs only ever add to a time.
double clock_cost_ns();

// Takes a result, so that it has to be computed.
inline std::atomic<std::uint64_t> result_sink{0};
inline void consume(std::uint64_t result) {
  result_sink.store(result, std::memory_order_relaxed);
}

// Zero, which the compiler cannot know: masking with it makes one operation wait for the one before.
inline std::atomic<std::uint64_t> unknown_zero{0};

}  // namespace corpack::bench
