#include "dump/formats/dump_format.hpp"

#include <string>

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "dump/source_names.hpp"
#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::SourcePath;
using Names = std::vector<std::string>;

TEST_CASE("a dump's format is told by its name", "[dump][format]") {
  const auto by_name = [](std::string_view name) { return corpack::format_of_name(name)->name; };
  CHECK(by_name("a.txt") == "text");
  CHECK(by_name("a.JSONL") == "jsonl");
  CHECK(by_name("a.ndjson.gz") == "jsonl");
  CHECK(by_name("a.json.zst") == "json");
  CHECK(by_name("a.b.csv.bz2") == "csv");
  CHECK(by_name("a.tsv.xz") == "tsv");
  CHECK(by_name("a.md") == "markdown");
  CHECK(by_name("a.bib") == "bibtex");
  CHECK(by_name("a.trec") == "trec");
  for (const std::string_view name : {"-", "a", "a.dump", "a.dump.gz", ""})
    CHECK(corpack::format_of_name(name) == nullptr);
}

TEST_CASE("a dump whose name says nothing is told by its content", "[dump][format]") {
  const auto by_content = [](std::string_view opening) { return corpack::format_of_content(opening).name; };
  CHECK(by_content("{\"text\":\"t\"}\n{\"text") == "jsonl");
  CHECK(by_content("{\"text\":\"" + std::string(5000, 'x')) == "jsonl");
  CHECK(by_content("[{\"text\":\"t\"}]") == "json");
  CHECK(by_content("{\n  \"text\": \"t\"\n}\n") == "json");
  CHECK(by_content("Package: apt\nVersion: 2\n") == "stanza");
  CHECK(by_content("% refs\n@article{k,") == "text");
  CHECK(by_content("\n@article{k,\n") == "bibtex");
  CHECK(by_content("<DOC>\n<DOCNO>1") == "trec");
  CHECK(by_content("ICML 2024: a list\n\nFirst paragraph.\n") == "text");
  CHECK(by_content("Title: of something\n\nFirst: a word\n") == "text");
  CHECK(by_content("{curly} text\n") == "text");
  CHECK(by_content("[note] text\n") == "text");
  CHECK(by_content("") == "text");
}

TEST_CASE("lines are records without the white space around them", "[dump][lines]") {
  const auto reading = corpack::test::read_dump("one\r\n\r\n  two \xC2\xA0\nthree", {.format = "lines"});
  CHECK(reading.records == std::vector<corpack::test::Record>{{"one", 1, std::nullopt, {}},
                                                              {"two", 3, std::nullopt, {}},
                                                              {"three", 4, std::nullopt, {}}});
}

TEST_CASE("a format that is none is refused", "[dump][format]") {
  CHECK_THROWS_WITH(corpack::test::read_dump("x", {.format = "yaml"}), Catch::Contains("yaml"));
}

TEST_CASE("sources are called by as much of their path as tells them apart", "[dump][format]") {
  const auto source_names = [](const Names& paths) {
    std::vector<SourcePath> dumps;
    for (const std::string& path : paths) dumps.push_back({path});
    return corpack::source_names(dumps);
  };
  CHECK(source_names({"a/x.txt", "y.txt", "-"}) == Names{"x.txt", "y.txt", "-"});
  CHECK(source_names({"2023/x.txt", "2024/x.txt", "y.txt"}) == Names{"2023/x.txt", "2024/x.txt", "y.txt"});
  CHECK(source_names({"/d/a/b/x", "/d/c/b/x", "b/x"}) == Names{"a/b/x", "c/b/x", "b/x"});
  CHECK(source_names({"x", "a/x"}) == Names{"x", "a/x"});
  CHECK(source_names({"a/x", "./a//x", "b/x"}) == Names{"a/x", "a/x", "b/x"});
  CHECK(source_names({"x", "x"}) == Names{"x", "x"});
}

TEST_CASE("sources of a dataset keep their names; where they share one, the dataset is their folder",
          "[dump][format]") {
  const auto named = [](const std::vector<SourcePath>& paths) { return corpack::source_names(paths); };
  CHECK(named({{"d/a.corpack", "2023/x.txt"}, {"d/a.corpack", "-"}, {"y.txt"}}) ==
        Names{"2023/x.txt", "-", "y.txt"});
  CHECK(named({{"d/a.corpack", "x.txt"}, {"d/b.corpack", "x.txt"}}) ==
        Names{"a.corpack/x.txt", "b.corpack/x.txt"});
  CHECK(named({{"d/a.corpack", "x.txt"}, {"x.txt"}}) == Names{"a.corpack/x.txt", "x.txt"});
  CHECK(named({{"a.corpack", "x.txt"}, {"a.corpack", "x.txt"}}) == Names{"x.txt", "x.txt"});
}
