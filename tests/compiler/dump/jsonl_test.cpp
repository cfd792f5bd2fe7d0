#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::DumpOptions;
using corpack::test::Field;
using corpack::test::Reading;
using corpack::test::Record;
using Records = std::vector<Record>;
using Reports = std::vector<std::string>;

namespace {

Reading read_jsonl(std::string_view content, std::optional<std::string> id_field = std::nullopt,
                   std::size_t batch_bytes = 1000) {
  return corpack::test::read_dump(
      content, {.format = "jsonl", .id_field = std::move(id_field), .batch_bytes = batch_bytes});
}

std::string nested(std::size_t depth) {
  return R"({"text":"t","deep":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
}

}  // namespace

TEST_CASE("title and text are the text, other members are fields beside it", "[dump][jsonl]") {
  const Reading reading = read_jsonl(R"({"venue":"","text":"a\nb","title":"On \u03b1"})");
  CHECK(reading.records ==
        Records{{"On α\na\nb",
                 1,
                 std::nullopt,
                 {{"venue", "", false}, {"text", "a\nb", true}, {"title", "On α", true}}}});
  CHECK(reading.field_names == std::vector<std::string>{"text", "venue", "title"});
  CHECK(reading.title == std::nullopt);
  CHECK(reading.reports.empty());
}

TEST_CASE("a text without other parts is no field beside itself", "[dump][jsonl]") {
  CHECK(read_jsonl(R"({"title":"","text":"a","year":7})").records ==
        Records{{"a", 1, std::nullopt, {{"title", "", true}, {"year", "7", false}}}});
}

TEST_CASE("without a usual text, all strings are the text and its parts the fields", "[dump][jsonl]") {
  const Reading reading = read_jsonl(R"({"name":"On x","id":"k1","summary":"We"})", "id");
  CHECK(reading.records == Records{{"On x\nWe", 1, "k1", {{"name", "On x", true}, {"summary", "We", true}}}});
  SECTION("also where a text is there but no string, or empty") {
    const Reading number = read_jsonl(R"({"text":5,"a":"b","c":"d"})");
    CHECK(number.records ==
          Records{{"b\nd", 1, std::nullopt, {{"text", "5", false}, {"a", "b", true}, {"c", "d", true}}}});
    CHECK(read_jsonl(R"({"text":"","a":"b"})").records ==
          Records{{"b", 1, std::nullopt, {{"text", "", true}, {"a", "b", true}}}});
  }
}

TEST_CASE("a key is found by its usual names", "[dump][jsonl]") {
  CHECK(read_jsonl("{\"key\":\"k\",\"ID\":7,\"text\":\"t\"}\n{\"_id\":\"u\",\"text\":\"t\"}\n{\"id\":true,"
                   "\"text\":\"t\"}")
            .records == Records{{"t", 1, "7", {{"key", "k", false}}},
                                {"t", 2, "u", {}},
                                {"t", 3, std::nullopt, {{"id", "true", false}}}});
}

