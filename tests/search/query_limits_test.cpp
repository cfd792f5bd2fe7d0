// That no query takes long (what grows without bound does not end here) or is refused, and that what is left
// out of it is told.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <pthread.h>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

const TextDataset& few_records() {
  static const TextDataset dataset{
      std::vector<std::string>{"a b c d", "and or not x y", "mirror mirrors", "铁路12306"},
      {.language = "english"}};
  return dataset;
}

std::vector<std::string> notes(std::string_view text) {
  return Searcher{*few_records()}.parse(text).notes();
}

std::size_t nodes_of(const QueryNode& node) {
  std::size_t nodes = 1;
  for (const QueryNode& clause : node.clauses) nodes += nodes_of(clause);
  return nodes;
}

}  // namespace

TEST_CASE("limits are told") {
  std::string words;
  for (unsigned i = 0; i < 5000; ++i) words += "a ";
  CHECK(notes(words).size() == 1);
  CHECK(Searcher{*few_records()}.parse(words).root().weight == 4096);
  CHECK(notes('"' + words + '"').size() == 2);  // of the phrase, and of the query
  CHECK(notes("a-" + std::string(9000, 'x') + words).size() == 1);
  std::string prefixes;
  for (unsigned i = 0; i < 70; ++i) prefixes += "a" + std::to_string(i) + "* ";
  CHECK(notes(prefixes).size() == 1);
  std::string fuzzy;
  for (unsigned i = 0; i < 20; ++i) fuzzy += "mirr" + std::to_string(i) + "~1 ";
  CHECK(notes(fuzzy).size() == 1);
}

TEST_CASE("of too many clauses those that choose records are kept") {
  std::string record;
  std::string query;
  for (unsigned i = 0; i < 1500; ++i) {
    record += "w" + std::to_string(i) + ' ';
    query += "w" + std::to_string(i) + ' ';
  }
  const TextDataset dataset{std::vector<std::string>{record, record + "late", record + "late bad"}};
  Searcher searcher{*dataset};
  const Query parsed = searcher.parse(query + "+late -bad");
  CHECK(parsed.notes().size() == 1);
  CHECK(parsed.root().clauses.size() == 1024);
  const Results results = searcher.run(parsed);
  REQUIRE(results.hits.size() == 1);
  CHECK(results.hits[0].record.ordinal() == 1);
}

TEST_CASE("no query takes long") {
  constexpr std::size_t size = 1'000'000;
  std::vector<std::string> queries;
  for (const std::string_view piece :
       {"(",  ")",   ")(", "\"",  "\" ",  "\\\"",     "a ",          "a AND ",    "NOT ",    "OR ",
        "-",  "+a ", "a-", "a* ", "a~2 ", "\"a b\" ", "\"a b\"~99 ", "source:* ", "source:", "a:",
        "^2", "~",   "*",  "铁",  "\xFF", "(a ",      "-(a ",        "a^2) "}) {
    std::string query;
    while (query.size() < size) query += piece;
    queries.push_back(std::move(query));
  }
  std::string different;
  for (unsigned i = 0; different.size() < size; ++i) different += "w" + std::to_string(i) + ' ';
  queries.push_back(std::move(different));
  for (const std::string& query : queries) {
    INFO(query.substr(0, 10));
    Searcher searcher{*few_records()};
    for (const bool plain : {false, true}) {
      const Query parsed = searcher.parse(query, {.plain = plain});
      CHECK(searcher.run(parsed).hits.size() <= few_records()->size());
      CHECK(nodes_of(parsed.root()) <= 3 * QueryWords::max_words);
      CHECK(parsed.notes().size() <= QueryWords::max_notes + 1);
      const auto suggested = searcher.suggest(parsed);
      CHECK((!suggested || suggested->size() < 2 * size));
    }
  }
}

TEST_CASE("sources are compared with very many patterns to a limit") {
  std::vector<std::pair<std::string, std::string>> dumps;
  for (unsigned i = 0; i < 40; ++i) {
    std::string name(200, 'a');
    name += std::to_string(i) + ".txt";
    dumps.emplace_back(name, "Title\n\nmirror " + std::to_string(i) + "\n");
  }
  const TextDataset dataset{dumps};
  Searcher searcher{*dataset};
  CHECK(searcher.search("mirror source:*a7.txt").total == 1);
  std::string query = "mirror ";
  while (query.size() < 1'000'000) query += "source:*" + std::string(150, 'a') + "b ";
  const Query parsed = searcher.parse(query);
  CHECK(std::count(parsed.notes().begin(), parsed.notes().end(),
                   "the query names too many sources: the first are used") == 1);
  CHECK(searcher.run(parsed).total == 0);
  // One pattern of a whole query's size.
  CHECK(searcher.search("mirror source:" + std::string(1'000'000, '*')).total == 0);
  CHECK(searcher.search("mirror source:" + std::string(600, '*')).total == 40);
}

