#include "dump/diagnostics.hpp"

#include <sstream>
#include <string>

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "dump/excerpt.hpp"
#include "dump/field_names.hpp"
#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::Diagnostics;
using corpack::excerpt;
using corpack::Trouble;

TEST_CASE("all reports are counted, the first are shown", "[dump][diagnostics]") {
  std::ostringstream out;
  Diagnostics diagnostics{out, {.max_shown = 2}};
  diagnostics.report(Trouble::duplicate, {"a.txt", 7}, "first");
  diagnostics.report(Trouble::malformed, {"a.txt", 8, 3}, "second");
  diagnostics.report(Trouble::no_id, {"a.txt", 9}, "third");
  diagnostics.report(Trouble::cut_word, {"a.txt", 10}, "fourth");
  CHECK(out.str() == "a.txt:7: warning: first\na.txt:8:3: warning: second\n");
  diagnostics.finish();
  diagnostics.finish();
  CHECK(out.str() == "a.txt:7: warning: first\na.txt:8:3: warning: second\n2 more not shown\n");
  CHECK(diagnostics.count(Trouble::duplicate) == 1);
  CHECK(diagnostics.rejected() == 2);
  CHECK(diagnostics.count(Trouble::cut_word) == 1);
  CHECK(diagnostics.count(Trouble::invalid_utf8) == 0);
}

TEST_CASE("twenty are shown unless said otherwise", "[dump][diagnostics]") {
  std::ostringstream out;
  Diagnostics diagnostics{out};
  for (int report = 0; report < 25; ++report) diagnostics.report(Trouble::duplicate, {"f", 1}, "m");
  diagnostics.finish();
  std::string expected;
  for (int line = 0; line < 20; ++line) expected += "f:1: warning: m\n";
  CHECK(out.str() == expected + "5 more not shown\n");
}

TEST_CASE("strict stops at the first rejected record, with file and line", "[dump][diagnostics]") {
  const corpack::test::TemporaryDump dump{"{\"text\":\"good\",\"text\":\"again\"}\n\n{bad\n"};
  std::ostringstream out;
  Diagnostics diagnostics{out, {.strict = true}};
  corpack::FieldNames names;
  const auto reader =
      corpack::open_dump(corpack::Input{dump.path()}, {.format = "jsonl"}, names, diagnostics);
  corpack::RecordBatch batch;
  CHECK_THROWS_WITH(reader->read(batch), Catch::StartsWith(dump.path() + ":3:2: not JSON"));
  CHECK(diagnostics.count(Trouble::repeated_field) == 1);
}

TEST_CASE("excerpts are short and cannot drive a terminal", "[dump][diagnostics]") {
  CHECK(excerpt("plain é") == "plain é");
  CHECK(excerpt("a\tb\r\nc\x1B[2J\x7F\0"s) == "a\\tb\\r\\nc\\x1B[2J\\x7F\\x00");
  CHECK(excerpt("\xC2\x9B"
                "2J") ==
        "\\xC2\\x9B"
        "2J");
  CHECK(excerpt("\xFF\xC3(") == "\\xFF\\xC3(");
  CHECK(excerpt("a\u202Eb\u2066c\u2069d\u202A") ==
        "a\\xE2\\x80\\xAEb\\xE2\\x81\\xA6c\\xE2\\x81\\xA9d\\xE2\\x80\\xAA");
  CHECK(excerpt("\u2029\u202F\u2065\u206A\u05D0") == "\u2029\u202F\u2065\u206A\u05D0");
  CHECK(excerpt("ééé", 6) == "ééé");
  CHECK(excerpt("ééé", 5) == "éé...");
  CHECK(excerpt(std::string(100, 'x')) == std::string(60, 'x') + "...");
}

TEST_CASE("field names are numbered as they are met", "[dump][fields]") {
  corpack::FieldNames names;
  CHECK(names.number("title") == 1);
  CHECK(names.number("text") == 0);
  CHECK(names.number("a") == 2);
  CHECK(names.number("title") == 1);
  CHECK(names.names() == std::vector<std::string>{"text", "title", "a"});
  for (std::size_t number = 3; number < corpack::max_field_names; ++number)
    names.number(std::to_string(number));
  CHECK_THROWS_WITH(names.number("one more"), Catch::Contains("one more"));
  CHECK(names.number("a") == 2);
}
