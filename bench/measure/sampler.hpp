// Times an operation of nanoseconds again and again, in batches, into a histogram.
//
// A reading of the clock costs about as much as a look-up, and waits until all that was begun before it is
// done. So batches are timed: the smallest power of two of operations that takes 50 readings, or 500 where
// operations overlap, or else the reading would hold them up. Each operation of a batch counts with the
// batch's mean, so percentiles are those of batches; an operation slower than 50 readings is timed alone.
//
// Lifetime: what the pass refers to must outlive the Sampler. Errors: what the pass throws. Thread safety:
// one Sampler for each thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "bench/measure/measurement.hpp"

namespace corpack::bench {

// Does `count` operations from number `begin` on; the result depends on all of them.
using Pass = std::function<std::uint64_t(std::size_t begin, std::size_t count)>;

// Whether an operation waits for the one before.
enum class Dependence : std::uint8_t { independent, dependent };

class Sampler {
 public:
  // `size`: operations that the pass knows, at least 1. `clock_ns`: what a reading costs.
  Sampler(Pass pass, std::size_t size, Dependence dependence, double clock_ns);

  // Runs without counting and settles the batch: for this long, and longer until all operations were run
  // once, so that no page is met for the first time later (but not 40 times as long).
  void warm_up(double seconds);

  // Runs and counts for this long, at least one batch. REQUIRES: warm_up() was called.
  void run(double seconds);

  const Measurement& measurement() const { return measurement_; }

 private:
  std::size_t advance(std::size_t count);

  Pass pass_;
  std::size_t size_;
  Dependence dependence_;
  double clock_ns_;
  std::size_t next_ = 0;
  Measurement measurement_;
};

}  // namespace corpack::bench
