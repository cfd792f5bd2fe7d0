#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/report/report.hpp"
#include "verbs/figures.hpp"
#include "verbs/terminal.hpp"

namespace corpack::bench {

namespace {

// Three digits and a unit: 27.4 ns, 1.23 us.
std::string shown_ns(double ns) {
  constexpr std::string_view units[] = {"ns", "us", "ms", "s"};
  std::size_t unit = 0;
  while (ns >= 999.5 && unit + 1 < std::size(units)) {
    ns /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", ns, ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, units[unit]);
}

std::string shown_rate(double per_second) {
  constexpr std::string_view units[] = {"", "k", "M", "G"};
  std::size_t unit = 0;
  while (per_second >= 999.5 && unit + 1 < std::size(units)) {
    per_second /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f}{}", per_second,
                     per_second < 9.995   ? 2
                     : per_second < 99.95 ? 1
                                          : 0,
                     units[unit]);
}

std::string shown_ratio(double ratio) {
  return fmt::format("{:.{}f} x", ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0);
}

void add_heading(std::string& out, const Report& report) {
  const DatasetFigures& dataset = report.dataset;
  out += fmt::format("{}: {}, {} of text, file {}, language {}, {}\n", report.settings.dataset,
                     counted(dataset.records, "record"), shown_bytes(static_cast<double>(dataset.text_bytes)),
                     shown_bytes(static_cast<double>(dataset.file_bytes)), on_one_line(dataset.language),
                     dataset.positions ? "with positions" : "without positions");
  out += fmt::format("{}, {} cores, L3 {}, memory {}, {}\n", report.machine.processor, report.machine.cores,
                     shown_bytes(static_cast<double>(report.machine.l3_bytes)),
                     shown_bytes(static_cast<double>(report.machine.memory_bytes)), report.machine.system);
  out += fmt::format(
      "seed {}, {} s a row. Reading the clock takes {:.1f} ns: shorter operations are timed in batches "
      "(column\n"
      "batch), of whose means the percentiles are; longer ones one by one. Histogram buckets are 0.8 % "
      "wide.\n",
      report.settings.seed, report.settings.seconds, report.clock_ns);
}

void add_rows(std::string& out, const Report& report) {
  out += fmt::format("\n{:<29} {:<8} {:>3} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8}\n", "workload",
                     "engine", "thr", "batch", "mean", "median", "p90", "p99", "p99.9", "max", "op/s");
  Group group = report.rows.empty() ? Group::opening : report.rows.front().group;
  for (const Row& row : report.rows) {
    if (row.group != group) out += '\n';
    group = row.group;
    if (row.measurement.operations == 0) {
      out += fmt::format("{:<29} {:<8} {}\n", row.workload, row.engine, row.note);
      continue;
    }
    out += fmt::format("{:<29} {:<8} {:>3} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>8}", row.workload,
                       row.engine, row.threads, row.measurement.batch, shown_ns(row.mean_ns()),
                       shown_ns(row.percentile_ns(50)), shown_ns(row.percentile_ns(90)),
                       shown_ns(row.percentile_ns(99)), shown_ns(row.percentile_ns(99.9)),
                       shown_ns(row.greatest_ns()), shown_rate(row.per_second()));
    if (row.bytes > 0)
      out += fmt::format("  {}/s", shown_bytes(static_cast<double>(row.bytes) / row.measurement.seconds));
    out += '\n';
  }
}

void add_builds(std::string& out, const Report& report) {
  if (report.builds.empty()) return;
  const auto text_bytes = static_cast<double>(std::max<std::uint64_t>(1, report.dataset.text_bytes));
  out += fmt::format("\n{:<12} {:>10} {:>10} {:>12} {:>8}\n", "size", "build", "sync", "bytes", "/ text");
  const auto line = [&](std::string_view name, std::string_view build, std::string_view sync,
                        std::uint64_t bytes) {
    out += fmt::format("{:<12} {:>10} {:>10} {:>12} {:>8.2f}\n", name, build, sync,
                       shown_bytes(static_cast<double>(bytes)), static_cast<double>(bytes) / text_bytes);
  };
  line(corpack_engine, "-", "-", report.dataset.file_bytes);
  for (const BuildFigures& build : report.builds)
    line(build.engine, fmt::format("{:.2f} s", build.seconds), fmt::format("{:.2f} s", build.sync_seconds),
         build.file_bytes);
}

// One line a workload, one column for each that it is compared with.
void add_ratios(std::string& out, std::string_view title, const std::vector<Ratio>& ratios) {
  if (ratios.empty()) return;
  std::vector<std::string> workloads;
  std::vector<std::string> others;
  const auto add_new = [](std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Ratio& ratio : ratios) {
    add_new(workloads, ratio.workload);
    add_new(others, ratio.other);
  }
  out += fmt::format("\n{:<29}", title);
  for (const std::string& other : others) out += fmt::format("  {:>9}", other);
  out += '\n';
  for (const std::string& workload : workloads) {
    out += fmt::format("{:<29}", workload);
    for (const std::string& other : others) {
      const auto ratio = std::find_if(ratios.begin(), ratios.end(), [&](const Ratio& each) {
        return each.workload == workload && each.other == other;
      });
      out += fmt::format("  {:>{}}", ratio == ratios.end() ? "" : shown_ratio(ratio->ratio),
                         std::max<std::size_t>(9, other.size()));
    }
    out += '\n';
  }
}

}  // namespace

std::string as_text(const Report& report) {
  std::string out;
  add_heading(out, report);
  if (!report.rows.empty()) add_rows(out, report);
  add_builds(out, report);
  add_ratios(out, "peer / corpack", peer_ratios(report.rows));
  add_ratios(out, "corpack / the machine's limit", limit_ratios(report.rows));
  if (!report.notes.empty()) out += '\n';
  for (const std::string& note : report.notes) out += "note: " + note + '\n';
  return out;
}

}  // namespace corpack::bench
