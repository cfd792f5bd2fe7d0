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

Reading read_stanzas(std::string_view content, corpack::DumpOptions options = {}) {
  options.format = "stanza";
  return corpack::test::read_dump(content, std::move(options));
}

}  // namespace

TEST_CASE("stanzas have keys, values and lines that go on", "[dump][stanza]") {
  const std::size_t batch_bytes = GENERATE(1U, 1000U);
  const Reading reading = read_stanzas(
      "\n# a comment\nPackage: apt\nURL: http://x:80/\nDescription: one\n two\n  three\n .\n "
      "four\nEmpty:\n\n \t\n"
      "Package: dpkg\nTags:\n a\n b\n",
      {.batch_bytes = batch_bytes});
  CHECK(reading.records ==
        Records{{"apt\nhttp://x:80/\none\ntwo\n three\n\nfour",
                 2,
                 std::nullopt,
                 {{"Package", "apt", true},
                  {"URL", "http://x:80/", true},
                  {"Description", "one\ntwo\n three\n\nfour", true},
                  {"Empty", "", true}}},
                {"dpkg\na\nb", 13, std::nullopt, {{"Package", "dpkg", true}, {"Tags", "a\nb", true}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("a stanza's key and text are found and given as any record's", "[dump][stanza]") {
  CHECK(read_stanzas("ID: 7\nTitle: On x\nAbstract: We\nYear: 2024\n").records ==
        Records{{"On x\nWe",
                 1,
                 "7",
                 {{"Title", "On x", true}, {"Abstract", "We", true}, {"Year", "2024", false}}}});
  CHECK(read_stanzas("A: b\nC: d\n", {.id_field = "A", .text_fields = {{"C"}}}).records ==
        Records{{"d", 1, "b", {{"C", "d", true}}}});
}

TEST_CASE("values of one key are joined", "[dump][stanza]") {
  CHECK(read_stanzas("A: b\nText: t\nA: c\n").records ==
        Records{{"t", 1, std::nullopt, {{"A", "b\nc", false}, {"Text", "t", true}}}});
}

TEST_CASE("a stanza with a line that is none is rejected", "[dump][stanza]") {
  const Reading reading = read_stanzas("A: 1\nno colon here\n\n continues\n\nA: 2\n");
  CHECK(reading.records == Records{{"2", 6, std::nullopt, {{"A", "2", true}}}});
  CHECK(reading.reports ==
        Reports{"2:1: warning: a line without a key and a colon: no colon here",
                "4:1: warning: a line that goes on with a value, before any key: continues"});
  CHECK(reading.rejected == "A: 1\nno colon here\n\n continues\n\n");
}