TEST_CASE("nested members have paths for names, arrays several values", "[dump][jsonl]") {
  const Reading reading = read_jsonl(
      R"({"text":"t","a":{"b":{"c":1},"d":true},"tags":["x",2.50,null],"by":[{"n":"A","y":1},{"n":"B"}],"e":[],"f":{}})");
  CHECK(reading.records == Records{{"t",
                                    1,
                                    std::nullopt,
                                    {{"a.b.c", "1", false},
                                     {"a.d", "true", false},
                                     {"tags", "x\n2.50", false},
                                     {"by.n", "A\nB", false},
                                     {"by.y", "1", false}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("text and stored fields can be chosen", "[dump][jsonl]") {
  const std::string line = R"({"a":"1","year":2024,"b":"2","text":"3"})";
  const Reading reading = corpack::test::read_dump(
      line, {.format = "jsonl", .text_fields = {{"b", "year"}}, .stored_fields = {{"a", "b"}}});
  CHECK(reading.records == Records{{"2\n2024", 1, std::nullopt, {{"a", "1", false}, {"b", "2", true}}}});
  const Reading beside = corpack::test::read_dump(line, {.format = "jsonl", .text_fields = {{"b"}}});
  CHECK(beside.records[0].fields.back() == Field{"text", "3", false});
  const Reading none = corpack::test::read_dump(line, {.format = "jsonl", .text_fields = {{"c"}}});
  CHECK(none.records.empty());
  REQUIRE(none.reports.size() == 2);
  CHECK(none.reports[1] == "1: warning: no record has a field \"c\", which was asked for");
  CHECK(none.reports[0] == "1:1: warning: a record without text and key: " + line);
}

TEST_CASE("what corpack dump writes comes back as it was", "[dump][jsonl]") {
  const Reading reading = read_jsonl(
      "{\"id\":\"0123456789abcdef\",\"key\":\"k\",\"ordinal\":0,\"source\":\"s\",\"line\":3,\"text\":\"On "
      "x\\nWe\","
      "\"fields\":{\"title\":\"On x\",\"id\":\"y\",\"a.b\":\"W\",\"text\":\"We\"}}\n"
      "{\"id\":\"0123456789abcdef\",\"ordinal\":1,\"source\":\"s\",\"line\":9,\"text\":\"\"}\n"
      "{\"id\":\"0123456789abcdef\",\"ordinal\":1,\"source\":\"s\",\"text\":\"t\",\"more\":1}");
  CHECK(reading.records ==
        Records{{"On x\nWe",
                 1,
                 "k",
                 {{"title", "On x", true}, {"id", "y", false}, {"a.b", "W", false}, {"text", "We", true}}},
                {"", 2, std::nullopt, {}},
                {"t",
                 3,
                 "0123456789abcdef",
                 {{"ordinal", "1", false}, {"source", "s", false}, {"more", "1", false}}}});
}

TEST_CASE("the id is a string, or a number as it is written", "[dump][jsonl]") {
  const Reading reading = read_jsonl(
      "{\"id\":\"a\\tb\",\"text\":\"t\"}\n{\"id\": -1.50e3 ,\"text\":\"t\"}\n"
      "{\"text\":\"t\",\"id\":123456789012345678901234567890}\n{\"id\":\"\",\"text\":\"t\"}\n{\"id\":7}",
      "id");
  CHECK(reading.records == Records{{"t", 1, "a\tb", {}},
                                   {"t", 2, "-1.50e3", {}},
                                   {"t", 3, "123456789012345678901234567890", {}},
                                   {"t", 4, "", {}},
                                   {"", 5, "7", {}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("the text itself may be the id", "[dump][jsonl]") {
  CHECK(read_jsonl(R"({"text":"t","a":"b"})", "text").records ==
        Records{{"t", 1, std::nullopt, {{"a", "b", false}}}});
}

TEST_CASE("a record without its id is rejected", "[dump][jsonl]") {
  const std::string line = GENERATE(R"({"text":"t"})"s, R"({"id":null,"text":"t"})"s,
                                    R"({"id":[1],"text":"t"})"s, R"({"id":true,"text":"t"})"s);
  const Reading reading = read_jsonl("\n  " + line, "id");
  CHECK(reading.records.empty());
  CHECK(reading.reports == Reports{"2:3: warning: no field \"id\" that is a string or a number: " + line});
}

TEST_CASE("numbers and words keep their text, null holds nothing", "[dump][jsonl]") {
  const Reading reading = read_jsonl(
      "{\"text\":\"t\",\"year\":2024,\"gone\":null}\n{\"text\":\"u\",\"year\":-1.50E+3 ,\"open\":false}\n");
  CHECK(reading.records ==
        Records{{"t", 1, std::nullopt, {{"year", "2024", false}}},
                {"u", 2, std::nullopt, {{"year", "-1.50E+3", false}, {"open", "false", false}}}});
  CHECK(reading.reports.empty());
  CHECK(reading.field_names == std::vector<std::string>{"text", "year", "open"});
}

TEST_CASE("of members with one name the first counts", "[dump][jsonl]") {
  const Reading reading = read_jsonl(R"({"text":"first","text":"second","a":"x","\u0061":3})");
  CHECK(reading.records == Records{{"first", 1, std::nullopt, {{"a", "x", false}}}});
  CHECK(reading.reports == Reports{"1:1: warning: member \"text\" comes again, the first one counts",
                                   "1:1: warning: member \"a\" comes again, the first one counts"});
}

TEST_CASE("good lines survive bad ones", "[dump][jsonl]") {
  const std::size_t batch_bytes = GENERATE(1U, 7U, 100000U);
  const std::string end = GENERATE("\n"s, "\r\n"s, "\r"s);
  std::string content = "\xEF\xBB\xBF";
  for (const char* line :
       {R"({"id":"1","text":"good"})", "", " \t\xC2\xA0", "{bad", R"({"id":"2","text":"good too"})", "42",
        R"(["id"])", R"({"id":"1","text":"a duplicate is the pipeline's"})", R"({"text":"no id"})",
        R"({"id":"3","text":"cu)", R"({"id":"4","text":"t"} x)", R"({"id":"5","text":"t"}{})",
        "{\"id\":\"6\",\"text\":\"\xFF\"}"}) {
    content += line + end;
  }
  content += R"({"id":"7","text":"last"})";
  const Reading reading = read_jsonl(content, "id", batch_bytes);
  CHECK(reading.records == Records{{"good", 1, "1", {}},
                                   {"good too", 5, "2", {}},
                                   {"a duplicate is the pipeline's", 8, "1", {}},
                                   {"last", 14, "7", {}}});
  CHECK(reading.reports ==
        Reports{"4:2: warning: not JSON, a member's name in double quotes is expected: bad",
                "6:1: warning: a JSON value that is not an object: 42",
                "7:1: warning: a JSON value that is not an object: [\"id\"]",
                "9:1: warning: no field \"id\" that is a string or a number: {\"text\":\"no id\"}",
                "10:18: warning: not JSON, a string is not closed: \"cu",
                "11:23: warning: not JSON, there is more after the end of the value: x",
                "12:22: warning: not JSON, a second object in the line (--format json takes any number): {}",
                "13:19: warning: not JSON, invalid UTF-8: \\xFF\"}"});
}

TEST_CASE("a rejected record leaves no field name and no bytes in others", "[dump][jsonl]") {
  const Reading reading = read_jsonl("{\"stray\":\"x\",}\n{\"a\":\"b\"}\n{}\n{\"n\":1}");
  CHECK(reading.records == Records{{"b", 2, std::nullopt, {{"a", "b", true}}}});
  CHECK(reading.field_names == std::vector<std::string>{"text", "a"});
  REQUIRE(reading.reports.size() == 3);
  CHECK(reading.reports[0] == "1:14: warning: not JSON, a member's name in double quotes is expected: }");
  CHECK(reading.reports[1] == "3:1: warning: a record without text and key: {}");
  CHECK(reading.reports[2] == "4:1: warning: a record without text and key: {\"n\":1}");
}

TEST_CASE("what is left out must be JSON too", "[dump][jsonl]") {
  const std::string value =
      GENERATE("01"s, "+1"s, "1."s, ".5"s, "1e"s, "-"s, "truth"s, "nul"s, "False"s, "[1,]"s, "[1 2]"s,
               "{\"a\"}"s, "{\"a\":}"s, "[\"\\x\"]"s, "[\"\\ud800\"]"s, "[nan]"s);
  CAPTURE(value);
  const Reading reading = read_jsonl("{\"text\":\"t\",\"v\":" + value + "}\n{\"text\":\"u\"}");
  CHECK(reading.records == Records{{"u", 2, std::nullopt, {}}});
  REQUIRE_FALSE(reading.reports.empty());
  CHECK_THAT(reading.reports.back(), Catch::StartsWith("1:") && Catch::Contains("not JSON"));
}

TEST_CASE("deep nesting is read to a limit", "[dump][jsonl]") {
  CHECK(read_jsonl(nested(511)).records.size() == 1);
  for (const std::size_t depth : {std::size_t{512}, std::size_t{100000}}) {
    const Reading reading = read_jsonl(nested(depth));
    CHECK(reading.records.empty());
    REQUIRE(reading.reports.size() == 1);
    CHECK_THAT(reading.reports[0], Catch::StartsWith("1:531: warning: not JSON, too deeply nested"));
  }
}

TEST_CASE("NUL and all of Unicode come through escapes and as they are", "[dump][jsonl]") {
  const Reading reading = read_jsonl(R"({"text":"a\u0000b\ud83d\ude00😀\/\"\\ \r\n "})");
  CHECK(reading.records == Records{{"a\0b😀😀/\"\\ \r\n "s, 1, std::nullopt, {}}});
}

TEST_CASE("a long line is one record, one past the limit is rejected", "[dump][jsonl]") {
  const std::string text(std::size_t{5} << 20, 'y');
  const Reading long_line =
      read_jsonl("{\"text\":\"" + text + "\"}\n{\"text\":\"u\"}", std::nullopt, 1 << 16);
  REQUIRE(long_line.records.size() == 2);
  CHECK((long_line.records[0].text == text));

  const std::size_t batch_bytes = GENERATE(1U, 5U, 1000U);
  const DumpOptions options{.format = "jsonl", .batch_bytes = batch_bytes, .max_record_bytes = 22};
  const Reading limited = corpack::test::read_dump(
      "{\"text\":\"12345678901\"}\n{\"text\":\"123456789012\"}\n{\"text\":\"1\"}\n{\"text\":\"12345678901234",
      options);
  CHECK(limited.records == Records{{"12345678901", 1, std::nullopt, {}}, {"1", 3, std::nullopt, {}}});
  CHECK(limited.reports == Reports{"2: warning: a record that takes more than 22 bytes is left out",
                                   "4: warning: a record that takes more than 22 bytes is left out"});
}

TEST_CASE("member names that are data stop the work", "[dump][jsonl]") {
  std::string content;
  for (int user = 0; user < 70000; ++user) content += "{\"user " + std::to_string(user) + "\":\"x\"}\n";
  CHECK_THROWS_WITH(read_jsonl(content), Catch::Contains(":65536: more than 65536 field names"));
}

TEST_CASE("the usual texts come in their usual order", "[dump][jsonl]") {
  CHECK(read_jsonl(R"({"content":"5","body":"4","text":"3","abstract":"2","title":"1"})").records[0].text ==
        "1\n2\n3\n4\n5");
}
