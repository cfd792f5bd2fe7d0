#include "dump/formats/json_error.hpp"

#include <array>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::find_json_error;
using corpack::json_number_bytes;

TEST_CASE("JSON values have no error", "[dump][json]") {
  const std::string text = GENERATE(
      "0"s, "-0"s, "1.5E+10"s, "\"\""s, "null"s, " true\t"s, "[]"s, "{}"s, "[[],{}]"s, "[1, 2,\r\n3]"s,
      R"({"a":{"b":[1,{"c":null}]},"d":"\u00e9\ud83d\ude00\b"})"s, "\"\x7F\xC3\xA9\xF4\x8F\xBF\xBF\""s);
  CAPTURE(text);
  CHECK_FALSE(find_json_error(text).has_value());
}

TEST_CASE("errors are found at the first byte that cannot be right", "[dump][json]") {
  const auto offset_in = [](std::string_view text) {
    const auto error = find_json_error(text);
    REQUIRE(error.has_value());
    return error->offset;
  };
  CHECK(offset_in("") == 0);
  CHECK(offset_in("  ") == 2);
  CHECK(offset_in("[1,]") == 3);
  CHECK(offset_in("[1 2]") == 3);
  CHECK(offset_in("{\"a\" 1}") == 5);
  CHECK(offset_in("{\"a\":1,}") == 7);
  CHECK(offset_in("{a:1}") == 1);
  CHECK(offset_in("{\"a\":1") == 6);
  CHECK(offset_in("{\"a\":\"b") == 5);
  CHECK(offset_in("\"a\nb\"") == 2);
  CHECK(offset_in("\"\\q\"") == 1);
  CHECK(offset_in("\"\\u12g4\"") == 1);
  CHECK(offset_in("\"\\udc00\"") == 1);
  CHECK(offset_in("\"\\ud800\\u0041\"") == 1);
  CHECK(offset_in("\"\xC0\x80\"") == 1);          // overlong
  CHECK(offset_in("\"\xED\xA0\x80\"") == 1);      // a surrogate
  CHECK(offset_in("\"\xF4\x90\x80\x80\"") == 1);  // past U+10FFFF
  CHECK(offset_in("\"\xE2\x82\"") == 1);          // cut
  CHECK(offset_in("[]]") == 2);
  CHECK(offset_in("01") == 1);
  CHECK(offset_in("truex") == 4);
  CHECK(offset_in("\0"s) == 0);
  CHECK(offset_in(std::string(513, '[')) == 512);
}

TEST_CASE("numbers are as long as their grammar says", "[dump][json]") {
  CHECK(json_number_bytes("12") == 2);
  CHECK(json_number_bytes("-0.5e-7,") == 7);
  CHECK(json_number_bytes("007") == 1);
  CHECK(json_number_bytes("1.") == 0);
  CHECK(json_number_bytes("-") == 0);
  CHECK(json_number_bytes("1e+") == 0);
  CHECK(json_number_bytes("") == 0);
  CHECK(json_number_bytes("x") == 0);
}

// The parser and the error finder are independent: on objects with a text they must agree on what is JSON.
TEST_CASE("a line is rejected where it has an error, and only there", "[dump][json][property]") {
  const std::array pieces{"{"s,   "}"s,       "["s,     "]"s,       ","s,
                          ":"s,   "\""s,      "\"a\""s, "\"a\":1"s, "\\"s,
                          "\\n"s, "\\ud800"s, "1"s,     "-"s,       ".5"s,
                          "e3"s,  "true"s,    "null"s,  "fals"s,    " "s,
                          "\t"s,  "é"s,       "\xC3"s,  "\0"s,      "\"b\":{\"c\":[2]}"s};
  std::mt19937 random{8259};
  std::size_t good = 0;
  for (int round = 0; round < 6000; ++round) {
    std::string line = R"({"text":"t","v":)";
    const std::size_t begin = line.size();
    for (std::size_t count = random() % 8; count != 0; --count) line += pieces[random() % pieces.size()];
    if (round % 2 == 0) {
      line = R"({"text":"t","v":[1,{"a":"b\n","c":[true,null,-1.5e3]},"é"]})";
      line.replace(begin + random() % (line.size() - begin), random() % 3, pieces[random() % pieces.size()]);
    } else {
      line += "}";
    }
    const bool valid = !find_json_error(line).has_value();
    good += valid ? 1 : 0;
    const auto reading = corpack::test::read_dump(line, {.format = "jsonl"});
    CAPTURE(line, reading.reports);
    REQUIRE(reading.records.size() == (valid ? 1U : 0U));
    if (!valid) REQUIRE_THAT(reading.reports.back(), Catch::Contains("not JSON"));
  }
  CHECK(good > 300);
}
