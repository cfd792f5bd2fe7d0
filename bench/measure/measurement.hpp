// What one row of a report shows: a workload, run on one engine. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "bench/measure/histogram.hpp"

namespace corpack::bench {

// Times are recorded in picoseconds: a look-up's nanoseconds have decimals that matter.
inline constexpr double ps_per_ns = 1000;

struct Measurement {
  Histogram times_ps{};
  std::uint64_t operations = 0;
  double seconds = 0;     // of all threads together, from the start of the first to the end of the last
  std::size_t batch = 1;  // operations timed together; each counts with their mean
};

// The parts of a report.
enum class Group : std::uint8_t { opening, scan, lookup, term, query, threads };

// The engine of rows that measure the machine and no program.
inline constexpr const char* machine_engine = "machine";
inline constexpr const char* corpack_engine = "corpack";

struct Row {
  Group group;
  std::string workload;
  std::string engine;
  Measurement measurement{};
  unsigned threads = 1;
  std::uint64_t bytes = 0;    // that all operations read, where throughput is meant
  std::uint64_t answers = 0;  // hits, or records counted, of one pass over the queries
  std::string note{};

  double mean_ns() const { return measurement.times_ps.mean() / ps_per_ns; }
  double percentile_ns(double percent) const {
    return static_cast<double>(measurement.times_ps.percentile(percent)) / ps_per_ns;
  }
  double greatest_ns() const { return static_cast<double>(measurement.times_ps.greatest()) / ps_per_ns; }
  // What ratios are taken of. Other programs make some look-ups of millions slow, so their median counts; a
  // query's time is a median already, and the mean of them tells what all queries take.
  double typical_ns() const { return group == Group::query ? mean_ns() : percentile_ns(50); }
  double per_second() const {
    return measurement.seconds > 0 ? static_cast<double>(measurement.operations) / measurement.seconds : 0;
  }
};

}  // namespace corpack::bench
