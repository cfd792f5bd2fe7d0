// `corpack compile`, run as a user runs it.
#include <chrono>
#include <csignal>
#include <thread>

#include <catch2/catch.hpp>
#include <simdjson.h>
#include <sys/stat.h>

#include "command/command.hpp"

using namespace corpack::test;

namespace {

std::vector<std::string> with_seeds(std::vector<std::string> arguments) {
  for (const std::string& path : seed_paths()) arguments.push_back(path);
  return arguments;
}

// Different paragraphs, enough that compiling them takes a while.
std::string big_dump(unsigned records) {
  std::string dump = "Title\n";
  for (unsigned i = 0; i < records; ++i) {
    dump += "\n";
    for (unsigned word = 0; word < 100; ++word)
      dump += "w" + std::to_string((i * 7919u + word * 104729u) % 50021u) + " ";
    dump += std::to_string(i) + "\n";
  }
  return dump;
}

}  // namespace

TEST_CASE("compile: the seeds give 57 records from 3 sources") {
  const TemporaryFolder folder;
  const Outcome outcome = run_corpack(with_seeds({"compile", "--json", "-o", folder / "a.corpack"}));
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.empty());
  simdjson::dom::parser parser;
  const simdjson::dom::element summary = parser.parse(outcome.out);
  CHECK(std::uint64_t{summary["records"]} == 57);
  CHECK(std::uint64_t{summary["sources"]} == 3);
  CHECK(std::uint64_t{summary["duplicates"]} == 0);
  CHECK(std::uint64_t{summary["rejected"]} == 0);
  std::uint64_t input_bytes = 0;
  for (const std::string& path : seed_paths()) input_bytes += std::filesystem::file_size(path);
  CHECK(std::uint64_t{summary["input_bytes"]} == input_bytes);
  CHECK(std::uint64_t{summary["output_bytes"]} == std::filesystem::file_size(folder / "a.corpack"));
  CHECK(double{summary["seconds"]} >= double{summary["sync_seconds"]});
  CHECK(folder.names() == std::vector<std::string>{"a.corpack"});
}

TEST_CASE("compile: the summary is on standard error, --quiet leaves it out") {
  const TemporaryFolder folder;
  const Outcome loud = run_corpack(with_seeds({"compile", "-o", folder / "a.corpack"}));
  CHECK(loud.status == 0);
  CHECK(loud.out.empty());
  CHECK(loud.err.find("57 records from 3 sources, 0 duplicates, 0 rejected") != std::string::npos);
  CHECK(loud.err.find('\x1B') == std::string::npos);
  const Outcome quiet = run_corpack(with_seeds({"compile", "--quiet", "-o", folder / "a.corpack"}));
  CHECK(quiet.status == 0);
  CHECK(quiet.err.empty());
}

