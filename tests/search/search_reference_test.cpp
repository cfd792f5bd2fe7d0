// Searcher::run against an evaluator that scores every record, over random queries of every kind.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <lmdb.h>

#include <corpack/searcher.hpp>

#include "search/compare_searches.hpp"
#include "search/reference_search.hpp"
#include "search/text_dataset.hpp"
#include "search/zipf_texts.hpp"

using namespace corpack;
using corpack::test::compare;
using corpack::test::ReferenceSearch;
using corpack::test::TextDataset;

namespace {

// A copy of the dataset's file without one of its tables.
std::string copy_without(const Dataset& dataset, const char* table) {
  const std::string path = dataset.path().string() + ".less";
  std::filesystem::copy_file(dataset.path(), path);
  MDB_env* environment = nullptr;
  MDB_txn* transaction = nullptr;
  MDB_dbi number = 0;
  REQUIRE(mdb_env_create(&environment) == 0);
  REQUIRE(mdb_env_set_maxdbs(environment, 16) == 0);
  REQUIRE(mdb_env_set_mapsize(environment, std::size_t{1} << 30) == 0);
  REQUIRE(mdb_env_open(environment, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK, 0600) == 0);
  REQUIRE(mdb_txn_begin(environment, nullptr, 0, &transaction) == 0);
  REQUIRE(mdb_dbi_open(transaction, table, 0, &number) == 0);
  REQUIRE(mdb_drop(transaction, number, 1) == 0);
  REQUIRE(mdb_txn_commit(transaction) == 0);
  mdb_env_close(environment);
  return path;
}

// Term `n<count>` is in exactly so many records, in some of them very often; the rest is filling of uneven
// length.
std::vector<std::string> texts_at_block_edges(std::uint32_t seed) {
  constexpr std::size_t records = 1100;
  std::mt19937 random{seed};
  std::vector<std::string> texts(records);
  for (const std::size_t count : {1u, 2u, 3u, 127u, 128u, 129u, 255u, 256u, 257u, 1000u, 1100u}) {
    std::vector<std::size_t> places(records);
    for (std::size_t i = 0; i < records; ++i) places[i] = i;
    std::shuffle(places.begin(), places.end(), random);
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t often = 1 + (random() % 8 == 0 ? random() % 5 : 0);
      if (i == 1) often = 255;
      if (i == 2) often = 256;
      if (i == 3 && count == 256) often = 70000;
      for (std::size_t times = 0; times < often; ++times) texts[places[i]] += " n" + std::to_string(count);
    }
  }
  for (std::string& text : texts)
    for (std::size_t filling = random() % 60; filling > 0; --filling)
      text += " filling" + std::to_string(random() % 50);
  return texts;
}

}  // namespace

TEST_CASE("search agrees with the reference on the seeds") {
  const std::string language = GENERATE("english", "none", "german");
  const TextDataset dataset{test::seed_dumps(), {.language = language}};
  compare(*dataset, language, 1, 2500);
}

TEST_CASE("search agrees with the reference without positions") {
  const TextDataset dataset{test::seed_dumps(), {.positions = false}};
  compare(*dataset, "english", 2, 1000);
}

TEST_CASE("search agrees with the reference where the positions were taken out of the file") {
  const TextDataset whole{test::seed_dumps()};
  const Dataset dataset{copy_without(*whole, "positions")};
  REQUIRE(whole->has_positions());
  REQUIRE_FALSE(dataset.has_positions());
  compare(dataset, "english", 11, 500);
}

TEST_CASE("search agrees with the reference at the edges of blocks") {
  const TextDataset dataset{texts_at_block_edges(3), {.language = "none"}};
  for (const std::uint32_t count : {1u, 2u, 3u, 127u, 128u, 129u, 255u, 256u, 257u, 1000u, 1100u}) {
    const auto term = dataset->term("n" + std::to_string(count));
    REQUIRE(term);
    CHECK(dataset->postings(*term).count() == count);
  }
  compare(*dataset, "none", 4, 400);
}

TEST_CASE("search agrees with the reference where lists and records end at the edges of blocks") {
  const std::size_t records = GENERATE(127u, 128u, 129u, 255u, 256u, 257u, 384u, 1025u);
  const bool positions = records != 256;
  const TextDataset dataset{test::zipf_dumps(records, 9), {.positions = positions}};
  REQUIRE(dataset->size() == records);
  REQUIRE(dataset->info().sources().size() == 3);
  const auto everywhere = dataset->term("everywhere");
  REQUIRE(everywhere);
  CHECK(dataset->postings(*everywhere).count() == records);
  CHECK(dataset->has_positions() == positions);
  compare(*dataset, "english", 10, records > 1000 ? 600 : 300);
}

TEST_CASE("search agrees with the reference on tiny datasets") {
  const auto texts =
      GENERATE(std::vector<std::string>{"one record"}, std::vector<std::string>{"a", "", "a b", "a"},
               std::vector<std::string>{"x x x", "x x x", "x x x", "y"});
  const TextDataset dataset{texts};
  compare(*dataset, "english", 5, 200);
}

TEST_CASE("phrases with slop find what a choice of positions allows") {
  // Few words, so that they repeat and come in any order.
  std::mt19937 random{8};
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 300; ++i) {
    std::string text;
    for (std::size_t size = random() % 12; size > 0; --size)
      text += std::string{} + "abcde"[random() % 5] + ' ';
    texts.push_back(std::move(text));
  }
  const TextDataset dataset{texts, {.language = "none"}};
  const ReferenceSearch reference{texts, "none", *dataset};
  Searcher searcher{*dataset};
  for (unsigned i = 0; i < 1000; ++i) {
    // Different words: of a word that comes twice some choices are passed over.
    std::string letters = "abcde";
    std::shuffle(letters.begin(), letters.end(), random);
    std::string text = "\"";
    for (std::size_t word = 0; word < 2 + i % 3; ++word) text += std::string{letters[word]} + ' ';
    text += "\"~" + std::to_string(1 + random() % 5);
    const Query query = searcher.parse(text);
    std::set<std::uint32_t> found;
    for (const Hit& hit : searcher.run(query, {.limit = texts.size()}).hits) {
      CHECK(hit.score > 0);
      found.insert(hit.record.ordinal());
    }
    std::set<std::uint32_t> expected;
    for (const auto& [ordinal, score] : reference.evaluate(query.root())) expected.insert(ordinal);
    INFO(text);
    REQUIRE(found == expected);
  }
}

TEST_CASE("search agrees with the reference on a larger text") {
  const char* const path = std::getenv("CORPACK_TEST_DATA");
  if (path == nullptr) {
    WARN("skipped: set CORPACK_TEST_DATA to the path of a text dump");
    return;
  }
  const std::string language = GENERATE("english", "none");
  const TextDataset dataset{std::vector<std::filesystem::path>{path}, {.language = language}};
  compare(*dataset, language, 6, 2000);
}
