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

#include "search/random_queries.hpp"
#include "search/reference_search.hpp"
#include "search/text_dataset.hpp"
#include "search/zipf_texts.hpp"

using namespace corpack;
using corpack::test::RandomQueries;
using corpack::test::ReferenceSearch;
using corpack::test::TextDataset;

namespace {

double sum_of_weights(const ReferenceSearch& reference, const QueryNode& node, const Dataset& dataset) {
  double sum = 0;
  if (node.kind == QueryNode::Kind::term)
    sum = node.weight * reference.idf(dataset.postings(node.list).count());
  if (node.kind == QueryNode::Kind::prefix) sum = node.weight;
  for (const PhraseWord& word : node.words)
    sum += node.weight * reference.idf(dataset.postings(word.list).count());
  for (const QueryNode& clause : node.clauses) sum += sum_of_weights(reference, clause, dataset);
  return sum;
}

// Empty where the answer is the reference's, else what is wrong. Scores may differ by rounding, and records
// whose scores differ by no more than that may change places.
std::string difference(Searcher& searcher, const Dataset& dataset, const ReferenceSearch& reference,
                       const Query& query, const SearchOptions& options) {
  const std::vector<ReferenceSearch::Scored> expected = reference.search(query.root());
  const double allowed = 1e-6 * sum_of_weights(reference, query.root(), dataset) + 1e-12;
  const Results results = searcher.run(query, options);
  const std::size_t skipped = std::min(options.offset, expected.size());
  if (results.hits.size() != std::min(options.limit, expected.size() - skipped))
    return "number of hits " + std::to_string(results.hits.size());
  if (results.total_exact ? results.total != expected.size() : results.total > expected.size())
    return "total " + std::to_string(results.total) + " of " + std::to_string(expected.size());
  if (results.total < results.hits.size()) return "total below the number of hits";
  if (options.exact_total && !results.total_exact) return "the total is not exact";
  std::map<std::uint32_t, double> scores;
  for (const auto& [ordinal, score] : expected) scores[ordinal] = score;
  for (std::size_t i = 0; i < results.hits.size(); ++i) {
    const Hit& hit = results.hits[i];
    const std::uint32_t ordinal = hit.record.ordinal();
    if (scores.count(ordinal) == 0)
      return "record " + std::to_string(ordinal) + " does not match, or comes twice";
    if (std::abs(double{hit.score} - scores[ordinal]) > allowed)
      return "score " + std::to_string(hit.score) + " for " + std::to_string(scores[ordinal]);
    if (std::abs(expected[skipped + i].score - scores[ordinal]) > allowed)
      return "rank " + std::to_string(i) + " has record " + std::to_string(ordinal);
    if (i > 0 && hit.score > results.hits[i - 1].score) return "scores rise";
    if (i > 0 && expected[skipped + i].score == expected[skipped + i - 1].score &&
        hit.score == results.hits[i - 1].score && ordinal < results.hits[i - 1].record.ordinal())
      return "records of equal scores are out of order";
    scores.erase(ordinal);
  }
  return {};
}

bool has_slop(const QueryNode& node) {
  return node.slop > 0 || std::any_of(node.clauses.begin(), node.clauses.end(), has_slop);
}

// How often a nearly found phrase counts is no plain sum over its places: of such queries the records are
// compared, and that their scores fall.
std::string difference_in_records(Searcher& searcher, const Dataset& dataset,
                                  const ReferenceSearch& reference, const Query& query) {
  const Results results = searcher.run(query, {.limit = dataset.size(), .exact_total = true});
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < results.hits.size(); ++i) {
    found.insert(results.hits[i].record.ordinal());
    if (!std::isfinite(results.hits[i].score)) return "a score is not finite";
    if (i > 0 && results.hits[i].score > results.hits[i - 1].score) return "scores rise";
  }
  std::set<std::uint32_t> expected;
  for (const auto& [ordinal, score] : reference.evaluate(query.root())) expected.insert(ordinal);
  if (found != expected)
    return std::to_string(found.size()) + " records of " + std::to_string(expected.size());
  return results.total == expected.size() && results.total_exact ? "" : "the total is wrong";
}

void compare(const Dataset& dataset, const std::string& language, std::uint32_t seed, unsigned queries) {
  std::vector<std::string> texts;
  for (const Record& record : dataset) texts.emplace_back(record.text());
  const ReferenceSearch reference{texts, language, dataset};
  std::vector<std::string> sources;
  for (const Source& source : dataset.info().sources()) sources.emplace_back(source.name);
  RandomQueries random{texts, sources, seed};
  Searcher searcher{dataset};
  const std::size_t all = texts.size() + 1;
  const std::vector<SearchOptions> options{{.limit = 10},
                                           {.limit = 1},
                                           {.limit = all, .exact_total = true},
                                           {.limit = 5, .offset = 3, .exact_total = true},
                                           {.limit = 0, .exact_total = true},
                                           {.limit = 0},
                                           {.limit = 3, .offset = all},
                                           {.limit = all}};
  std::size_t with_hits = 0;
  for (unsigned i = 0; i < queries; ++i) {
    const std::string text = random.next();
    const Query query = searcher.parse(text);
    const std::string wrong =
        has_slop(query.root()) ? difference_in_records(searcher, dataset, reference, query)
                               : difference(searcher, dataset, reference, query, options[i % options.size()]);
    INFO("query " << text << ", limit " << options[i % options.size()].limit);
    REQUIRE(wrong == "");
    with_hits += searcher.run(query, {.limit = 1}).hits.size();
  }
  // Otherwise the queries would not say much.
  CHECK(with_hits > queries / 2);
}

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
