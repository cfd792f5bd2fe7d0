#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::DumpOptions;
using corpack::test::Field;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;
using Reports = std::vector<std::string>;

namespace {

Reading read_csv(std::string_view content, DumpOptions options = {}) {
  if (options.format.empty()) options.format = "csv";
  return corpack::test::read_dump(content, std::move(options));
}

std::vector<std::string> texts_of(const Reading& reading) {
  std::vector<std::string> texts;
  for (const Record& record : reading.records) texts.push_back(record.text);
  return texts;
}

}  // namespace

TEST_CASE("a row is a record, its columns the fields", "[dump][csv]") {
  const std::size_t batch_bytes = GENERATE(1U, 5U, 1000U);
  const Reading reading =
      read_csv("id,title,year,abstract\r\n1,On x,2024,We\r\n\r\n\"2\",\"a, \"\"b\"\"\nc\",,\"\"\r\n3,,2025,z",
               {.batch_bytes = batch_bytes});
  CHECK(
      reading.records ==
      Records{
          {"On x\nWe", 2, "1", {{"title", "On x", true}, {"year", "2024", false}, {"abstract", "We", true}}},
          {"a, \"b\"\nc",
           4,
           "2",
           {{"title", "a, \"b\"\nc", true}, {"year", "", false}, {"abstract", "", true}}},
          {"z", 6, "3", {{"title", "", true}, {"year", "2025", false}, {"abstract", "z", true}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("a row that is too long or too short is kept and reported", "[dump][csv]") {
  const Reading reading = read_csv("id,text\n1,\"a\n\nb \"\"q\"\"\"\n2,x,extra\n3\n");
  CHECK(reading.records == Records{{"a\n\nb \"q\"", 2, "1", {}},
                                   {"x", 5, "2", {{"column_3", "extra", false}}},
                                   {"", 6, "3", {}}});
  CHECK(reading.reports == Reports{"5:1: warning: a row of 3 cells, where there are 2 columns",
                                   "6:1: warning: a row of 1 cells, where there are 2 columns"});
}

TEST_CASE("delimiters are seen in the header, or given", "[dump][csv]") {
  CHECK(texts_of(read_csv("text;a\nx,y;1")) == std::vector{"x,y"s});
  CHECK(texts_of(read_csv("text|a\nx;y|1")) == std::vector{"x;y"s});
  CHECK(texts_of(read_csv("text\ta\nx,y\t1")) == std::vector{"x,y"s});
  CHECK(texts_of(read_csv("text,a;b\nx;y,1")) == std::vector{"x;y"s});
  CHECK(texts_of(read_csv("text;a,b\nx;y,1", {.delimiter = ';'})) == std::vector{"x"s});
  CHECK(texts_of(read_csv("text,a\tb\nx\ty", {.format = "tsv"})) == std::vector{"x\ny"s});
}

TEST_CASE("without a header, columns have numbers", "[dump][csv]") {
  const Reading reading = read_csv("1,a\n2,b,c\n", {.has_header = false});
  CHECK(reading.records ==
        Records{{"1\na", 1, std::nullopt, {{"column_1", "1", true}, {"column_2", "a", true}}},
                {"2\nb\nc",
                 2,
                 std::nullopt,
                 {{"column_1", "2", true}, {"column_2", "b", true}, {"column_3", "c", true}}}});
  CHECK(reading.reports == Reports{"2:1: warning: a row of 3 cells, where there are 2 columns"});
}

TEST_CASE("column names that are missing or repeated are made up", "[dump][csv]") {
  const Reading reading = read_csv("a,,a,a_2\n1,2,3,4\n");
  CHECK(reading.records[0].fields ==
        std::vector<Field>{
            {"a", "1", true}, {"column_2", "2", true}, {"a_2", "3", true}, {"a_2_2", "4", true}});
  CHECK(reading.reports.size() == 2);
  CHECK_THAT(reading.reports[0], Catch::StartsWith("1:1: warning: two columns are called \"a\"; column 3"));
}

TEST_CASE("an empty cell is no id", "[dump][csv]") {
  CHECK(read_csv("id,text\n,a\n").records == Records{{"a", 2, std::nullopt, {}}});
  const Reading reading = read_csv("no,text\n,a\n7,b\n", {.id_field = "no"});
  CHECK(reading.records == Records{{"b", 3, "7", {}}});
  CHECK(reading.reports == Reports{"2:1: warning: no field \"no\" that is a string or a number: ,a"});
  CHECK(reading.rejected == ",a\n");
}

TEST_CASE("quotes inside of cells are characters", "[dump][csv]") {
  const Reading reading = read_csv("text,a\n6\" nail,1\n\"Foo\" bar,2\n");
  CHECK(texts_of(reading) == std::vector{"6\" nail"s, "\"Foo\" bar"s});
  CHECK(reading.reports ==
        Reports{
            "3:1: warning: a quoted cell that goes on after its second quote; it is taken as it is written"});
}

TEST_CASE("a missing quote costs one line", "[dump][csv]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  SECTION("where a later quote shows it") {
    const Reading reading =
        read_csv("id,text\r\n1,\"abc\r\n2,\"def\"\r\n3,ghi\r\n", {.batch_bytes = batch_bytes});
    CHECK(texts_of(reading) == std::vector{"def"s, "ghi"s});
    CHECK(reading.records[0].line == 3);
    CHECK(reading.reports ==
          Reports{"2:3: warning: a quoted cell that is not closed where it should be: \"abc"});
    CHECK(reading.rejected == "1,\"abc\r\n");
    CHECK(reading.carets == Reports{"  1,\"abc", "    ^"});
  }
  SECTION("where the dump's end shows it") {
    const Reading reading =
        read_csv("id,text\n1,\"abc\n2,def\n3,\"g\nh\"\n4,i\n", {.batch_bytes = batch_bytes});
    CHECK(texts_of(reading) == std::vector{"def"s, "g\nh"s, "i"s});
    CHECK(reading.reports.size() == 1);
  }
}

TEST_CASE("a row past the limit is rejected whole", "[dump][csv]") {
  const std::size_t batch_bytes = GENERATE(1U, 7U, 1000U);
  const Reading reading = read_csv("text\nshort\n\"long\nlonger, \"\"longest\"\"\"\nlast\n",
                                   {.batch_bytes = batch_bytes, .max_record_bytes = 20});
  CHECK(texts_of(reading) == std::vector{"short"s, "last"s});
  CHECK(reading.records[1].line == 5);
  CHECK(reading.reports == Reports{"3: warning: a record that takes more than 20 bytes is left out"});
  CHECK(reading.rejected == "\"long\nlonger, \"\"longest\"\"\"\n");
}

TEST_CASE("a header alone has no records", "[dump][csv]") {
  CHECK(read_csv("").records.empty());
  CHECK(read_csv("a,b").records.empty());
  CHECK(read_csv("\n\n\n").records.empty());
}

TEST_CASE("thousands of columns of one name are told apart at once", "[dump][csv]") {
  std::string header = "c";
  for (int i = 1; i < 20000; ++i) header += ",c";
  const Reading reading = read_csv(header + "\n" + header + "\n");
  REQUIRE(reading.records.size() == 1);
  CHECK(reading.records[0].fields.size() == 20000);
  CHECK(reading.records[0].fields.back().name == "c_20000");
}
