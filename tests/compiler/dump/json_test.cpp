#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::DumpOptions;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;
using Reports = std::vector<std::string>;

namespace {

Reading read_json(std::string_view content, std::size_t batch_bytes = 1000) {
  return corpack::test::read_dump(content, {.format = "json", .batch_bytes = batch_bytes});
}

Record plain(std::string text, std::uint32_t line) {
  return {std::move(text), line, std::nullopt, {}};
}

}  // namespace

TEST_CASE("an array's objects are records, and so are objects in a row", "[dump][json]") {
  const std::size_t batch_bytes = GENERATE(1U, 3U, 1000U);
  const Records expected{plain("a]}\"", 2), plain("{b", 3)};
  const Reading array =
      read_json("[\n{\"text\":\"a]}\\\"\"},\n { \"text\" : \"{b\" , \"e\":[{}]}\n]\n", batch_bytes);
  CHECK(array.records == expected);
  CHECK(array.reports.empty());
  const Reading row = read_json("\n{\"text\":\"a]}\\\"\"}\n{\"text\":\"{b\"}", batch_bytes);
  CHECK(row.records == expected);
  CHECK(row.reports.empty());
  CHECK(read_json("{\"text\":\"a\"}{\"text\":\"b\"}", batch_bytes).records ==
        Records{plain("a", 1), plain("b", 1)});
}

TEST_CASE("empty arrays and dumps have no records and no mistakes", "[dump][json]") {
  const std::string content = GENERATE(""s, " \n"s, "[]"s, "[\n]\n"s);
  const Reading reading = read_json(content);
  CHECK(reading.records.empty());
  CHECK(reading.reports.empty());
}

TEST_CASE("values that are no objects are rejected one by one", "[dump][json]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading = read_json("[1, \"x\", [{\"text\":\"in\"}], null,\n{\"text\":\"t\"}]", batch_bytes);
  CHECK(reading.records == Records{plain("t", 2)});
  CHECK(reading.reports == Reports{"1:2: warning: a JSON value that is not an object: 1",
                                   "1:5: warning: a JSON value that is not an object: \"x\"",
                                   "1:10: warning: a JSON value that is not an object: [{\"text\":\"in\"}]",
                                   "1:27: warning: a JSON value that is not an object: null"});
}

TEST_CASE("a bad object costs its own lines", "[dump][json]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading = read_json(
      "[\n{\"text\":\"a\"},\n{bad,\n{\"text\":\"b\"},\n{\"text\":\"c},\n{\"text\":\"d\"},\n{\"x\":}\n]\n",
      batch_bytes);
  CHECK(reading.records == Records{plain("a", 2), plain("b", 4), plain("d", 6)});
  REQUIRE(reading.reports.size() == 3);
  CHECK(reading.reports[0] == "3:2: warning: not JSON, a member's name in double quotes is expected: bad,");
  CHECK_THAT(reading.reports[1], Catch::StartsWith("5:"));
  CHECK(reading.reports[2] == "7:6: warning: not JSON, a value is expected: }");
}

TEST_CASE("commas and brackets must be where they belong", "[dump][json]") {
  const Reading missing = read_json("[{\"text\":\"a\"} {\"text\":\"b\"}]");
  CHECK(missing.records == Records{plain("a", 1), plain("b", 1)});
  CHECK(missing.reports ==
        Reports{"1:15: warning: not JSON, a comma is missing before this: {\"text\":\"b\"}"});
  CHECK(read_json("[{\"text\":\"a\"},,{\"text\":\"b\"},]").reports.size() == 2);
  CHECK(read_json("[{\"text\":\"a\"}]]").reports.size() == 1);
  const Reading cut = read_json("[{\"text\":\"a\"},\n");
  CHECK(cut.records == Records{plain("a", 1)});
  CHECK(cut.reports == Reports{"2:1: warning: the array is not closed: is the dump cut?"});
}

TEST_CASE("an object past the limit is rejected, and reading goes on", "[dump][json]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading =
      corpack::test::read_dump("[{\"text\":\"12345678901234567890\"},{\"text\":\"b\"}]",
                               {.format = "json", .batch_bytes = batch_bytes, .max_record_bytes = 20});
  CHECK(reading.records == Records{plain("b", 1)});
  CHECK(reading.reports.size() == 1);
}

TEST_CASE("values that are never closed cost their own lines", "[dump][json]") {
  std::string content = "[";
  for (int i = 0; i < 800; ++i)
    content += i % 2 == 0 ? "{\"text\":\"x\n" : "{\"text\":\"y\"},\n{\"text\":{\n";
  const Reading reading = read_json(content + "]", 1 << 16);
  CHECK(reading.records.size() == 400);
  CHECK(reading.reports.size() == 800);
}
