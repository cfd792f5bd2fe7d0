// Words and queries from the dump to the answer, as a user meets them: odd words, odd bytes, odd queries.
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <simdjson.h>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

// The number of records that a query finds.
std::uint64_t found(const std::string& dataset, const std::string& query) {
  const Outcome outcome = run_corpack({"search", dataset, "--json", "--exact-total", "--", query});
  REQUIRE(outcome.status == (outcome.out.find("\"total\":0,") == std::string::npos ? 0 : 1));
  simdjson::dom::parser parser;
  return parser.parse(outcome.out)["total"];
}

}  // namespace

TEST_CASE("words: very long ones are cut between code points, counted and found") {
  const TemporaryFolder folder;
  std::string letters;
  for (unsigned i = 0; i < 256; ++i) letters += "д";
  const std::string word(600, 'w');
  const std::string dump = folder.write("d.txt", "Title\n\n" + word + " short\n\n" + letters + "\n");
  const std::string dataset = folder / "d.corpack";
  const Outcome outcome = run_corpack({"compile", dump, "-o", dataset, "--json"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  // Both are longer than 256 bytes.
  CHECK(std::uint64_t{parser.parse(outcome.out)["cut_words"]} == 2);
  CHECK(found(dataset, word) == 1);
  CHECK(found(dataset, letters) == 1);
  CHECK(found(dataset, "short") == 1);
  CHECK(run_corpack({"verify", dataset, "--level", "full"}).status == 0);
}

TEST_CASE("words: those behind bytes that are no UTF-8 are found, and a warning counts the record") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\nbefore \xC3\x28\xFF after\n");
  const std::string dataset = folder / "d.corpack";
  const Outcome outcome = run_corpack({"compile", dump, "-o", dataset, "--json"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  CHECK(std::uint64_t{parser.parse(outcome.out)["invalid_utf8"]} == 1);
  CHECK_THAT(outcome.err, Contains("d.txt:3") && Contains("UTF-8"));
  CHECK(found(dataset, "before") == 1);
  CHECK(found(dataset, "after") == 1);
}

TEST_CASE("words: capitals are found in any locale") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\nTITLE OF ISTANBUL\n");
  for (const std::string locale : {"C", "tr_TR.UTF-8"}) {
    const std::string dataset = folder / (locale + ".corpack");
    REQUIRE(
        run({.arguments = {"compile", dump, "-o", dataset}, .environment = {{"LC_ALL", locale}}}).status ==
        0);
    for (const std::string asked : {"C", "tr_TR.UTF-8"})
      for (const std::string word : {"title", "TITLE", "istanbul"})
        CHECK(run({.arguments = {"search", dataset, word}, .environment = {{"LC_ALL", asked}}}).status == 0);
  }
  CHECK(read_file(folder / "C.corpack") == read_file(folder / "tr_TR.UTF-8.corpack"));
}

TEST_CASE("queries: whatever is asked, there is an answer") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\nx and y\n\na or b\n\nnot x, to be or not to be\n");
  const std::string dataset = folder / "d.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset}).status == 0);
  CHECK(found(dataset, "\"") == 0);
  CHECK(found(dataset, "(") == 0);
  CHECK(found(dataset, "AND") == 1);
  CHECK(found(dataset, "OR OR") == 2);
  CHECK(found(dataset, "a AND") == 2);
  CHECK(found(dataset, "*") == 0);
  CHECK(found(dataset, "'") == 0);
  CHECK(found(dataset, "a:b") == 1);
  CHECK(found(dataset, "NOT x") == 1);  // all records but those with it
  CHECK(found(dataset, "") == 0);
  CHECK(found(dataset, "to be or not to be") == 2);
  std::string queries;
  for (const std::string piece : {"(", ")", "x ", "\"", "x* ", "y~ "}) {
    queries += "q\t";
    for (unsigned i = 0; i < (piece.size() == 1 ? 10'000u : 500'000u); ++i) queries += piece;
    queries += '\n';
  }
  const Outcome outcome =
      run({.arguments = {"search", dataset, "--batch", "-", "--json", "-k", "1"}, .input = queries});
  CHECK(outcome.status == 0);
  CHECK(lines_of(outcome.out).size() == 6);
}
