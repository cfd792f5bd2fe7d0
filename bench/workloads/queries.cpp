// Prepared queries, kind by kind, on every engine that searches.
#include <algorithm>
#include <string>
#include <utility>

#include "bench/measure/clock.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

namespace {

constexpr int query_rounds = 5;

// Runs all queries of a kind in rounds, the first of them to warm up, and takes each query's median. An
// engine that is slow runs fewer rounds, at least the one that counts.
Measurement measure_kind(std::vector<Engine::PreparedQuery>& queries, double most_seconds,
                         std::uint64_t& answers) {
  std::vector<std::vector<std::uint64_t>> times_ns(queries.size());
  const Clock::time_point start = Clock::now();
  for (const Engine::PreparedQuery& query : queries) answers += query();
  for (int round = 0; round < query_rounds; ++round) {
    if (round > 0 && seconds_between(start, Clock::now()) > most_seconds) break;
    // Each round begins at another query: where a round takes as long as the system's time slices, the same
    // query would be the one that waits in each of them.
    const std::size_t first = queries.size() * static_cast<std::size_t>(round) / query_rounds;
    for (std::size_t place = 0; place < queries.size(); ++place) {
      const std::size_t i = (first + place) % queries.size();
      const Clock::time_point begin = Clock::now();
      consume(queries[i]());
      times_ns[i].push_back(ns_between(begin, Clock::now()));
    }
  }
  Measurement measurement;
  for (std::vector<std::uint64_t>& times : times_ns) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    measurement.times_ps.record(*middle * 1000);
    measurement.seconds += static_cast<double>(*middle) / 1e9;
  }
  measurement.operations = queries.size();
  return measurement;
}

}  // namespace

void measure_queries(const Context& context, const std::vector<NamedEngine>& engines,
                     const std::vector<TextQuery>& queries) {
  for (const QueryKind& kind : query_kinds) {
    for (const auto& [name, engine] : engines) {
      std::vector<Engine::PreparedQuery> prepared;
      for (const TextQuery& query : queries) {
        if (query.kind != &kind) continue;
        if (Engine::PreparedQuery run = engine->prepare(query)) prepared.push_back(std::move(run));
      }
      if (prepared.empty()) continue;
      Row row{Group::query, "query_" + std::string{kind.name}, name};
      row.measurement = measure_kind(prepared, 20 * context.settings.seconds, row.answers);
      context.rows.push_back(std::move(row));
    }
  }
}

}  // namespace corpack::bench
