// Every reading verb on files that are no datasets, or damaged ones: a clear error, never a signal.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

const std::vector<std::vector<std::string>> reading_verbs{{"get", "c9e941a1bc5162c2"},
                                                          {"search", "mirror"},
                                                          {"similar", "c9e941a1bc5162c2"},
                                                          {"keywords"},
                                                          {"terms"},
                                                          {"info"},
                                                          {"dump"}};

std::vector<std::string> on(const std::string& dataset, const std::vector<std::string>& verb) {
  std::vector<std::string> arguments = verb;
  arguments.insert(arguments.begin() + 1, dataset);
  return arguments;
}

}  // namespace

TEST_CASE("what is no dataset is an error for every verb, and damage for verify") {
  const TemporaryFolder folder;
  const std::string good = read_file(compile_seeds(folder));
  std::vector<std::pair<std::string, std::string>> bad{
      {folder.path().string(), "not a regular file"},
      {"/dev/zero", "not a regular file"},
      {seed_paths()[0], "no LMDB magic"},
      {folder.write("empty", ""), "the file is empty"},
      {folder.write("short", good.substr(0, 1000)), "only 1000 bytes"},
      {folder.write("page", good.substr(0, 4096)), "only 4096 bytes"},
      {folder.write("pages", good.substr(0, 8192)), "truncated dataset"},
      {folder.write("half", good.substr(0, good.size() / 2)), "truncated dataset"}};
  for (const auto& [path, reason] : bad) {
    for (const auto& verb : reading_verbs) {
      const Outcome outcome = run_corpack(on(path, verb));
      INFO(verb.front() << ' ' << path);
      CHECK(outcome.status == 2);
      CHECK(outcome.out.empty());
      CHECK_THAT(outcome.err, Contains(path) && Contains(reason));
    }
    const Outcome outcome = run_corpack({"verify", path});
    CHECK(outcome.status == 1);
    CHECK_THAT(outcome.out, Contains(path) && Contains(reason));
  }
}

TEST_CASE("a flipped byte is found by verify, and no verb dies of it") {
  const TemporaryFolder folder;
  const std::string good = read_file(compile_seeds(folder));
  for (std::size_t flip = 0; flip < 200; ++flip) {
    std::string bytes = good;
    const std::size_t at = flip * good.size() / 200;
    bytes[at] = static_cast<char>(~bytes[at]);
    const std::string path = folder.write("flipped", bytes);
    INFO("byte " << at);
    CHECK(run_corpack({"verify", path}).status == 1);
    const std::vector<std::string>& verb = reading_verbs[flip % reading_verbs.size()];
    const int status = run_corpack(on(path, verb)).status;
    CHECK((status == 0 || status == 1 || status == 2));
  }
}
