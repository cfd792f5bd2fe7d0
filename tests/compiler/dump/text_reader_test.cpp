#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::DumpOptions;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;

namespace {

Reading read_text(std::string_view content, DumpOptions options = {}) {
  options.format = "text";
  return corpack::test::read_dump(content, std::move(options));
}

std::vector<std::string> texts_of(const Reading& reading) {
  std::vector<std::string> texts;
  for (const Record& record : reading.records) texts.push_back(record.text);
  return texts;
}

Record plain_record(std::string text, std::uint32_t line) {
  return {std::move(text), line, std::nullopt, {}};
}

}  // namespace

TEST_CASE("a text dump is a title and paragraphs", "[dump][text]") {
  const Reading reading = read_text("The title\n\nfirst\nof two lines\n\nsecond\n\n\n\nthird");
  CHECK(reading.title == "The title");
  CHECK(reading.records == Records{plain_record("first\nof two lines", 3), plain_record("second", 6),
                                   plain_record("third", 10)});
  CHECK(reading.reports.empty());
  CHECK(reading.field_names == std::vector<std::string>{"text"});
}

TEST_CASE("the title is the first line that isn't blank, and that line alone", "[dump][text]") {
  SECTION("a record may follow at once") {
    const Reading reading = read_text("Title\nrecord\n");
    CHECK(reading.title == "Title");
    CHECK(reading.records == Records{plain_record("record", 2)});
  }
  SECTION("blank lines before it are passed over") {
    const Reading reading = read_text("\n \t\n  Title \n\nrecord");
    CHECK(reading.title == "Title");
    CHECK(reading.records == Records{plain_record("record", 5)});
  }
  SECTION("without one, all is records") {
    const Reading reading = read_text("Not a title\n\nrecord", {.has_title = false});
    CHECK(reading.title == std::nullopt);
    CHECK(reading.records == Records{plain_record("Not a title", 1), plain_record("record", 3)});
  }
}

TEST_CASE("a dump may hold no record", "[dump][text]") {
  CHECK(read_text("").records.empty());
  CHECK(read_text("").title == std::nullopt);
  CHECK(read_text("\xEF\xBB\xBF").title == std::nullopt);
  CHECK(read_text(" \n\n\t\r\n").title == std::nullopt);
  CHECK(read_text("Title only").title == "Title only");
  CHECK(read_text("Title only").records.empty());
  CHECK(read_text("Title only\n\n").title == "Title only");
  CHECK(read_text("Title only\n\n").records.empty());
}

TEST_CASE("line ends and blank lines of all kinds give the records of the LF file", "[dump][text]") {
  const Reading expected = read_text("Title\n\na\nb\n\nc\n");
  REQUIRE(expected.records == Records{plain_record("a\nb", 3), plain_record("c", 6)});
  const std::string blank =
      GENERATE(""s, " "s, "\t \t"s, "\v\f"s, "\xC2\xA0"s, "\xE3\x80\x80"s, " \xE2\x80\xA9"s, "\xC2\x85"s,
               "\xE1\x9A\x80\xE2\x80\x80\xE2\x80\x8A\xE2\x80\xAF\xE2\x81\x9F"s);
  const std::string end = GENERATE("\n"s, "\r\n"s, "\r"s);
  const Reading reading =
      read_text("\xEF\xBB\xBFTitle" + end + blank + end + "a" + end + "b" + end + blank + end + "c" + end);
  CHECK(reading.title == "Title");
  CHECK(reading.records == expected.records);
}

TEST_CASE("mixed line ends count as one line each", "[dump][text]") {
  const Reading reading = read_text("Title\r\r\na\r\nb\rc\n\r\nd\n\r e \r");
  CHECK(reading.records == Records{plain_record("a\nb\nc", 3), plain_record("d", 7), plain_record("e", 9)});
}

TEST_CASE("only outer white space goes", "[dump][text]") {
  SECTION("around the paragraph, not around its inner lines") {
    const Reading reading = read_text("T\n\n \xC2\xA0 a  b \n\t c\xE3\x80\x80\xC2\xA0\n\n");
    CHECK(reading.records == Records{plain_record("a  b \n\t c", 3)});
  }
  SECTION("what only looks like white space stays: zero width space, Mongolian separator, a later BOM") {
    const std::string text = "\xE2\x80\x8B x \xE1\xA0\x8E\xEF\xBB\xBF";
    CHECK(texts_of(read_text("T\n\n" + text + "\n")) == std::vector{text});
  }
  SECTION("NUL and invalid bytes stay byte for byte") {
    const std::string text = "a\0b\xFF\xC2\xE2\x80"s;
    CHECK(texts_of(read_text("T\n\n" + text + "\n\n\0"s)) == std::vector{text, "\0"s});
  }
}