TEST_CASE("compile: the same bytes whatever surrounds it") {
  const TemporaryFolder folder;
  const TemporaryFolder tmp;
  std::vector<std::string> sources;
  for (const std::string& path : seed_paths()) sources.push_back(std::filesystem::path{path}.filename());
  const auto compile = [&](const std::string& name, std::vector<std::string> more, Run changes) {
    changes.arguments = {"compile", "-o", folder / name};
    changes.arguments.insert(changes.arguments.end(), more.begin(), more.end());
    for (const std::string& path : changes.folder.empty() ? seed_paths() : sources)
      changes.arguments.push_back(path);
    REQUIRE(run(changes).status == 0);
    return read_file(folder / name);
  };
  const std::string first = compile("first", {"--threads", "1"}, {});
  CHECK(compile("threads", {"--threads", "8"}, {}) == first);
  CHECK(compile("memory", {"--memory", "64M"}, {}) == first);
  CHECK(compile("tmp", {"--tmp-dir", tmp.path()}, {.environment = {{"TMPDIR", tmp.path()}}}) == first);
  CHECK(compile("locale", {}, {.environment = {{"LC_ALL", "tr_TR.UTF-8"}, {"TZ", "Asia/Tokyo"}}}) == first);
  CHECK(compile("folder", {}, {.folder = CORPACK_SOURCE_DIR "/seeds"}) == first);
  CHECK(compile("umask", {}, {.mask = 077}) == first);
  struct stat status {};
  REQUIRE(::stat((folder / "umask").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("compile: standard input, title and pairs") {
  const TemporaryFolder folder;
  const Outcome outcome = run({.arguments = {"compile", "-", "--no-title", "--title", "[two]", "--meta",
                                             "a=1=2", "--meta", "licence=CC BY", "-o", folder / "a.corpack"},
                               .input = "first\n\nsecond\n"});
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element info = parser.parse(run_corpack({"info", folder / "a.corpack", "--json"}).out);
  CHECK(std::uint64_t{info["records"]} == 2);
  CHECK(std::string_view{info["title"]} == "[two]");
  CHECK(std::string_view{info["meta"]["a"]} == "1=2");
  CHECK(std::string_view{info["meta"]["licence"]} == "CC BY");
  CHECK(std::string_view{info["sources"].at(0)["name"]} == "-");
}

TEST_CASE("compile: duplicates are counted and reported with file and line") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\none\n\ntwo\n\none\n");
  const Outcome outcome = run_corpack({"compile", "--json", dump, "-o", folder / "a.corpack"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element summary = parser.parse(outcome.out);
  CHECK(std::uint64_t{summary["records"]} == 2);
  CHECK(std::uint64_t{summary["duplicates"]} == 1);
  CHECK(outcome.err.find(dump + ":7: ") == 0);
  CHECK(outcome.err.find(dump + ":3") != std::string::npos);
  const Outcome silent =
      run_corpack({"compile", "--json", "--max-errors", "0", dump, "-o", folder / "a.corpack"});
  CHECK(silent.err == "1 more not shown\n");
}

TEST_CASE("compile: JSON lines, rejected records, --strict") {
  const TemporaryFolder folder;
  const std::string dump =
      folder.write("d.jsonl", "{\"n\":\"k1\",\"text\":\"alpha\"}\n{bad\n{\"n\":\"k2\",\"text\":\"beta\"}\n");
  const Outcome outcome = run_corpack({"compile", "--json", "--id", "n", dump, "-o", folder / "a.corpack"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  CHECK(std::uint64_t{parser.parse(outcome.out)["rejected"]} == 1);
  CHECK(run_corpack({"get", folder / "a.corpack", "k2"}).out == "beta\n");
  const Outcome strict = run_corpack({"compile", "--strict", "--id", "n", dump, "-o", folder / "b.corpack"});
  CHECK(strict.status == 2);
  CHECK(strict.err.find(dump + ":2:") != std::string::npos);
  CHECK(folder.names() == std::vector<std::string>{"a.corpack", "d.jsonl"});
}

TEST_CASE("compile: wrong usage ends with 2 and says what is wrong") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\none\n");
  const std::string target = folder / "a.corpack";
  const auto message_of = [&](std::vector<std::string> arguments) {
    const Outcome outcome = run_corpack(std::move(arguments));
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  using Catch::Matchers::Contains;
  CHECK_THAT(message_of({"compile", dump}), Contains("--output is required"));
  CHECK_THAT(message_of({"compile", "-o", target}), Contains("INPUT is required"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--meta", "a"}), Contains("key=value"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--meta", "a=1", "--meta", "a=2"}),
             Contains("'a' is given twice"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--memory", "12Q"}), Contains("'12Q' is no size"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--memory", "63M"}), Contains("at least 64M"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--threads", "0"}), Contains("--threads"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--max-errors=-1"}), Contains("--max-errors"));
  CHECK_THAT(message_of({"compile", dump, "-o", target, "--language", "klingon"}),
             Contains("klingon") && Contains("german"));
  CHECK_THAT(message_of({"compile", folder / "none", "-o", target}), Contains(folder / "none"));
  CHECK_THAT(message_of({"compile", folder / "d.txt", "-o", "-"}), Contains("standard output"));
  CHECK(folder.names() == std::vector<std::string>{"d.txt"});
}

TEST_CASE("compile: an input is never the output") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\none\n");
  std::filesystem::create_hard_link(dump, folder / "other");
  for (const std::string& target : {dump, folder / "other"}) {
    const Outcome outcome = run_corpack({"compile", dump, "-o", target});
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find("is an input as well") != std::string::npos);
  }
  CHECK(read_file(dump) == "Title\n\none\n");
}

TEST_CASE("compile: only a dataset is replaced") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\none\n");
  const std::string text = folder.write("notes", "mine\n");
  std::filesystem::create_directory(folder / "folder");
  std::filesystem::create_symlink("a.corpack", folder / "link");
  for (const std::string& target : {text, folder / "folder", folder / "link", folder / "missing/a.corpack"}) {
    const Outcome outcome = run_corpack({"compile", dump, "-o", target});
    INFO(target);
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find(folder.path().string()) != std::string::npos);
  }
  CHECK(read_file(text) == "mine\n");
  CHECK(folder.names() == std::vector<std::string>{"d.txt", "folder", "link", "notes"});

  const std::string target = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", target}).status == 0);
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target}).status == 0);
  CHECK(run_corpack({"get", target, "one"}).status == 1);
}

