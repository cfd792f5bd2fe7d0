#include "bench/queries/query_file.hpp"

#include <catch2/catch.hpp>

#include <corpack/error.hpp>

#include "temporary_folder.hpp"

using namespace corpack;
using namespace corpack::bench;

TEST_CASE("queries come back from a file as they were written") {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "queries.tsv").string();
  std::vector<TextQuery> queries;
  for (const QueryKind& kind : query_kinds) {
    TextQuery query{&kind, {}};
    for (std::size_t i = 0; i < kind.words; ++i)
      query.words.push_back(std::string(3, static_cast<char>('a' + i)));
    queries.push_back(query);
  }
  write_queries(path, queries);
  const std::vector<TextQuery> read = read_queries(path);
  REQUIRE(read.size() == queries.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    CHECK(read[i].kind == queries[i].kind);
    CHECK(read[i].words == queries[i].words);
  }
  CHECK(test::read_file(path).starts_with("term_high\taaa\n"));
}

TEST_CASE("what is no query is named with its line") {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "queries.tsv").string();
  for (const char* const line :
       {"and2 one two", "and9\tone two", "and2\tone", "and2\tone two three", "and2\t"}) {
    test::write_file(path, std::string{"or2\tone two\n\n"} + line + '\n');
    CHECK_THROWS_WITH(read_queries(path), Catch::StartsWith(path + ":3: "));
  }
  test::write_file(path, "\n");
  CHECK_THROWS_AS(read_queries(path), Error);
  CHECK_THROWS_WITH(read_queries((folder / "none").string()), Catch::EndsWith("cannot be read"));
}