TEST_CASE("very many places to choose from are not all tried") {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 3000; ++i) texts.push_back("to be or not to be " + std::to_string(i));
  const TextDataset dataset{texts, {.language = "none"}};
  Searcher searcher{*dataset};
  // 3,000 records x 16 x 16 words: beyond 2^25 with the 44th.
  std::string query;
  for (unsigned i = 0; i < 64; ++i) query += "\"to be or not to be to be or not to be to be or not\"~100 ";
  const Query parsed = searcher.parse(query);
  CHECK(parsed.notes().size() == 1);
  const auto& clauses = parsed.root().clauses;
  REQUIRE(clauses.size() == 64);
  CHECK(std::count_if(clauses.begin(), clauses.end(), [](const auto& c) { return c.slop == 100; }) == 44);
  CHECK(searcher.run(searcher.parse("\"be to\"~2")).total == 3000);
}

TEST_CASE("boosts are finite, above 0 and bounded") {
  Searcher searcher{*few_records()};
  for (const std::string_view boost :
       {"^0", "^-1", "^nan", "^inf", "^1e9", "^99999", "^9999", "^0.001", "^", "^^2", "^2^3", "~^2", "^2~",
        "~2~2", "~~~~", "~99999999999999999999"}) {
    INFO(boost);
    for (const std::string before : {"a", "mirrors", "\"a b\"", "(a b)", "mirr*"}) {
      const Results results = searcher.search(before + std::string{boost});
      for (const Hit& hit : results.hits) {
        CHECK(std::isfinite(hit.score));
        CHECK(hit.score > 0);
      }
    }
  }
  for (const std::string boost : {"1000", "0.001"}) {
    std::string nested;
    for (unsigned i = 0; i < 1000; ++i) nested += '(';
    nested += "a c";
    for (unsigned i = 0; i < 1000; ++i) nested += ")^" + boost;
    const Results results = searcher.search(nested);
    REQUIRE(results.hits.size() == 1);
    CHECK(std::isfinite(results.hits[0].score));
    CHECK(results.hits[0].score > 0);
  }
}

TEST_CASE("random bytes are a query") {
  std::mt19937 random{7};
  const std::string_view alphabet =
      "ab+-\"()*~^:\\ \xE9\x93\x81\xFF"
      "ANDORT0129";
  Searcher searcher{*few_records()};
  for (unsigned i = 0; i < 20000; ++i) {
    std::string query;
    for (std::size_t size = random() % 40; size > 0; --size) query += alphabet[random() % alphabet.size()];
    INFO(query);
    const Results results = searcher.search(query);
    REQUIRE(results.hits.size() <= few_records()->size());
  }
}

// What a Searcher needs lies on the heap, since many programs give their threads little stack.
TEST_CASE("a thread with 64 KiB of stack may search") {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they take stack of their own
  static_assert(sizeof(Searcher) < 32 * 1024);
  const auto search_all = [](void* found) -> void* {
    Searcher searcher{*few_records()};
    for (const char* query :
         {"a b", "+a +b", "\"a b\"", "\"a b\"~2", "mirr*", "miror~", "(a OR mirror) -x", "铁路"})
      *static_cast<std::size_t*>(found) += searcher.search(query, {.exact_total = true}).hits.size();
    return nullptr;
  };
  pthread_attr_t attributes;
  REQUIRE(::pthread_attr_init(&attributes) == 0);
  REQUIRE(::pthread_attr_setstacksize(&attributes, std::size_t{64} << 10) == 0);
  pthread_t thread{};
  std::size_t found = 0;
  REQUIRE(::pthread_create(&thread, &attributes, search_all, &found) == 0);
  REQUIRE(::pthread_join(thread, nullptr) == 0);
  ::pthread_attr_destroy(&attributes);
  CHECK(found == 9);  // the last but one finds two records
#endif
}
