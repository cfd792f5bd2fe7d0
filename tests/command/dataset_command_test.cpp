// `corpack info`, `verify` and `dump`, and what all verbs have in common, run as a user runs them.
#include <catch2/catch.hpp>
#include <simdjson.h>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

TEST_CASE("info: of the seeds") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  const Outcome outcome = run_corpack({"info", dataset, "--json"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element info = parser.parse(outcome.out);
  CHECK(std::string_view{info["format"]} == "1.0");
  CHECK(std::string_view{info["title"]} == "ICML 2024 论文列表");
  CHECK(std::uint64_t{info["records"]} == 57);
  CHECK(bool{info["positions"]});
  CHECK(std::string_view{info["language"]} == "english");
  CHECK(std::uint64_t{info["file_bytes"]} == std::filesystem::file_size(dataset));
  std::uint64_t text_bytes = 0;
  for (const std::string& path : seed_paths())
    for (const std::string& paragraph : seed_paragraphs(path)) text_bytes += paragraph.size();
  CHECK(std::uint64_t{info["text_bytes"]} == text_bytes);
  CHECK(std::uint64_t{info["terms"]} == lines_of(run_corpack({"terms", dataset}).out).size());
  const simdjson::dom::array sources = info["sources"];
  REQUIRE(sources.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::string_view{sources.at(i)["name"]} ==
          std::filesystem::path{seed_paths()[i]}.filename().string());
    CHECK(std::uint64_t{sources.at(i)["records"]} == 19);
    CHECK(std::uint64_t{sources.at(i)["first_ordinal"]} == 19 * i);
  }
  CHECK(std::string_view{info["checksum"]}.size() == 32);
  for (const char* const table : {"records", "ids", "lengths", "terms", "postings", "positions"})
    CHECK(std::uint64_t{info["tables"][table]["blocks"]} == 1);
  const Outcome shown = run_corpack({"info", dataset});
  CHECK(shown.status == 0);
  CHECK_THAT(shown.out,
             Contains("ICML 2024 论文列表") && Contains(std::string{std::string_view{info["checksum"]}}));
}

TEST_CASE("info: a dataset without positions, of no language") {
  const TemporaryFolder folder;
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", seed_paths()[0], "--no-positions", "--language", "none", "-o", dataset})
              .status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element info = parser.parse(run_corpack({"info", dataset, "--json"}).out);
  CHECK_FALSE(bool{info["positions"]});
  CHECK(std::string_view{info["language"]} == "none");
  CHECK(info["tables"]["positions"].error() == simdjson::NO_SUCH_FIELD);
}

TEST_CASE("verify: whole, damaged, no dataset, missing") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  for (const char* const level : {"quick", "checksum", "full"}) {
    const Outcome outcome = run_corpack({"verify", dataset, "--level", level, "--json"});
    CHECK(outcome.status == 0);
    CHECK(outcome.out == std::string{"{\"level\":\""} + level + "\",\"ok\":true,\"damage\":[]}\n");
  }
  std::string bytes = read_file(dataset);
  const std::size_t text = bytes.find("mirror");
  REQUIRE(text != std::string::npos);
  bytes[text] = 'M';
  const std::string damaged = folder.write("damaged.corpack", bytes);
  const Outcome outcome = run_corpack({"verify", damaged});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.out, Contains(damaged) && Contains("checksum") && Contains("records"));
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(run_corpack({"verify", damaged, "--json"}).out);
  CHECK_FALSE(bool{answer["ok"]});
  CHECK(simdjson::dom::array{answer["damage"]}.size() >= 1);

  CHECK(run_corpack({"verify", folder.write("cut.corpack", bytes.substr(0, bytes.size() / 2))}).status == 1);
  CHECK(run_corpack({"verify", seed_paths()[0]}).status == 1);
  CHECK(run_corpack({"verify", folder / "none"}).status == 2);
  CHECK(run_corpack({"verify", dataset, "--level", "some"}).status == 2);
}

TEST_CASE("dump: each paragraph of the seeds comes back byte for byte") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  std::string expected = "ICML 2024 论文列表\n";
  for (const std::string& path : seed_paths())
    for (const std::string& paragraph : seed_paragraphs(path)) expected += "\n" + paragraph + "\n";
  const Outcome outcome = run_corpack({"dump", dataset});
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out == expected);
  REQUIRE(run_corpack({"dump", dataset, "-o", folder / "dump.txt"}).status == 0);
  CHECK(read_file(folder / "dump.txt") == expected);
  // A second round gives the same records.
  REQUIRE(run_corpack({"compile", folder / "dump.txt", "-o", folder / "again.corpack"}).status == 0);
  CHECK(run_corpack({"dump", folder / "again.corpack"}).out == expected);
}

