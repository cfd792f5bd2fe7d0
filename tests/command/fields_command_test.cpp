// `corpack search` in fields, by weights and filters, and what chooses and shows them.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

std::string papers_of(const TemporaryFolder& folder, std::vector<std::string> more = {}) {
  const std::string target = folder / "papers.corpack";
  std::vector<std::string> arguments{"compile",
                                     std::string{CORPACK_SOURCE_DIR} + "/tests/data/fields/papers.jsonl",
                                     "-o", target, "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = run_corpack(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return target;
}

// Number of records, as standard error has it.
std::string count_of(const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"search"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.emplace_back("--exact-total");
  return run_corpack(all).err;
}

}  // namespace

TEST_CASE("search: fields, filters and weights") {
  const TemporaryFolder folder;
  const std::string papers = papers_of(folder);
  CHECK(count_of({papers, "type:workshop"}) == "2 records\n");
  CHECK(count_of({papers, "mirror", "year>=2020"}) == "3 records\n");
  CHECK(count_of({papers, "mirror", "--filter", "year>=2020", "--filter", "year<2021"}) == "2 records\n");
  CHECK(count_of({papers, "--filter", "year=2024"}) == "2 records\n");
  CHECK(count_of({papers, "poster"}) == "0 records\n");
  CHECK(count_of({papers, "poster", "--weight", "type=2,title=1"}) == "3 records\n");
  CHECK(count_of({papers, "poster", "--weight", "type=2", "--weight", "text=0"}) == "3 records\n");
  CHECK_THAT(run_corpack({"search", papers, "mirror", "--weight", "title=3", "--explain"}).out,
             Contains("title:mirror: boost 3 x idf"));
  CHECK_THAT(run_corpack({"search", papers, "abstract:mirror"}).err,
             Contains("note: field abstract is not indexed") && Contains("compile with --index abstract"));
  CHECK_THAT(run_corpack({"search", papers, "type:oral", "-k", "1"}).out, Contains("\n     type: oral\n"));
  CHECK(count_of({papers, "--filter", "year>=2020", "NOT mirror"}) == "2 records\n");
}

TEST_CASE("search: wrong filters and weights are errors that say what there is") {
  const TemporaryFolder folder;
  const std::string papers = papers_of(folder);
  const auto refused = [&](const std::string& option, const std::string& value, const std::string& message) {
    const Outcome outcome = run_corpack({"search", papers, "mirror", option, value});
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_THAT(outcome.err, Contains(message));
    // Without a query as well.
    CHECK(run_corpack({"search", papers, "--batch", "/dev/null", option, value}).status == 2);
  };
  refused("--filter", "type>=3", "fields with numbers: year, score");
  refused("--filter", "nowhere<3", "fields with numbers: year, score");
  refused("--filter", "year", papers + ": 'year' is no filter");
  refused("--filter", "year:2024..2020", "the second number is less than the first");
  refused("--weight", "abstract=3", papers + ": no field 'abstract' is indexed");
  refused("--weight", "abstract=3", "indexed: text, title, type, year, score, by.name");
  refused("--weight", "title", "not of the form field=number");
  refused("--weight", "", "not of the form field=number");
  refused("--weight", "title=-1", "from 0 to 1000000");
  refused("--weight", "title=1000001", "from 0 to 1000000");
  refused("--weight", "title=inf", "from 0 to 1000000");
}

TEST_CASE("names of fields in messages cannot drive a terminal") {
  const TemporaryFolder folder;
  const std::string dump = folder / "dump.jsonl";
  std::ofstream{dump} << "{\"id\":\"a\",\"text\":\"b\",\"c\\u001b[31m\\u202e\":\"d\",\"n\\u001b\":1}\n";
  const std::string dataset = folder / "dump.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset}).status == 0);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"search", dataset, "b", "--weight", "nowhere=1"},
        {"search", dataset, "b", "--filter", "nowhere>1"},
        {"search", dataset, "nowhere>1"},
        {"terms", dataset, "--field", "nowhere"}}) {
    const Outcome outcome = run_corpack(arguments);
    CHECK_THAT(outcome.err, Contains("\\x1B"));
    CHECK_THAT(outcome.err, !Contains("\x1B") && !Contains("\u202E"));
  }
}

