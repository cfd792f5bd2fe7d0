#include "bench/report/report.hpp"

#include <algorithm>

namespace corpack::bench {

namespace {

const Row* find_row(const std::vector<Row>& rows, std::string_view workload, std::string_view engine) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) {
    return each.workload == workload && each.engine == engine && each.measurement.operations > 0;
  });
  return row == rows.end() ? nullptr : &*row;
}

}  // namespace

std::string_view name_of(Group group) {
  constexpr std::string_view names[] = {"opening", "scan", "lookup", "term", "query", "threads"};
  return names[static_cast<std::size_t>(group)];
}

DatasetFigures DatasetFigures::of(const Dataset& dataset) {
  const Info& info = dataset.info();
  return {std::string{info.title().value_or("")},
          std::string{info.analyzer().language},
          info.records(),
          info.text_bytes(),
          dataset.file_bytes(),
          dataset.has_positions()};
}

std::vector<Ratio> peer_ratios(const std::vector<Row>& rows) {
  std::vector<Ratio> ratios;
  for (const Row& row : rows) {
    if (row.engine == corpack_engine || row.engine == machine_engine || row.measurement.operations == 0)
      continue;
    const Row* const own = find_row(rows, row.workload, corpack_engine);
    if (own != nullptr && own->typical_ns() > 0)
      ratios.push_back({row.workload, row.engine, row.typical_ns() / own->typical_ns()});
  }
  return ratios;
}

std::vector<Ratio> limit_ratios(const std::vector<Row>& rows) {
  std::vector<Ratio> ratios;
  for (const Row& limit : rows) {
    if (limit.engine != machine_engine || limit.typical_ns() <= 0) continue;
    for (const Row& row : rows)
      if (row.group == Group::lookup && row.engine == corpack_engine && row.workload.ends_with("_dependent"))
        ratios.push_back({row.workload, limit.workload, row.typical_ns() / limit.typical_ns()});
  }
  return ratios;
}

}  // namespace corpack::bench