TEST_CASE("dump: JSON lines are what get prints") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  const std::string dump = run_corpack({"dump", dataset, "--format", "jsonl"}).out;
  const std::vector<std::string> lines = lines_of(dump);
  REQUIRE(lines.size() == 57);
  simdjson::dom::parser parser;
  std::string ids;
  for (const std::string& line : lines) ids += std::string{std::string_view{parser.parse(line)["id"]}} + "\n";
  CHECK(run({.arguments = {"get", dataset, "--json", "-"}, .input = ids}).out == dump);
}

TEST_CASE("dump: what the text form loses is said") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.jsonl",
                                        "{\"n\":\"1\",\"text\":\"a\\n\\nb\"}\n{\"n\":\"2\",\"text\":\" c\"}\n"
                                        "{\"n\":\"3\",\"text\":\"d\\ne\"}\n");
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", "--id", "n", dump, "-o", dataset}).status == 0);
  const Outcome outcome = run_corpack({"dump", dataset});
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "a\n\nb\n\n c\n\nd\ne\n");
  CHECK_THAT(outcome.err,
             Contains("--no-title") && Contains("2 records would not") && Contains("3 records had keys"));
  CHECK(run_corpack({"dump", dataset, "--format", "jsonl"}).err.empty());
}

TEST_CASE("dump: the dataset itself is never overwritten") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  const std::string before = read_file(dataset);
  const Outcome outcome = run_corpack({"dump", dataset, "-o", dataset});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("is the dataset itself"));
  CHECK(read_file(dataset) == before);
}

TEST_CASE("a full disk under standard output is an error for every verb") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  const std::vector<std::vector<std::string>> commands{{"dump", dataset},
                                                       {"get", dataset, "c9e941a1bc5162c2"},
                                                       {"search", dataset, "mirror"},
                                                       {"terms", dataset},
                                                       {"info", dataset},
                                                       {"verify", dataset},
                                                       {"--help"},
                                                       {"--version"},
                                                       {"compile", seed_paths()[0], "--json", "-o", dataset}};
  for (const auto& arguments : commands) {
    const Outcome outcome = run({.arguments = arguments, .out_path = "/dev/full"});
    INFO(arguments.front());
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains("standard output: cannot write: No space left"));
  }
}

TEST_CASE("help, version, and commands that are none") {
  for (const char* const verb : {"compile", "get", "search", "terms", "info", "verify", "dump"}) {
    const Outcome help = run_corpack({verb, "--help"});
    CHECK(help.status == 0);
    CHECK_THAT(help.out, Contains("Examples:\n  ") && Contains(std::string{"corpack "} + verb));
    CHECK(help.err.empty());
  }
  const Outcome version = run_corpack({"--version"});
  CHECK(version.status == 0);
  CHECK_THAT(version.out, Contains("dataset format 1.0"));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{}, {"nonsense"}, {"info"}, {"info", "--nonsense"}}) {
    const Outcome outcome = run_corpack(arguments);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains("--help"));
  }
}

TEST_CASE("a message that cannot be written is lost, and the work goes on") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("a.txt", "T\n\na mirror\n");
  const auto status_of = [](const std::string& line) {
    return run({.arguments = {"-c", line}, .program = "/bin/sh"}).status;
  };
  const std::string corpack = std::string{"'"} + CORPACK_COMMAND + "' ";
  const std::string file = "'" + folder / "a.corpack" + "'";
  for (const std::string where : {" 2>/dev/full", " 2>&-"}) {
    CHECK(status_of(corpack + "compile '" + dump + "' -o " + file + where) == 0);
    CHECK(status_of(corpack + "search " + file + " mirror >/dev/null" + where) == 0);
    CHECK(status_of(corpack + "search " + file + " glass" + where) == 1);
    CHECK(status_of(corpack + "get " + file + " nothing" + where) == 1);
    CHECK(status_of(corpack + "get nowhere x" + where) == 2);
    CHECK(status_of(corpack + "nonsense" + where) == 2);
  }
}
