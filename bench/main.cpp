// corpack-bench DATASET: what look-ups and queries take, beside other engines and the machine's own limit.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <corpack/error.hpp>

#include "bench/engines/peers.hpp"
#include "bench/measure/clock.hpp"
#include "bench/queries/draw_queries.hpp"
#include "bench/queries/query_file.hpp"
#include "bench/report/report.hpp"
#include "bench/settings.hpp"
#include "bench/workloads/workloads.hpp"
#include "verbs/output.hpp"
#include "verbs/verb.hpp"

namespace corpack::bench {

namespace {

void say(const std::string& message) {
  fmt::print(stderr, "corpack-bench: {}\n", message);
}

int open_file(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666);
  if (file < 0) throw Error(path + ": cannot be written: " + std::strerror(errno));
  return file;
}

// Before minutes of measuring rather than after.
void check_outputs(const Settings& settings) {
  for (const std::string& path : {settings.json, settings.html, settings.write_queries})
    if (!path.empty() && path != "-") ::close(open_file(path, 0));
}

void write_file(const std::string& path, const std::string& bytes) {
  const int file = open_file(path, O_TRUNC);
  Output output{file, path};
  output.write(bytes);
  output.flush();
  if (::close(file) != 0) throw Error(path + ": cannot be written: " + std::strerror(errno));
}

void build_peers(Peers& peers, const Dataset& dataset, Report& report) {
  for (const std::string& name : report.settings.peers) {
    say("building " + name);
    report.builds.push_back(peers.build(name, dataset));
  }
}

std::vector<TextQuery> queries_for(QueryDrawer& drawer, Report& report) {
  const Settings& settings = report.settings;
  std::vector<TextQuery> queries =
      settings.queries.empty() ? drawer.draw_all(settings.queries_per_kind) : read_queries(settings.queries);
  report.notes.insert(report.notes.end(), drawer.notes().begin(), drawer.notes().end());
  if (!settings.write_queries.empty()) write_queries(settings.write_queries, queries);
  return queries;
}

void measure(const Dataset& dataset, const std::optional<Peers>& peers, Report& report) {
  const Context context{report.settings, dataset, report.clock_ns, report.rows, report.notes};
  std::vector<NamedEngine> engines;
  engines.push_back({corpack_engine, open_corpack(dataset)});
  for (const std::string& name : report.settings.peers) engines.push_back({name, peers->open(name)});
  QueryDrawer drawer{dataset, report.settings.seed};
  if (dataset.searchable() && !dataset.has_positions())
    report.notes.push_back("query_phrase2: left out for corpack, the dataset has no positions");
  std::vector<TextQuery> queries;
  if (dataset.searchable()) queries = queries_for(drawer, report);
  say("measuring the scan and look-ups");
  measure_scan(context);
  measure_lookups(context, engines);
  if (dataset.searchable()) {
    say("measuring queries");
    measure_terms(context, drawer);
    measure_queries(context, engines, queries);
  } else {
    report.notes.push_back("no queries: the dataset has no keyword tables");
  }
  say("measuring threads");
  measure_threads(context, queries);
}

void hand_over(const Report& report) {
  const Settings& settings = report.settings;
  if (!settings.html.empty()) write_file(settings.html, as_html(report));
  if (!settings.json.empty() && settings.json != "-") write_file(settings.json, as_json(report));
  Output output;
  output.write(settings.json == "-" ? as_json(report) : as_text(report));
  output.flush();
}

void run(Settings settings) {
  check_outputs(settings);
  Report report;
  report.settings = std::move(settings);
  report.machine = this_machine();
  report.clock_ns = clock_cost_ns();
  if (!report.settings.build_only)
    measure_opening(report.settings, report.clock_ns, report.rows, report.notes);
  const Dataset dataset{report.settings.dataset};
  report.dataset = DatasetFigures::of(dataset);
  if (dataset.empty()) throw Error(report.settings.dataset + ": has no records to look up");
  std::optional<Peers> peers;
  if (!report.settings.peers.empty()) {
    peers.emplace(report.settings.peer_dir);
    build_peers(*peers, dataset, report);
  }
  if (!report.settings.build_only) measure(dataset, peers, report);
  hand_over(report);
}

}  // namespace

}  // namespace corpack::bench

int main(int argc, char** argv) {
  using namespace corpack;
  bench::Settings settings;
  int status = exit_status::done;
  try {
    if (bench::read_settings(argc, argv, settings, status)) bench::run(std::move(settings));
    return status;
  } catch (const OutputClosed&) {
  } catch (const std::exception& error) {
    bench::say(error.what());
  }
  return exit_status::failed;
}
