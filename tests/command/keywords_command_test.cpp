// `corpack keywords` and `corpack similar`, run as a user runs them.
#include <cmath>

#include <catch2/catch.hpp>
#include <simdjson.h>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

// Four records whose words can be counted by eye.
std::string compile_samples(const TemporaryFolder& folder) {
  const std::string dump = folder.write("d.jsonl",
                                        "{\"n\":\"a\",\"text\":\"moon moon\"}\n"
                                        "{\"n\":\"b\",\"text\":\"moon red sun\"}\n"
                                        "{\"n\":\"[c]\",\"text\":\"red sun\"}\n"
                                        "{\"n\":\"d\",\"text\":\"tree\"}\n");
  const std::string dataset = folder / "small.corpack";
  REQUIRE(run_corpack({"compile", "--language", "none", "--id", "n", dump, "-o", dataset}).status == 0);
  return dataset;
}

}  // namespace

TEST_CASE("keywords: of a dataset, with records and occurrences") {
  const TemporaryFolder folder;
  const std::string dataset = compile_samples(folder);
  // idf is ln 2 for 2 of 4 records, ln(10/3) for 1. A dataset's weights: tree 1.45, "red sun" 1.5 * 2 * 0.48
  // = 1.44, moon sqrt(3 * 2) * 0.48 = 1.18.
  CHECK(run_corpack({"keywords", dataset}).out == "tree\t1\t1\nred sun\t2\t2\nmoon\t2\t3\n");
  CHECK(run_corpack({"keywords", dataset, "--top", "1"}).out == "tree\t1\t1\n");
  CHECK(run_corpack({"keywords", dataset, "--top", "0"}).status == 1);
}

TEST_CASE("keywords: of a record, by key or id") {
  const TemporaryFolder folder;
  const std::string dataset = compile_samples(folder);
  const Outcome outcome = run_corpack({"keywords", dataset, "b", "--json"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(outcome.out);
  CHECK(std::string_view{answer["key"]} == "b");
  REQUIRE(simdjson::dom::array{answer["keywords"]}.size() == 2);
  const simdjson::dom::element first = answer["keywords"].at(0);
  CHECK(std::string_view{first["text"]} == "red sun");
  CHECK(double{first["weight"]} == Approx(std::log(2)));
  CHECK(std::uint64_t{first["records"]} == 2);
  CHECK(std::uint64_t{first["occurrences"]} == 1);
  CHECK(std::string_view{answer["keywords"].at(1)["text"]} == "moon");

  const std::string id{std::string_view{answer["id"]}};
  CHECK(run_corpack({"keywords", dataset, id, "--json"}).out == outcome.out);
  CHECK(run_corpack({"keywords", dataset, "[c]"}).out == "red sun\t2\t1\n");
  const Outcome none = run_corpack({"keywords", dataset, "e"});
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Contains("no record with key or id 'e'"));
  CHECK(run_corpack({"keywords", dataset, "a", "b"}).status == 2);
}

TEST_CASE("similar: the form of search, without the record itself") {
  const TemporaryFolder folder;
  const std::string dataset = compile_samples(folder);
  simdjson::dom::parser parser;
  const simdjson::dom::element answer =
      parser.parse(run_corpack({"similar", dataset, "b", "--json", "--exact-total"}).out);
  CHECK(std::uint64_t{answer["total"]} == 2);
  REQUIRE(simdjson::dom::array{answer["hits"]}.size() == 2);
  // It shares two words with b, the other one.
  CHECK(std::string_view{answer["hits"].at(0)["key"]} == "[c]");
  CHECK(std::string_view{answer["hits"].at(1)["key"]} == "a");
  CHECK(std::string_view{answer["query"]} == "moon red sun");
  const Outcome second = run_corpack({"similar", dataset, "b", "-k", "1", "--offset", "1"});
  CHECK(second.status == 0);
  CHECK_THAT(second.out, Contains("  2  ") && Contains("moon moon"));
  CHECK(run_corpack({"similar", dataset, "d"}).status == 1);
  CHECK(run_corpack({"similar", dataset, "none"}).status == 1);
  CHECK(run_corpack({"similar", dataset}).status == 2);
  CHECK(run_corpack({"similar", dataset, "a", "b"}).status == 2);
}