TEST_CASE("UTF-16 and UTF-32 are decoded by their byte order marks", "[dump][text]") {
  const std::string content =
      GENERATE("\xFF\xFET\0\n\0\n\0\xE9\0=\xD8\0\xDE"s, "\xFE\xFF\0T\0\n\0\n\0\xE9\xD8=\xDE\0"s,
               "\xFF\xFE\0\0T\0\0\0\n\0\0\0\n\0\0\0\xE9\0\0\0\0\xF6\x01\0"s,
               "\0\0\xFE\xFF\0\0\0T\0\0\0\n\0\0\0\n\0\0\0\xE9\0\x01\xF6\0"s);
  const Reading reading = read_text(content);
  CHECK(reading.title == "T");
  CHECK(reading.records == Records{plain_record("é😀", 3)});
  CHECK(read_text("\xFE\x41").reports.empty());
}

TEST_CASE("one line of 64 MiB is one record", "[dump][text]") {
  std::string line(std::size_t{64} << 20, 'x');
  line[line.size() / 2] = '\0';
  const Reading reading = read_text("Title\n\nbefore\n\n" + line + "\n\nafter\n");
  REQUIRE(reading.records.size() == 3);
  CHECK(reading.records[0].text == "before");
  CHECK((reading.records[1].text == line));
  CHECK(reading.records[1].line == 5);
  CHECK(reading.records[2] == plain_record("after", 7));
}

TEST_CASE("a record at the limit is rejected, and reading goes on", "[dump][text]") {
  const std::size_t batch_bytes = GENERATE(1U, 3U, 1000U);
  const DumpOptions options{.has_title = false, .batch_bytes = batch_bytes, .max_record_bytes = 10};
  const std::string report =
      ": warning: a record of 10 bytes or more is left out; are blank lines missing between records?";

  const Reading below = read_text("123456789\n\nab", options);
  CHECK(below.records == Records{plain_record("123456789", 1), plain_record("ab", 3)});

  const Reading at = read_text("a\n\n1234567890\n\nb", options);
  CHECK(at.records == Records{plain_record("a", 1), plain_record("b", 5)});
  CHECK(at.reports == std::vector{"3" + report});
  CHECK(at.rejected == "1234567890\n\n");

  const Reading lines = read_text("1234\n5678\n901\n\xC2\xA0\nb\n\n1234567890123", options);
  CHECK(lines.records == Records{plain_record("b", 5)});
  CHECK(lines.reports == std::vector{"1" + report, "7" + report});
  CHECK(lines.rejected == "1234\n5678\n901\n\xC2\xA0\n1234567890123");

  const Reading white = read_text("                    a\n                    \nb", options);
  CHECK(white.records == Records{plain_record("b", 3)});
  CHECK(white.reports == std::vector{"1" + report});
}

TEST_CASE("a title over the limit is an error that names the line", "[dump][text]") {
  const DumpOptions options{.batch_bytes = 4, .max_record_bytes = 10};
  CHECK(read_text("\n      1234567890\n\na", options).title == "1234567890");
  CHECK_THROWS_WITH(read_text("\n12345678901234567890", options), Catch::Contains(":2: the title line"));
}

TEST_CASE("the batch says which source it is from", "[dump][text]") {
  const corpack::test::TemporaryDump dump{"T\n\na"};
  std::ostringstream out;
  corpack::Diagnostics diagnostics{out};
  corpack::FieldNames names;
  const auto reader = corpack::open_dump(corpack::Input{dump.path()}, {.source = 7}, names, diagnostics);
  corpack::RecordBatch batch;
  REQUIRE(reader->read(batch));
  CHECK(batch.source == 7);
  CHECK(reader->title() == "T");
}

TEST_CASE("fields that are asked for of paragraphs are told", "[dump][text]") {
  const auto reading = corpack::test::read_dump("T\n\na\n", {.format = "text", .id_field = "Package"});
  REQUIRE(reading.reports.size() == 1);
  CHECK_THAT(reading.reports[0], Catch::Contains("\"Package\" was asked for, and paragraphs have none"));
}