TEST_CASE("compile: --index chooses, info and terms show") {
  const TemporaryFolder folder;
  const std::string papers = papers_of(folder, {"--index", "type,abstract"});
  const Outcome info = run_corpack({"info", papers});
  CHECK_THAT(info.out, Contains("index      type: 3 words in 7 records\n") &&
                           Contains("index      abstract: ") && Contains("numbers    year, score\n") &&
                           !Contains("index      title"));
  CHECK(run_corpack({"terms", papers, "--field", "type"}).out ==
        "oral\t2\t2\nposter\t3\t3\nworkshop\t2\t2\n");
  CHECK(run_corpack({"terms", papers, "--field", "Type", "p"}).out == "poster\t3\t3\n");
  CHECK_THAT(run_corpack({"terms", papers, "--field", "Type", "--json"}).out,
             Catch::StartsWith("{\"field\":\"type\",\"prefix\":\"\",\"total\":3,"));
  const Outcome unknown = run_corpack({"terms", papers, "--field", "title"});
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, Contains("no field 'title' is indexed; indexed: text, abstract, type"));
  CHECK_THAT(run_corpack({"verify", papers, "--level", "full"}).out, Contains("no damage"));

  const std::string plain = papers_of(folder, {"--index", ""});
  CHECK_THAT(run_corpack({"info", plain}).out, !Contains("index "));
  CHECK(count_of({plain, "year>=2020"}) == "5 records\n");
  const Outcome not_kept =
      run_corpack({"compile", plain, "-o", folder / "x.corpack", "--store", "year", "--index", "title"});
  CHECK(not_kept.status == 2);
  CHECK_THAT(not_kept.err, Contains("'title' is not among the fields of --store"));
  const Outcome other_case =
      run_corpack({"compile", plain, "-o", folder / "x.corpack", "--store", "title", "--index", "TITLE"});
  CHECK(other_case.status == 0);
  CHECK(count_of({folder / "x.corpack", "title:mirror"}) == "3 records\n");
}

TEST_CASE("compile: a field that is not there is told, and ends the work with --strict") {
  const TemporaryFolder folder;
  const std::string papers = std::string{CORPACK_SOURCE_DIR} + "/tests/data/fields/papers.jsonl";
  const std::string target = folder / "x.corpack";
  for (const std::string option : {"--index", "--store"}) {
    const Outcome told = run_corpack({"compile", papers, "-o", target, option, "title,nowhere"});
    CHECK(told.status == 0);
    CHECK_THAT(told.err, Contains("warning: no record has a field \"nowhere\"") &&
                             Contains("reported: 1 missing field\n"));
    std::filesystem::remove(target);
    const Outcome strict =
        run_corpack({"compile", papers, "-o", target, option, "title,nowhere", "--strict"});
    CHECK(strict.status == 2);
    CHECK_THAT(strict.err, Contains("no record has a field \"nowhere\"") && !Contains("warning"));
    CHECK_FALSE(std::filesystem::exists(target));
  }
}

TEST_CASE("compile: a .txt that begins like another format is read as text, and a warning says so") {
  const TemporaryFolder folder;
  const auto compiled = [&](const std::string& name, const std::string& content,
                            const std::vector<std::string>& options = {}) {
    const std::string dump = folder.write(name, content);
    std::vector<std::string> arguments{"compile", dump, "-o", folder / "x.corpack", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_corpack(arguments);
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  CHECK_THAT(compiled("packages.txt", "Package: apt\nVersion: 2\n\nPackage: dpkg\nVersion: 1\n"),
             Contains(folder / "packages.txt" +
                      ": warning: read as text, as its name says, but it begins like --format stanza"));
  CHECK_THAT(compiled("rows.txt", "{\"text\": \"a\"}\n{\"text\": \"b\"}\n"), Contains("--format jsonl"));
  CHECK(compiled("packages.txt", "Package: apt\nVersion: 2\n", {"--format", "text"}).empty());
  CHECK(compiled("papers.txt", "Papers: of 2024\n\nMirrors: a history\n\nGlass\n").empty());
}