TEST_CASE("compile: a dump without records leaves nothing behind") {
  const TemporaryFolder folder;
  for (const std::string_view bytes : {"", "Title only", "\n \n\t\n"}) {
    const std::string dump = folder.write("d.txt", bytes);
    const Outcome outcome = run_corpack({"compile", dump, "-o", folder / "a.corpack"});
    CHECK(outcome.status == 2);
    CHECK_FALSE(outcome.err.empty());
  }
  CHECK(folder.names() == std::vector<std::string>{"d.txt"});
}

TEST_CASE("compile: a signal leaves the old file and nothing else") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("big.txt", big_dump(100000));
  const std::string target = compile_seeds(folder);
  const std::string before = read_file(target);
  for (const int signal : {SIGTERM, SIGINT}) {
    Process process{{.arguments = {"compile", dump, "-o", target}}};
    // The temporary file beside the target tells that the work has begun.
    for (int tries = 0; folder.names().size() < 3 && tries < 10000; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds{1});
    REQUIRE(folder.names().size() == 3);
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    REQUIRE(::kill(process.number(), signal) == 0);
    CHECK(process.wait().status == -signal);
    CHECK(folder.names() == std::vector<std::string>{"big.txt", "seeds.corpack"});
    CHECK(read_file(target) == before);
  }
}

TEST_CASE("compile: a file for rejected records gets them when the work is done, and not before") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("a.jsonl", "{\"text\":\"a\"}\n{bad\n");
  const std::string rejects = folder.write("rejects", "older");
  const std::string target = folder / "a.corpack";
  const auto compiled = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"compile", "-o", target});
    return run_corpack(arguments);
  };
  CHECK(compiled({folder / "nowhere", "--rejects", rejects}).status == 2);
  CHECK(compiled({dump, "--rejects", rejects, "--strict"}).status == 2);
  CHECK(read_file(rejects) == "older");
  CHECK(compiled({dump, "--rejects", rejects}).status == 0);
  CHECK(read_file(rejects) == "{bad\n");
  CHECK(compiled({folder.write("b.txt", "T\n\nb\n"), "--rejects", rejects}).status == 0);
  CHECK(read_file(rejects).empty());
  // A dataset is none, and neither is what leads to the output.
  const std::string good = folder / "good.corpack";
  std::filesystem::copy(target, good);
  CHECK_THAT(compiled({dump, "--rejects", good}).err, Catch::Contains("is a dataset"));
  CHECK(read_file(good) == read_file(target));
  std::filesystem::remove(target);
  std::filesystem::create_symlink(target, folder / "link");
  CHECK_THAT(compiled({dump, "--rejects", folder / "link"}).err, Catch::Contains("leads nowhere"));
  CHECK_FALSE(std::filesystem::exists(target));
  CHECK(compiled({dump, "--rejects", "/dev/full"}).status == 2);
  CHECK_FALSE(std::filesystem::exists(target));
  CHECK(folder.names() == std::vector<std::string>{"a.jsonl", "b.txt", "good.corpack", "link", "rejects"});
}

TEST_CASE("compile: a dataset's name may be as long as names are") {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  const std::string dump = folder.write("a.txt", "T\n\na\n");
  CHECK(run_corpack({"compile", dump, "-o", folder / name}).status == 0);
  CHECK(run_corpack({"compile", dump, "-o", folder / name}).status == 0);
  CHECK(folder.names() == std::vector<std::string>{"a.txt", name});
  CHECK(run_corpack({"compile", dump, "-o", folder / (name + "n")}).status == 2);
}
