// corpack diff: which records were added, removed or changed between two datasets.

#include <cstdint>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include <corpack/dataset.hpp>

#include "dataset_diff.hpp"
#include "verbs/arguments.hpp"
#include "verbs/figures.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/record_json.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct DiffRequest {
  std::string before;
  std::string after;
  bool json = false;
  bool quiet = false;
};

enum class Change : std::uint8_t { none, added, removed, changed };

Change change_of(const DiffEntry& entry) {
  if (!entry.before) return Change::added;
  if (!entry.after) return Change::removed;
  return entry.is_changed ? Change::changed : Change::none;
}

class Diff {
 public:
  explicit Diff(const DiffRequest& request)
      : request_{request}, before_{request.before}, after_{request.after} {}

  int run() {
    diff_datasets(before_, after_, [this](const DiffEntry& entry) { take(entry); });
    if (request_.json) write_json();
    output_.flush();
    const bool is_same = counts_[1] + counts_[2] + counts_[3] == 0;
    if (!request_.json && !request_.quiet)
      tell("{} added, {} removed, {} changed, {} unchanged\n", grouped(count(Change::added)),
           grouped(count(Change::removed)), grouped(count(Change::changed)), grouped(count(Change::none)));
    return is_same ? exit_status::done : exit_status::negative;
  }

 private:
  std::uint64_t count(Change change) const { return counts_[static_cast<std::size_t>(change)]; }

  void take(const DiffEntry& entry) {
    const Change change = change_of(entry);
    ++counts_[static_cast<std::size_t>(change)];
    if (change == Change::none) return;
    const Record& record = entry.after ? *entry.after : *entry.before;
    if (request_.json)
      ordinals_[static_cast<std::size_t>(change)].push_back(record.ordinal());
    else
      write_line(change, record);
  }

  void write_line(Change change, const Record& record) {
    constexpr std::string_view signs = " +-~";
    output_.write(fmt::format("{} {}", signs[static_cast<std::size_t>(change)], record.id().to_string()));
    if (record.has_own_key()) output_.write(" " + on_one_line(record.key()));
    output_.write("\n");
  }

  // One list after another: only their ordinals are held in memory.
  void write_json() {
    JsonWriter json;
    json.begin_object();
    write_list(json, "added", Change::added, after_);
    write_list(json, "removed", Change::removed, before_);
    write_list(json, "changed", Change::changed, after_);
    json.member("unchanged", count(Change::none));
    json.end_object();
    json.end_line();
    output_.write(json.text());
  }

  void write_list(JsonWriter& json, const char* name, Change change, const Dataset& dataset) {
    json.key(name);
    json.begin_array();
    for (const std::uint32_t ordinal : ordinals_[static_cast<std::size_t>(change)]) {
      json.begin_object();
      write_identity(json, dataset.at(ordinal));
      json.end_object();
      output_.write(json.text());
      json.clear();
    }
    json.end_array();
  }

  const DiffRequest& request_;
  Dataset before_;
  Dataset after_;
  Output output_;
  std::uint64_t counts_[4] = {};            // by Change
  std::vector<std::uint32_t> ordinals_[4];  // by Change
};

}  // namespace

Verb add_diff(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("diff", "List the records that differ between two datasets");
  const auto request = std::make_shared<DiffRequest>();
  verb->add_option("BEFORE", request->before, "Dataset file")->required()->type_name("");
  verb->add_option("AFTER", request->after, "Dataset file")->required()->type_name("");
  auto* const json =
      verb->add_flag("--json", request->json, "One object: added, removed, changed, unchanged");
  verb->add_flag("--quiet", request->quiet, "No summary on standard error")->excludes(json);
  verb->footer(
      R"(A line for each record, ascending by id: + added, - removed, ~ changed, then its id, then its key where that is not
the text. Records are the same where text and fields are; places, sources and the datasets' settings do not count.
Exit status 1: the datasets differ.

Examples:
  corpack diff old.corpack new.corpack
  corpack diff old.corpack new.corpack --json)");
  return {verb, [request] { return Diff{*request}.run(); }};
}

}  // namespace corpack
