// The workloads: each function measures some and adds their rows. bench/README.md says what each row means.
//
// Errors: FormatError when the dataset is damaged, Error where an engine fails or does not find what it was
// given. Thread safety: none, but measure_threads starts threads of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>

#include "bench/engines/engine.hpp"
#include "bench/measure/measurement.hpp"
#include "bench/queries/draw_queries.hpp"
#include "bench/queries/text_query.hpp"
#include "bench/settings.hpp"

namespace corpack::bench {

struct NamedEngine {
  std::string name;
  std::unique_ptr<Engine> engine;
};

struct Context {
  const Settings& settings;
  const Dataset& dataset;
  double clock_ns;  // what a reading of the clock costs
  std::vector<Row>& rows;
  std::vector<std::string>& notes;
};

// Takes a path and no Dataset: pages that are mapped stay in memory, so nothing else may have the file open.
void measure_opening(const Settings& settings, double clock_ns, std::vector<Row>& rows,
                     std::vector<std::string>& notes);

void measure_scan(const Context& context);

// REQUIRES: the dataset has records. Throughout, corpack is the first engine.
void measure_lookups(const Context& context, const std::vector<NamedEngine>& engines);

// REQUIRES: the dataset is searchable.
void measure_terms(const Context& context, QueryDrawer& drawer);
void measure_queries(const Context& context, const std::vector<NamedEngine>& engines,
                     const std::vector<TextQuery>& queries);

// REQUIRES: the dataset has records. `queries` is empty where it is not searchable.
void measure_threads(const Context& context, const std::vector<TextQuery>& queries);

}  // namespace corpack::bench
