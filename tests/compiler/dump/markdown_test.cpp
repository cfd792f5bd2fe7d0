#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using corpack::test::Field;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;
using Reports = std::vector<std::string>;

namespace {

Reading read_markdown(std::string_view content, corpack::DumpOptions options = {}) {
  options.format = "markdown";
  return corpack::test::read_dump(content, std::move(options));
}

}  // namespace

TEST_CASE("headings with fields and text are records", "[dump][markdown]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading = read_markdown(
      "# Papers\n\n## On x\n\n**Authors**: A, B\n- **Year:** 2024\n**Abstract**: We\nshow.\n\nMore\n\n- a "
      "point\n- another\n\n"
      "## [On y](http://y) ##\n**Abstract:**\n\nFirst.\n\nSecond.\n",
      {.batch_bytes = batch_bytes});
  CHECK(reading.title == "Papers");
  CHECK(
      reading.records ==
      Records{
          {"On x\nWe\nshow.\nMore\n\n- a point\n- another",
           3,
           std::nullopt,
           {{"title", "On x", true},
            {"Authors", "A, B", false},
            {"Year", "2024", false},
            {"Abstract", "We\nshow.", true},
            {"text", "More\n\n- a point\n- another", true}}},
          {"On y\nFirst.\n\nSecond.",
           15,
           std::nullopt,
           {{"title", "On y", true}, {"url", "http://y", false}, {"Abstract", "First.\n\nSecond.", true}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("bullets are records, the headings above them sections", "[dump][markdown]") {
  const Reading reading = read_markdown(
      "# List\n## 2024\n### Theory\n- [A](http://a) - first\n- B\n  - **Venue**: V\n  - detail\n\n## "
      "2025\n1. C\n2. D\n## E\n");
  CHECK(reading.title == "List");
  CHECK(reading.records ==
        Records{{"A\n- first",
                 4,
                 std::nullopt,
                 {{"title", "A", true},
                  {"url", "http://a", false},
                  {"text", "- first", true},
                  {"section", "2024 / Theory", false}}},
                {"B\n- detail",
                 5,
                 std::nullopt,
                 {{"title", "B", true},
                  {"Venue", "V", false},
                  {"text", "- detail", true},
                  {"section", "2024 / Theory", false}}},
                {"C", 10, std::nullopt, {{"title", "C", true}, {"section", "2025", false}}},
                {"D", 11, std::nullopt, {{"title", "D", true}, {"section", "2025", false}}},
                {"E", 12, std::nullopt, {{"title", "E", true}}}});
}

TEST_CASE("what begins a dump may be a record, or nothing", "[dump][markdown]") {
  CHECK(read_markdown("# On x\n**Year**: 2024\n# On y\n").records.size() == 2);
  CHECK(read_markdown("# On x\n# On y\n", {.has_title = false}).records.size() == 2);
  const Reading reading = read_markdown("Hello.\n\n# Title\n\nAbout.\n\n- A\n");
  CHECK(reading.title == "Title");
  CHECK(reading.records == Records{{"A", 7, std::nullopt, {{"title", "A", true}}}});
  CHECK(reading.reports == Reports{"1:1: warning: what is before the first heading or bullet is left out",
                                   "5:1: warning: what is below the dump's title is left out"});
}

TEST_CASE("code and rules begin no records", "[dump][markdown]") {
  const Reading reading =
      read_markdown("# T\n## A\n```\n# no heading\n- no bullet\n```\n---\n####### seven\n#tag\n");
  REQUIRE(reading.records.size() == 1);
  CHECK(reading.records[0].fields[1].value ==
        "```\n# no heading\n- no bullet\n```\n---\n####### seven\n#tag");
}

TEST_CASE("a bullet begins a record, be it a field or not", "[dump][markdown]") {
  const Reading fields = read_markdown("- **Title**: A\n  **Year**: 1\n- **Title**: B\n  **Year**: 2\n");
  REQUIRE(fields.records.size() == 2);
  CHECK(fields.records[0].fields == std::vector<Field>{{"Title", "A", true}, {"Year", "1", false}});
  CHECK(fields.records[1].fields == std::vector<Field>{{"Title", "B", true}, {"Year", "2", false}});
  const Reading names =
      read_markdown("- **Mirrors**: by Ada\n- **Rotation**: by Bob\n- Plain\n- **Glass**: by Cy\n");
  REQUIRE(names.records.size() == 4);
  CHECK(names.records[1].text == "**Rotation**: by Bob");
}

TEST_CASE("lines of signs are no bullets, and boxes no links", "[dump][markdown]") {
  const Reading reading =
      read_markdown("- A\n* * *\n- B\n- [ ] read [Paper](http://p)\n- [On [x] y](http://q)\n");
  REQUIRE(reading.records.size() == 4);
  CHECK(reading.records[1].fields.front() == Field{"title", "B", true});
  CHECK(reading.records[2].fields.front() == Field{"title", "[ ] read [Paper](http://p)", true});
  CHECK(reading.records[3].fields.front() == Field{"title", "On [x] y", true});
}
