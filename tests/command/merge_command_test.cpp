// `corpack merge`, `compile --base` and `diff`, run as a user runs them.
#include <catch2/catch.hpp>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

// Compiles with these arguments into a new dataset of the folder.
std::string compile(const TemporaryFolder& folder, const std::string& name,
                    std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compile");
  arguments.insert(arguments.end(), {"-o", folder / name, "--quiet"});
  REQUIRE(run_corpack(arguments).status == 0);
  return folder / name;
}

}  // namespace

TEST_CASE("merge: the seeds compiled apart are the seeds compiled together") {
  const TemporaryFolder folder;
  const std::string together = read_file(compile_seeds(folder));
  std::vector<std::string> merge{"merge"};
  for (const std::string& path : seed_paths())
    merge.push_back(compile(folder, std::to_string(merge.size()) + ".corpack", {path}));
  merge.insert(merge.end(), {"-o", folder / "merged.corpack"});
  const Outcome outcome = run_corpack(merge);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("57 records from 3 sources"));
  CHECK((read_file(folder / "merged.corpack") == together));
}

TEST_CASE("merge: the output may be one of the inputs") {
  const TemporaryFolder folder;
  const std::string one = compile(folder, "1.corpack", {seed_paths()[0]});
  const std::string two = compile(folder, "2.corpack", {seed_paths()[1]});
  const std::string both = read_file(compile(folder, "both.corpack", {seed_paths()[0], seed_paths()[1]}));
  for (const char* const policy : {"first", "last"}) {
    const std::string target = folder.write("target.corpack", read_file(one));
    REQUIRE(run_corpack({"merge", target, two, "-o", target, "--duplicates", policy}).status == 0);
    CHECK((read_file(target) == both));
  }
  CHECK(folder.names() ==
        std::vector<std::string>{"1.corpack", "2.corpack", "both.corpack", "target.corpack"});
}

TEST_CASE("merge: what is refused names the file, and leaves the output as it was") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  const std::string before = read_file(dataset);
  const std::string english = compile(folder, "english.corpack", {seed_paths()[0]});
  const std::string german = compile(folder, "german.corpack", {seed_paths()[1], "--language", "german"});
  const std::string cut = folder.write("cut.corpack", before.substr(0, before.size() / 2));
  const auto merge = [&](const std::vector<std::string>& inputs) {
    std::vector<std::string> arguments{"merge", "-o", dataset};
    arguments.insert(arguments.end(), inputs.begin(), inputs.end());
    const Outcome outcome = run_corpack(arguments);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK((read_file(dataset) == before));
    return outcome.err;
  };
  CHECK_THAT(merge({english, german}), Contains(english + " (language english") &&
                                           Contains(german + " (language german") && Contains("--language"));
  CHECK_THAT(merge({english, cut}), Contains(cut + ": truncated dataset"));
  CHECK_THAT(merge({english, folder / "none.corpack"}), Contains(folder / "none.corpack"));
  CHECK_THAT(merge({english, seed_paths()[0]}), Contains(seed_paths()[0] + ": is no dataset"));
  CHECK_THAT(merge({english, english, "--duplicates", "error"}), Contains("same key as the record at"));
  CHECK(run_corpack({"merge", english, german, "--language", "english", "-o", dataset}).status == 0);
  CHECK_THAT(run_corpack({"search", dataset, "generalizations"}).out, Contains("generaliz"));
}

TEST_CASE("compile: a dataset comes as a file, not through a pipe") {
  const TemporaryFolder folder;
  const Outcome outcome = run(
      {.arguments = {"compile", "-", "-o", folder / "b.corpack"}, .input = read_file(compile_seeds(folder))});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("standard input: holds a dataset"));
  CHECK_FALSE(std::filesystem::exists(folder / "b.corpack"));
}

