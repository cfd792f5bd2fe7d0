#include <string>

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::test::Reading;
using Reports = std::vector<std::string>;

namespace {

Reading read_lines(std::string_view content, std::string encoding = {}) {
  return corpack::test::read_dump(content, {.format = "lines", .encoding = std::move(encoding)});
}

}  // namespace

TEST_CASE("other encodings are decoded by name", "[dump][encoding]") {
  CHECK(read_lines("\xE9t\xE9\r\n", "latin1").records[0].text == "été");
  CHECK(read_lines("\xE9\x80", "WINDOWS-1252").records[0].text == "é€");
  CHECK(read_lines("\x96\xBC\x91\x4F", "SHIFT_JIS").records[0].text == "名前");
  CHECK(read_lines("a\0\n\0b\0"s, "UTF-16LE").records[1].text == "b");
  CHECK(read_lines("\xC3\xA9", "utf8").records[0].text == "é");
  CHECK_THROWS_WITH(read_lines("x", "no such"), Catch::Contains("no encoding is called \"no such\""));
}

TEST_CASE("a byte order mark counts for more than the name given", "[dump][encoding]") {
  CHECK(read_lines("\xEF\xBB\xBF\xC3\xA9", "latin1").records[0].text == "é");
  CHECK(read_lines("\xFF\xFE\xE9\0"s, "latin1").records[0].text == "é");
}

TEST_CASE("bytes that are not of the encoding are reported and replaced", "[dump][encoding]") {
  // A lone surrogate, and a byte left at the end.
  const Reading reading = read_lines(
      "\xFF\xFE"
      "a\0\r\0\n\0\0\xDC"
      "b\0"
      "c"s);
  REQUIRE(reading.records.size() == 2);
  CHECK(reading.records[1].text ==
        "\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(reading.reports == Reports{"2: warning: \\x00\\xDC is not UTF-16LE; U+FFFD stands for it",
                                   "2: warning: c is not UTF-16LE; U+FFFD stands for it"});
  CHECK(read_lines("a\x81z", "SHIFT_JIS").records.size() == 1);
}

TEST_CASE("characters across the edges of buffers are whole", "[dump][encoding]") {
  for (const std::size_t before : {65533U, 65534U, 65535U}) {
    std::string coded(before, 'x');
    for (int i = 0; i < 70000; ++i) coded += "\x96\xBC";
    const Reading reading = read_lines(coded, "SHIFT_JIS");
    REQUIRE(reading.records.size() == 1);
    CHECK(reading.records[0].text.size() == before + 210000);
    CHECK(reading.reports.empty());
  }
}

TEST_CASE("invalid UTF-8 stays byte for byte", "[dump][encoding]") {
  const std::string text = "a\xFF\xC3(\xED\xA0\x80z";
  CHECK(read_lines(text).records[0].text == text);
}
