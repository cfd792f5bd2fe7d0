// Records like a given one: which words are looked for, what they weigh, and that the record itself is left
// out.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

std::vector<std::uint32_t> ordinals_of(const Results& results) {
  std::vector<std::uint32_t> ordinals;
  for (const Hit& hit : results.hits) ordinals.push_back(hit.record.ordinal());
  return ordinals;
}

}  // namespace

TEST_CASE("records like one are ranked by its words, without itself") {
  const TextDataset dataset{std::vector<std::string>{"alpha beta", "alpha beta gamma", "gamma", "delta"},
                            {.language = "none"}};
  Searcher searcher{*dataset};
  const Results results = searcher.similar(dataset->at(0));
  REQUIRE(ordinals_of(results) == std::vector<std::uint32_t>{1});
  CHECK(results.total == 1);
  // Both words are in 2 of 4 records and have weight 1; the lengths are 2, 3, 1, 1.
  const double norm = 1.2 * (0.25 + 0.75 * 3 / 1.75);
  CHECK(results.hits[0].score == Approx(2 * std::log(2.0) / (1 + norm)).epsilon(1e-6));
  // No other record has delta.
  CHECK(searcher.similar(dataset->at(3)).hits.empty());
  CHECK(searcher.similar(dataset->at(3)).total == 0);
}

TEST_CASE("a word weighs tf * idf in shares of the greatest") {
  const TextDataset dataset{
      std::vector<std::string>{"rare common common common only", "rare common", "common", "x"},
      {.language = "none"}};
  Searcher searcher{*dataset};
  const Query query = searcher.similar_query(dataset->at(0));
  const double rare = std::log(1 + 2.5 / 2.5);
  const double common = 3 * std::log(1 + 1.5 / 3.5);
  REQUIRE(common > rare);
  REQUIRE(query.root().clauses.size() == 2);
  CHECK(query.root().clauses[0].word == "common");
  CHECK(query.root().clauses[0].weight == 1);
  CHECK(query.root().clauses[1].word == "rare");
  CHECK(query.root().clauses[1].weight == Approx(rare / common).margin(0.0005));
  // Its text means the same.
  const Results prepared = searcher.run(query);
  const Results written = searcher.search(query.text());
  REQUIRE(ordinals_of(prepared) == ordinals_of(written));
  for (std::size_t i = 0; i < prepared.hits.size(); ++i)
    CHECK(prepared.hits[i].score == written.hits[i].score);
}

TEST_CASE("pages of similar records are parts of the whole list") {
  std::vector<std::string> texts;
  for (int i = 0; i < 20; ++i)
    texts.push_back("shared" + std::string(static_cast<std::size_t>(i % 7), ' ') + " w" +
                    std::to_string(i / 2));
  const TextDataset dataset{texts, {.language = "none"}};
  Searcher searcher{*dataset};
  for (const std::uint32_t ordinal : {0u, 7u, 19u}) {
    const Record record = dataset->at(ordinal);
    const std::vector<std::uint32_t> all = ordinals_of(searcher.similar(record, {.limit = 100}));
    REQUIRE(all.size() == 19);
    // The other record with its second word comes first.
    CHECK(all.front() == (ordinal ^ 1u));
    std::vector<std::uint32_t> pages;
    for (std::size_t offset = 0; offset < 21; offset += 3)
      for (const std::uint32_t hit : ordinals_of(searcher.similar(record, {.limit = 3, .offset = offset})))
        pages.push_back(hit);
    CHECK(pages == all);
    CHECK(searcher.similar(record, {.limit = 3, .exact_total = true}).total == 19);
  }
}

TEST_CASE("of a long record the 25 best words are looked for") {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "w" + std::to_string(i) + " ";
  const TextDataset dataset{std::vector<std::string>{text, text + "w7", "other"}, {.language = "none"}};
  Searcher searcher{*dataset};
  CHECK(searcher.similar_query(dataset->at(0)).root().clauses.size() == 25);
  // All are in as many records; the one that comes twice is first.
  CHECK(searcher.similar_query(dataset->at(1)).root().clauses.front().word == "w7");
}

TEST_CASE("on the seeds a record about federated learning is like the others about it") {
  const TextDataset dataset{test::seed_dumps()};
  Searcher searcher{*dataset};
  const Results results = searcher.similar(searcher.search("FedLESAM").hits.at(0).record, {.limit = 2});
  REQUIRE(results.hits.size() == 2);
  for (const Hit& hit : results.hits) {
    CHECK(hit.record.text().find("FedLESAM") == std::string_view::npos);
    CHECK(hit.record.text().find("ederated") != std::string_view::npos);
  }
}
