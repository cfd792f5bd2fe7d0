// Opening a dataset: warm, with its pages in memory, and cold, with none of them.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/measure/clock.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

namespace {

// Part of the file that the system holds in memory; 1 where it cannot be told.
double resident_part(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_size == 0) return 1;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) return 1;
  const auto page_bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages((size + page_bytes - 1) / page_bytes);
  const bool known = ::mincore(memory, size, pages.data()) == 0;
  ::munmap(memory, size);
  if (!known) return 1;
  const auto resident =
      std::count_if(pages.begin(), pages.end(), [](unsigned char page) { return (page & 1u) != 0; });
  return static_cast<double>(resident) / static_cast<double>(pages.size());
}

// Whether the system gave the file's pages up.
bool evict(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  // Pages that are not written yet stay.
  const bool asked = ::fsync(file) == 0 && ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0;
  const bool gone = asked && resident_part(file) < 0.05;
  ::close(file);
  return gone;
}

void measure_cold(const Settings& settings, std::vector<Row>& rows, std::vector<std::string>& notes) {
  constexpr int most_openings = 100;
  Row row{Group::opening, "open_cold", corpack_engine};
  const Clock::time_point start = Clock::now();
  for (int i = 0; i < most_openings && (i == 0 || seconds_between(start, Clock::now()) < settings.seconds);
       ++i) {
    if (!evict(settings.dataset)) {
      row.note = "skipped: the system keeps the file's pages in memory";
      notes.push_back("open_cold " + row.note + " (a file system in memory, or another process maps it)");
      break;
    }
    const Clock::time_point begin = Clock::now();
    const Dataset dataset{settings.dataset};
    const Clock::time_point end = Clock::now();
    consume(dataset.size());
    row.measurement.times_ps.record(ns_between(begin, end) * 1000);
    row.measurement.seconds += seconds_between(begin, end);
    ++row.measurement.operations;
  }
  rows.push_back(row);
}

}  // namespace

void measure_opening(const Settings& settings, double clock_ns, std::vector<Row>& rows,
                     std::vector<std::string>& notes) {
  measure_cold(settings, rows, notes);
  const Pass open = [&settings](std::size_t, std::size_t count) {
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < count; ++i) records += Dataset{settings.dataset}.size();
    return records;
  };
  Sampler sampler{open, 1, Dependence::independent, clock_ns};
  sampler.warm_up(settings.seconds / 4);
  sampler.run(settings.seconds);
  rows.push_back({Group::opening, "open_warm", corpack_engine, sampler.measurement()});
}

}  // namespace corpack::bench
