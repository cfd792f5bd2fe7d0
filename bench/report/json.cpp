#include <string>

#include "bench/report/report.hpp"
#include "verbs/json_writer.hpp"

namespace corpack::bench {

namespace {

void write_settings(JsonWriter& json, const Report& report) {
  const Settings& settings = report.settings;
  json.key("settings");
  json.begin_object();
  json.member("seed", settings.seed);
  json.member("seconds", settings.seconds);
  json.member("threads", settings.threads);
  json.member("queries", settings.queries);
  json.member("queries_per_kind", settings.queries_per_kind);
  json.end_object();
  json.key("machine");
  json.begin_object();
  json.member("processor", report.machine.processor);
  json.member("cores", report.machine.cores);
  json.member("l3_bytes", report.machine.l3_bytes);
  json.member("memory_bytes", report.machine.memory_bytes);
  json.member("system", report.machine.system);
  json.member("clock_ns", report.clock_ns);
  json.end_object();
}

void write_dataset(JsonWriter& json, const Report& report) {
  const DatasetFigures& dataset = report.dataset;
  json.key("dataset");
  json.begin_object();
  json.member("path", report.settings.dataset);
  json.member("title", dataset.title);
  json.member("records", dataset.records);
  json.member("text_bytes", dataset.text_bytes);
  json.member("file_bytes", dataset.file_bytes);
  json.member("language", dataset.language);
  json.member("positions", dataset.positions);
  json.end_object();
}

void write_builds(JsonWriter& json, const Report& report) {
  json.key("builds");
  json.begin_array();
  for (const BuildFigures& build : report.builds) {
    json.begin_object();
    json.member("engine", build.engine);
    json.member("seconds", build.seconds);
    json.member("sync_seconds", build.sync_seconds);
    json.member("file_bytes", build.file_bytes);
    json.end_object();
  }
  json.end_array();
}

// [greatest value of the bucket in ns, operations in it]
void write_histogram(JsonWriter& json, const Histogram& times_ps) {
  json.key("histogram_ns");
  json.begin_array();
  for (const Histogram::Bucket& bucket : times_ps.buckets()) {
    json.begin_array();
    json.value(static_cast<double>(bucket.upper) / ps_per_ns);
    json.value(bucket.count);
    json.end_array();
  }
  json.end_array();
}

void write_row(JsonWriter& json, const Row& row) {
  json.begin_object();
  json.member("group", name_of(row.group));
  json.member("workload", row.workload);
  json.member("engine", row.engine);
  json.member("threads", row.threads);
  json.member("batch", row.measurement.batch);
  json.member("operations", row.measurement.operations);
  if (!row.note.empty()) json.member("note", row.note);
  if (row.measurement.operations > 0) {
    json.member("seconds", row.measurement.seconds);
    json.member("operations_per_second", row.per_second());
    json.member("mean_ns", row.mean_ns());
    json.member("p50_ns", row.percentile_ns(50));
    json.member("p90_ns", row.percentile_ns(90));
    json.member("p99_ns", row.percentile_ns(99));
    json.member("p999_ns", row.percentile_ns(99.9));
    json.member("max_ns", row.greatest_ns());
    if (row.bytes > 0)
      json.member("bytes_per_second", static_cast<double>(row.bytes) / row.measurement.seconds);
    if (row.group == Group::query) json.member("answers", row.answers);
    write_histogram(json, row.measurement.times_ps);
  }
  json.end_object();
}

void write_ratios(JsonWriter& json, std::string_view name, const std::vector<Ratio>& ratios) {
  json.key(name);
  json.begin_array();
  for (const Ratio& ratio : ratios) {
    json.begin_object();
    json.member("workload", ratio.workload);
    json.member("other", ratio.other);
    json.member("ratio", ratio.ratio);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

std::string as_json(const Report& report) {
  JsonWriter json;
  json.begin_object();
  write_settings(json, report);
  write_dataset(json, report);
  write_builds(json, report);
  json.key("rows");
  json.begin_array();
  for (const Row& row : report.rows) write_row(json, row);
  json.end_array();
  write_ratios(json, "peer_ratios", peer_ratios(report.rows));
  write_ratios(json, "limit_ratios", limit_ratios(report.rows));
  json.key("notes");
  json.begin_array();
  for (const std::string& note : report.notes) json.value(note);
  json.end_array();
  json.end_object();
  json.end_line();
  return json.text();
}

}  // namespace corpack::bench
