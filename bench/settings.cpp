#include "bench/settings.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/engines/kinds.hpp"
#include "verbs/arguments.hpp"
#include "verbs/output.hpp"
#include "verbs/verb.hpp"

namespace corpack::bench {

namespace {

constexpr const char* examples = R"(Examples:
  corpack-bench papers.corpack --peers none
  corpack-bench papers.corpack --html papers.html
  corpack-bench papers.corpack --peers lmdb,tinycdb --seconds 5 --json -

bench/README.md says what each row measures. Exit status: 0 done; 2 wrong usage, or something failed.)";

std::string known_peers() {
  std::string names;
  for (const EngineKind& kind : peer_kinds()) names += (names.empty() ? "" : ",") + std::string{kind.name};
  return names;
}

std::vector<std::string> chosen_peers(const std::string& list) {
  std::vector<std::string> asked;
  std::istringstream names{list};
  for (std::string name; std::getline(names, name, ',');) asked.push_back(name);
  const auto is_asked = [&](std::string_view name) {
    return std::find(asked.begin(), asked.end(), name) != asked.end();
  };
  std::vector<std::string> peers;
  for (const EngineKind& kind : peer_kinds())
    if (list == "all" || is_asked(kind.name)) peers.emplace_back(kind.name);
  if (list == "all" || list == "none") return peers;
  for (const std::string& name : asked)
    if (std::find(peers.begin(), peers.end(), name) == peers.end())
      throw CLI::ValidationError("--peers", "no peer '" + name + "' here; this program was built with " +
                                                known_peers() + ", and takes all or none");
  return peers;
}

}  // namespace

bool read_settings(int argc, char** argv, Settings& settings, int& status) {
  CLI::App app{"corpack-bench measures what look-ups and queries in a dataset take, beside other engines.",
               "corpack-bench"};
  app.footer(examples);
  std::string peers = "all";
  settings.threads = std::max(1u, std::thread::hardware_concurrency());
  add_dataset(app, settings.dataset);
  add_number(app, "--seed", settings.seed, "Of keys and queries (default: 1)");
  app.add_option("--seconds", settings.seconds, "Measured for a row (default: 1)")
      ->check(CLI::Range(0.001, 3600.0).description(""))
      ->type_name("S");
  app.add_option("--threads", settings.threads, "Up to so many in the rows of threads (default: all cores)")
      ->check(CLI::Range(1, 1024).description(""))
      ->type_name("N");
  app.add_option("--peers", peers,
                 "Of " + known_peers() + ": which to build and measure beside it (default: all)")
      ->type_name("all|none|LIST");
  app.add_option("--peer-dir", settings.peer_dir, "Build the peers there and keep them")->type_name("DIR");
  app.add_flag("--build-only", settings.build_only, "Build the peers, and measure nothing but that");
  app.add_option("--queries", settings.queries, "Lines KIND<TAB>WORDS to run, instead of drawn queries")
      ->type_name("FILE");
  app.add_option("--queries-per-kind", settings.queries_per_kind, "Queries to draw (default: 100)")
      ->check(CLI::Range(1, 1'000'000).description(""))
      ->type_name("N");
  app.add_option("--write-queries", settings.write_queries, "Write the queries there, for other programs")
      ->type_name("FILE");
  app.add_option("--json", settings.json, "One object with all figures; - is standard output")
      ->type_name("FILE");
  app.add_option("--html", settings.html, "One page with plots, to be opened from disk")->type_name("FILE");
  try {
    app.parse(argc, argv);
    settings.peers = chosen_peers(peers);
    return true;
  } catch (const CLI::Success& asked) {
    std::ostringstream answer;
    app.exit(asked, answer, answer);
    Output output;
    output.write(answer.str());
    output.flush();
    status = exit_status::done;
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "corpack-bench: {}\nSee `corpack-bench --help`.\n", error.what());
    status = exit_status::failed;
  }
  return false;
}

}  // namespace corpack::bench
