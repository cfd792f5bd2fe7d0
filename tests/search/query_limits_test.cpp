// That no query takes long or is refused, and that what is left out of it is told.
#include <chrono>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

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

double seconds_of(const std::string& text, ParseOptions options = {}) {
  Searcher searcher{*few_records()};
  const auto begin = std::chrono::steady_clock::now();
  const Query query = searcher.parse(text, options);
  searcher.run(query);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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
    CHECK(seconds_of(query) < 1);
    CHECK(seconds_of(query, {.plain = true}) < 1);
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
