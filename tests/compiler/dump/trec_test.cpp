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

Reading read_trec(std::string_view content, std::size_t batch_bytes = 1000) {
  return corpack::test::read_dump(content, {.format = "trec", .batch_bytes = batch_bytes});
}

}  // namespace

TEST_CASE("what is between DOC tags is a record, its elements are fields", "[dump][trec]") {
  const std::size_t batch_bytes = GENERATE(1U, 8U, 1000U);
  const Reading reading = read_trec(
      "<DOC>\n<DOCNO> FT-1 </DOCNO>\n<TITLE>On x</TITLE>\n<TEXT>\n<P>a &lt; b &amp; c</P>\n<!-- no -->d < "
      "e\n</TEXT>\n</DOC>\n"
      "<DOC><DOCNO>2</DOCNO>loose <BR> words<AU>A</AU><AU>B</AU></DOC>",
      batch_bytes);
  CHECK(reading.records == Records{{"On x\na < b & c\nd < e",
                                    1,
                                    "FT-1",
                                    {{"TITLE", "On x", true}, {"TEXT", "a < b & c\nd < e", true}}},
                                   {"loose  words", 9, "2", {{"AU", "A\nB", false}}}});
  CHECK(reading.reports.empty());
}

TEST_CASE("what is in no record is rejected", "[dump][trec]") {
  const Reading reading = read_trec("stray\n<DOC><DOCNO>1</DOCNO>a</DOC>\n<DOC>\n<DOC>b</DOC>\n<DOC>cut");
  CHECK(reading.records == Records{{"a", 2, "1", {}}, {"b", 4, std::nullopt, {}}});
  CHECK(reading.reports == Reports{"1:1: warning: text that is in no <DOC>: stray",
                                   "3:1: warning: a <DOC> without </DOC>: <DOC>",
                                   "5:1: warning: a <DOC> without </DOC>: <DOC>cut"});
}

TEST_CASE("elements that are never closed take bounded time", "[dump][trec]") {
  std::string content = "<DOC>";
  for (int i = 0; i < 60000; ++i) content += "<P" + std::to_string(i) + ">x";
  CHECK(read_trec(content + "</DOC>", 1 << 20).records.size() == 1);
}

TEST_CASE("a < that begins no tag is text", "[dump][trec]") {
  const Reading reading = read_trec(
      "<DOC><DOCNO>1</DOCNO>a < c</DOC>\n<DOC>\n<DOCNO>2</DOCNO>\n<TEXT>x</TEXT>\n2 < 3 <\n</DOC>\n"
      "<DOC><DOCNO>3</DOCNO><TEXTOn <I>y</I></DOC>");
  CHECK(reading.records == Records{{"a < c", 1, "1", {}},
                                   {"x\n2 < 3 <", 2, "2", {{"TEXT", "x", true}, {"text", "2 < 3 <", true}}},
                                   {"<TEXTOn", 7, "3", {{"I", "y", false}}}});
  CHECK(reading.reports.empty());
}
