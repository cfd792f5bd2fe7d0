// corpack verify: whether a dataset is whole.

#include <memory>
#include <vector>

#include <fmt/format.h>

#include <corpack/dataset.hpp>
#include <corpack/verify.hpp>

#include "verbs/arguments.hpp"
#include "verbs/json_writer.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

struct VerifyOptions {
  std::string dataset;
  std::string level = "checksum";
  bool json = false;
};

VerifyLevel level_of(const std::string& name) {
  if (name == "quick") return VerifyLevel::quick;
  return name == "full" ? VerifyLevel::full : VerifyLevel::checksum;
}

// A file that is there but does not open as a dataset is damage too; one that cannot be read is not.
std::vector<std::string> damage_of(const VerifyOptions& options) {
  std::vector<std::string> damage;
  try {
    const Dataset dataset{options.dataset};
    const Verification verification = dataset.verify(level_of(options.level));
    for (const Damage& each : verification.damage)
      damage.push_back(fmt::format("{}: {}", options.dataset, each.what));
    for (const std::string& note : verification.notes) tell("corpack: note: {}\n", note);
  } catch (const FormatError& error) {
    damage.emplace_back(error.what());
  }
  return damage;
}

std::string as_json(const VerifyOptions& options, const std::vector<std::string>& damage) {
  JsonWriter json;
  json.begin_object();
  json.member("level", options.level);
  json.member("ok", damage.empty());
  json.key("damage");
  json.begin_array();
  for (const std::string& each : damage) json.value(each);
  json.end_array();
  json.end_object();
  json.end_line();
  return json.text();
}

int run(const VerifyOptions& options) {
  const std::vector<std::string> damage = damage_of(options);
  Output output;
  if (options.json) {
    output.write(as_json(options, damage));
  } else {
    for (const std::string& each : damage) output.write(each + '\n');
    if (damage.empty())
      output.write(fmt::format("{}: no damage found (level {})\n", options.dataset, options.level));
  }
  output.flush();
  return damage.empty() ? exit_status::done : exit_status::negative;
}

}  // namespace

Verb add_verify(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("verify", "Check that a dataset is whole");
  const auto options = std::make_shared<VerifyOptions>();
  add_dataset(*verb, options->dataset);
  add_choice(*verb, "--level", options->level, {"quick", "checksum", "full"},
             "How much to check (default: checksum)");
  verb->add_flag("--json", options->json, "One object: level, ok, damage");
  verb->footer(R"(quick     what opening looks at: pages, tables, counts
checksum  also the file's length and each of its bytes
full      also that ids, terms, postings and positions say what the records say
Exit status 1: damage was found. 2: the file is missing or cannot be read.

Examples:
  corpack verify icml2024.corpack
  corpack verify icml2024.corpack --level full --json)");
  return {verb, [options] { return run(*options); }};
}

}  // namespace corpack
