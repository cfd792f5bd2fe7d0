#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::test::Field;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;
using Reports = std::vector<std::string>;

namespace {

Reading read_bibtex(std::string_view content, std::size_t batch_bytes = 1000) {
  return corpack::test::read_dump(content, {.format = "bibtex", .batch_bytes = batch_bytes});
}

}  // namespace

TEST_CASE("an entry is a record, its citation key the key", "[dump][bibtex]") {
  const std::size_t batch_bytes = GENERATE(1U, 9U, 1000U);
  const Reading reading = read_bibtex(
      "A comment, a@b.org\n\n@string{icml = \"Proc. \" # {ICML}}\n@Article{ knuth:84 ,\n  Title = {The "
      "{\\TeX}\n     book},\n"
      "  author=\"K{\\\"u}hn, {\"}A{\"}\",\n year = 1984, booktitle = icml # \" '84\", month = jan,\n}\n"
      "@comment{nothing}\n@misc(b2, title = {x, y})@book{b3, abstract={z}}",
      batch_bytes);
  CHECK(reading.records == Records{{"The {\\TeX} book",
                                    4,
                                    "knuth:84",
                                    {{"type", "article", false},
                                     {"title", "The {\\TeX} book", true},
                                     {"author", "K{\\\"u}hn, {\"}A{\"}", false},
                                     {"year", "1984", false},
                                     {"booktitle", "Proc. ICML '84", false},
                                     {"month", "jan", false}}},
                                   {"x, y", 11, "b2", {{"type", "misc", false}, {"title", "x, y", true}}},
                                   {"z", 11, "b3", {{"type", "book", false}, {"abstract", "z", true}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("entries without title or abstract are searched by all their fields", "[dump][bibtex]") {
  CHECK(read_bibtex("@misc{k, note = {n}, author = {a}}").records ==
        Records{{"n\na", 1, "k", {{"type", "misc", false}, {"note", "n", true}, {"author", "a", true}}}});
}

TEST_CASE("a bad entry does not swallow the next", "[dump][bibtex]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading = read_bibtex(
      "@misc{a, title = {never closed,\n@misc{b, title = {t}}\n@misc{c, title {t}}\n@misc{title = {no key}}\n"
      "@misc{d, title = \"u\" year = 1}\n@misc{e, title = {v}, title = {w}}\n@misc{f, title = {x}",
      batch_bytes);
  CHECK(reading.records == Records{{"t", 2, "b", {{"type", "misc", false}, {"title", "t", true}}},
                                   {"v", 6, "e", {{"type", "misc", false}, {"title", "v", true}}}});
  CHECK(reading.reports ==
        Reports{"1:18: warning: a value that is not closed: {never closed,",
                "3:16: warning: a name and = are expected: {t}}",
                "4:7: warning: an entry without a citation key and a comma: title = {no key}}",
                "5:22: warning: a comma is expected: year = 1}",
                "6:1: warning: field \"title\" comes again, the first one counts",
                "7:21: warning: an entry that is not closed at the end of the line"});
}

TEST_CASE("quotes and braces hold each other", "[dump][bibtex]") {
  CHECK(read_bibtex("@misc{k, title = \"a {\"} b\", note = {\"}}").records[0].fields ==
        std::vector<Field>{{"type", "misc", false}, {"title", "a {\"} b", true}, {"note", "\"", false}});
}

TEST_CASE("names in names that double take bounded room", "[dump][bibtex]") {
  std::string content = "@string{a0={xxxx}}\n";
  for (int i = 1; i < 60; ++i)
    content += "@string{a" + std::to_string(i) + "=a" + std::to_string(i - 1) + " # a" +
               std::to_string(i - 1) + "}\n";
  const Reading reading =
      read_bibtex(content + "@m{k,title={t},note=a18 # a10}\n@m{l,title={u},note=a17}\n", 1 << 20);
  REQUIRE(reading.records.size() == 1);
  CHECK(reading.records[0].key == "l");
  REQUIRE_FALSE(reading.reports.empty());
  CHECK_THAT(reading.reports.back(), Catch::Contains("stand for more than 1 MiB"));
}

TEST_CASE("a quoted value may hold the parenthesis that closes an entry", "[dump][bibtex]") {
  const Reading reading = read_bibtex("@book(k3, title = \"a (b) c\", year=2001)\n@misc(k4, title={d})\n");
  REQUIRE(reading.records.size() == 2);
  CHECK(reading.records[0].text == "a (b) c");
  CHECK(reading.reports.empty());
}
