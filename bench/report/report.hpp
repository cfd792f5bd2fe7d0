// All that one run found out, and its three forms: a table for people, JSON, and a page with plots.
//
// Errors: Error where a file cannot be written. Complexity: linear. Thread safety: none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>

#include "bench/engines/peers.hpp"
#include "bench/measure/measurement.hpp"
#include "bench/settings.hpp"

namespace corpack::bench {

struct Machine {
  std::string processor;
  unsigned cores = 0;
  std::uint64_t l3_bytes = 0;  // 0: unknown
  std::uint64_t memory_bytes = 0;
  std::string system;
};

Machine this_machine();

struct DatasetFigures {
  std::string title;
  std::string language;
  std::uint64_t records = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t file_bytes = 0;
  bool positions = false;

  static DatasetFigures of(const Dataset& dataset);
};

struct Report {
  Settings settings{};
  Machine machine{};
  DatasetFigures dataset{};
  double clock_ns = 0;
  std::vector<BuildFigures> builds{};
  std::vector<Row> rows{};
  std::vector<std::string> notes{};
};

struct Ratio {
  std::string workload;
  std::string other;
  double ratio;
};
// How many times as long a peer takes as corpack, for each workload and peer (`other`).
std::vector<Ratio> peer_ratios(const std::vector<Row>& rows);
// How many steps of a pointer chase (`other`) corpack's dependent look-ups take.
std::vector<Ratio> limit_ratios(const std::vector<Row>& rows);

std::string_view name_of(Group group);

std::string as_text(const Report& report);
std::string as_json(const Report& report);
// One page that needs no network: data, style and script are in it.
std::string as_html(const Report& report);

}  // namespace corpack::bench