TEST_CASE("compile --base: new records are added, changed ones replaced") {
  const TemporaryFolder folder;
  const std::string old_dump = folder.write("old.jsonl",
                                            "{\"id\":\"a\",\"text\":\"one\"}\n{\"id\":\"b\",\"text\":\"two\"}"
                                            "\n{\"id\":\"c\",\"text\":\"three\"}\n");
  const std::string new_dump =
      folder.write("new.jsonl", "{\"id\":\"b\",\"text\":\"second\"}\n{\"id\":\"d\",\"text\":\"four\"}\n");
  const std::string base = compile(folder, "base.corpack", {old_dump, "--meta", "licence=CC0"});
  const std::string before = compile(folder, "before.corpack", {base});
  const std::string expected = read_file(
      compile(folder, "all.corpack", {old_dump, new_dump, "--duplicates", "last", "--meta", "licence=CC0"}));
  REQUIRE(run_corpack({"compile", "--base", base, new_dump, "-o", base}).status == 0);
  CHECK((read_file(base) == expected));
  CHECK(run_corpack({"get", base, "a", "b", "c", "d"}).out == "one\n\nsecond\n\nthree\n\nfour\n");

  const Outcome diff = run_corpack({"diff", before, base});
  CHECK(diff.status == 1);
  // The ids as `printf %s KEY | xxhsum -H3` prints them, ascending.
  std::vector<std::string> lines = lines_of(diff.out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].substr(18) == (lines[0].front() == '+' ? " d" : " b"));
  CHECK(lines[0].substr(2) < lines[1].substr(2));
  CHECK(lines[0].front() + lines[1].front() == '+' + '~');
  CHECK_THAT(diff.err, Contains("1 added, 0 removed, 1 changed, 2 unchanged"));

  CHECK_THAT(run_corpack({"compile", "--base", old_dump, new_dump, "-o", folder / "x.corpack"}).err,
             Contains(old_dump + ": is no dataset"));
  const Outcome kept = run_corpack(
      {"compile", "--base", before, new_dump, "--duplicates", "first", "-o", folder / "first.corpack"});
  CHECK(kept.status == 0);
  CHECK(run_corpack({"get", folder / "first.corpack", "b"}).out == "two\n");
}

TEST_CASE("diff: lines, JSON and exit statuses") {
  const TemporaryFolder folder;
  // XXH3-64 of "a", "corpack" and the empty key, as schema/FORMAT.md gives them.
  const std::string before =
      compile(folder, "a.corpack", {"--id", "k", folder.write("a.jsonl", R"({"k":"a","text":"1"}
{"k":"corpack","text":"2"}
{"k":"same","text":"3"}
)")});
  const std::string after =
      compile(folder, "b.corpack", {"--id", "k", folder.write("b.jsonl", R"({"k":"","text":"1"}
{"k":"corpack","text":"changed"}
{"k":"same","text":"3"}
)")});
  const Outcome lines = run_corpack({"diff", before, after});
  CHECK(lines.status == 1);
  CHECK(lines.out == "+ 2d06800538d394c2 \n~ 7569b56052617f9e corpack\n- e6c632b61e964e1f a\n");
  const Outcome json = run_corpack({"diff", before, after, "--json"});
  CHECK(json.status == 1);
  CHECK(json.err.empty());
  CHECK(json.out ==
        R"({"added":[{"id":"2d06800538d394c2","key":""}],"removed":[{"id":"e6c632b61e964e1f","key":"a"}],)"
        R"("changed":[{"id":"7569b56052617f9e","key":"corpack"}],"unchanged":1})"
        "\n");
  const Outcome same = run_corpack({"diff", before, before});
  CHECK(same.status == 0);
  CHECK(same.out.empty());
  CHECK(run_corpack({"diff", before, before, "--json"}).out ==
        "{\"added\":[],\"removed\":[],\"changed\":[],\"unchanged\":3}\n");
  CHECK(run_corpack({"diff", before, folder / "none"}).status == 2);
  CHECK(run_corpack({"diff", before, folder / "a.jsonl"}).status == 2);
  CHECK(run_corpack({"diff", before}).status == 2);
}
