// What a piece of work takes: processor time and memory, which the program's `operator new` counts
// (use_meter.cpp). Over-aligned and C memory are not counted. Not thread-safe: one meter at a time, and no
// other thread that allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>

namespace corpack::test {

class UseMeter {
 public:
  // Begins to measure.
  UseMeter();

  // How often memory was asked for since then.
  std::uint64_t allocations() const;
  // The most bytes held at once since then, beyond those held before.
  std::size_t peak_bytes() const;
  // Processor time of the process: another program's work does not count.
  double seconds() const { return now() - begin_; }

 private:
  static double now() {
    std::timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

  std::uint64_t allocations_before_;
  std::size_t held_before_;
  double begin_;
};

}  // namespace corpack::test
