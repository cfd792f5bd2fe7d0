// Searching as people do it: the right record first, scores worked out by hand, and words of every kind.
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

using Ordinals = std::vector<std::uint32_t>;

Ordinals found(const TextDataset& dataset, std::string_view query) {
  Searcher searcher{*dataset};
  Ordinals ordinals;
  for (const Hit& hit : searcher.search(query, {.limit = dataset->size()}).hits)
    ordinals.push_back(hit.record.ordinal());
  return ordinals;
}

Ordinals found(const std::vector<std::string>& texts, std::string_view query) {
  return found(TextDataset{texts}, query);
}

}  // namespace

// A thread with a small stack may have one on it: what search needs besides lies elsewhere.
static_assert(sizeof(Searcher) <= 32768);

TEST_CASE("on the seeds each of these queries has its record first") {
  const TextDataset dataset{test::seed_dumps()};
  CHECK(dataset->size() == 57);
  Searcher searcher{*dataset};
  // Each with what stands in its record and in no other.
  const std::vector<std::pair<std::string, std::string>> queries{
      {"Spectral DeTuning", "*Spectral DeTuning*"},
      {"EvoRainbow", "EvoRainbow-Exp"},
      {"PPFlow", "PPFlow"},
      {"GeoAB", "GeoAB-Designer"},
      {"SelfVC", "SelfVC"},
      {"Subgraphormer", "Subgraphormer"},
      {"FedLESAM", "FedLESAM"},
      {"νPI", "νPI"},
      {"SPABA", "SPABA"},
      {"OpenMoE", "OpenMoE"},
      {"AbX", "AbX"},
      {"TDPO", "TDPO"},
      {"FedPIN", "FedPIN"},
      {"MolCRAFT", "MolCRAFT"},
      {"convSeq", "convSeq"},
      {"UPAM", "UPAM"},
      {"Premier-TACO", "Premier-TACO"},
      {"MM-Vet", "MM-Vet"},
      {"FairGrad", "FairGrad"},
      {"EP-GFlowNet", "EP-GFlowNet"},
      {"\"Algorithm of Thoughts\"", "Algorithm of Thoughts"},
      {"\"Behavior Expectation Bounds\"", "Behavior Expectation Bounds"},
      {"nystrom variational sparse", "Nyström"},
      {"Erdos probabilistic derandomization", "Erd"}};
  for (const auto& [query, text] : queries) {
    INFO(query);
    Ordinals holding;
    for (const auto& record : *dataset)
      if (record.text().find(text) != std::string_view::npos) holding.push_back(record.ordinal());
    REQUIRE(holding.size() == 1);
    const Results results = searcher.search(query);
    REQUIRE(!results.hits.empty());
    CHECK(results.hits[0].record.ordinal() == holding[0]);
  }
}

TEST_CASE("scores are BM25, worked out by hand") {
  // Lengths 4, 2, 2, so the average is 8/3; b in 2 of 3 records, c in 1.
  const TextDataset dataset{std::vector<std::string>{"a b b c", "a b", "a a"}, {.language = "none"}};
  Searcher searcher{*dataset};
  const auto norm = [](double length) { return 1.2 * (0.25 + 0.75 * length / (8.0 / 3)); };
  const double idf_a = std::log(1 + 0.5 / 3.5);
  const double idf_b = std::log(1 + 1.5 / 2.5);
  const double idf_c = std::log(1 + 2.5 / 1.5);
  const auto scores = [&](std::string_view query) {
    std::vector<std::pair<std::uint32_t, double>> hits;
    for (const Hit& hit : searcher.search(query).hits) hits.emplace_back(hit.record.ordinal(), hit.score);
    return hits;
  };
  const auto is = [](double value) { return Approx(value).epsilon(1e-6); };

  auto hits = scores("b");
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].first == 0);
  CHECK(hits[0].second == is(idf_b * 2 / (2 + norm(4))));
  CHECK(hits[1].second == is(idf_b * 1 / (1 + norm(2))));

  hits = scores("a c");
  REQUIRE(hits.size() == 3);
  CHECK(hits[0].first == 0);
  CHECK(hits[0].second == is(idf_a / (1 + norm(4)) + idf_c / (1 + norm(4))));
  CHECK(hits[1].first == 2);
  CHECK(hits[1].second == is(idf_a * 2 / (2 + norm(2))));

  hits = scores("c c^2");
  CHECK(hits[0].second == is(3 * idf_c / (1 + norm(4))));

  // A phrase is one term whose idf is the sum of its words' and whose frequency is how often it stands there.
  hits = scores("\"a b\"");
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].first == 1);
  CHECK(hits[0].second == is((idf_a + idf_b) / (1 + norm(2))));
  CHECK(hits[1].second == is((idf_a + idf_b) / (1 + norm(4))));

  // "a c" with slop 2: c is two places too far, which counts a third.
  hits = scores("\"a c\"~2");
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].second == is((idf_a + idf_c) * (1.0 / 3) / (1.0 / 3 + norm(4))));
  CHECK(scores("\"a c\"~1").empty());

  // A prefix scores its boost.
  hits = scores("b*^1.5");
  CHECK(hits == std::vector<std::pair<std::uint32_t, double>>{{0, 1.5}, {1, 1.5}});

  // Other parameters.
  const Results flat = searcher.search("b", {.bm25 = {.k1 = 2, .b = 0}});
  CHECK(flat.hits[0].score == is(idf_b * 2 / 4));
}

TEST_CASE("every score is finite and above 0, and equal ones come by ordinal") {
  for (const auto& texts :
       {std::vector<std::string>{"t", "t", "x", "x"}, std::vector<std::string>{"t", "t", "t", "x"},
        std::vector<std::string>{"t", "t", "t", "t"}, std::vector<std::string>{"t"},
        std::vector<std::string>{"", "t", ""}}) {
    const TextDataset dataset{texts};
    Searcher searcher{*dataset};
    const Results results = searcher.search("t");
    REQUIRE(!results.hits.empty());
    std::uint32_t before = 0;
    for (const Hit& hit : results.hits) {
      CHECK(std::isfinite(hit.score));
      CHECK(hit.score > 0);
      CHECK(hit.record.ordinal() >= before);
      before = hit.record.ordinal();
    }
  }
}

TEST_CASE("words with hyphens are found whole and in parts, and a hyphen inside excludes nothing") {
  const std::vector<std::string> texts{"DEC-0054 state-of-the-art", "the art of the state"};
  CHECK(found(texts, "DEC-0054") == Ordinals{0});
  CHECK(found(texts, "\"state-of-the-art\"") == Ordinals{0});
  CHECK(found(texts, "state").size() == 2);
  CHECK(found(texts, "state-of-the-art").front() == 0);
  CHECK(found(texts, "state -art").empty());
  CHECK(found(texts, "state -state-of-the-art") == Ordinals{1});
}

TEST_CASE("C, C++ and C# are three languages") {
  const std::vector<std::string> texts{"a book about C", "a book about C++", "a book about C#"};
  CHECK(found(texts, "C++") == Ordinals{1});
  CHECK(found(texts, "C#") == Ordinals{2});
  CHECK(found(texts, "C") == Ordinals{0});
  CHECK(found(texts, "+C++ book") == Ordinals{1});
}

TEST_CASE("Chinese is found by words and by characters") {
  const std::vector<std::string> texts{"铁路12306时刻表", "路铁"};
  CHECK(found(texts, "12306") == Ordinals{0});
  CHECK(found(texts, "铁路") == Ordinals{0});
  CHECK(found(texts, "时刻") == Ordinals{0});
  CHECK(found(texts, "铁").size() == 2);
  CHECK(found(texts, "铁路12306时刻表") == Ordinals{0});
  CHECK(found(texts, "\"铁路12306\"") == Ordinals{0});
  CHECK(found(texts, "+时刻表") == Ordinals{0});
  CHECK(found(texts, "铁*").size() == 2);
}

TEST_CASE("composed and decomposed spellings find each other") {
  const std::vector<std::string> texts{"Nystr\u00F6m", "Nystro\u0308m"};
  for (const std::string_view query : {"Nystr\u00F6m", "Nystro\u0308m", "nystrom", "NYSTR\u00D6M"})
    CHECK(found(texts, query) == Ordinals{0, 1});
}

TEST_CASE("common words alone find something") {
  const std::vector<std::string> texts{"to be or not to be", "the end"};
  CHECK(found(texts, "to be or not to be") == Ordinals{0});
  CHECK(found(texts, "the") == Ordinals{1});
}

TEST_CASE("LaTeX is found by what it means") {
  const std::vector<std::string> texts{"K\\\"ahler", "Erd\\H{o}s", "$\\alpha$-decay", "$\\ell_p$", "10\\%"};
  CHECK(found(texts, "kahler") == Ordinals{0});
  CHECK(found(texts, "erdos") == Ordinals{1});
  CHECK(found(texts, "alpha") == Ordinals{2});
  CHECK(found(texts, "α") == Ordinals{2});
  CHECK(found(texts, "decay") == Ordinals{2});
  CHECK(found(texts, "ell_p") == Ordinals{3});
  CHECK(found(texts, "ℓ_p") == Ordinals{3});
  CHECK(found(texts, "10") == Ordinals{4});
}

TEST_CASE("long words and long records are found") {
  const std::string long_word(600, 'w');
  std::string accents;
  for (unsigned i = 0; i < 256; ++i) accents += "д";
  std::string many;
  for (unsigned i = 0; i < 70000; ++i) many += "word" + std::to_string(i % 1000) + ' ';
  many += "lastword";
  const TextDataset dataset{std::vector<std::string>{long_word, accents, many}};
  CHECK(found(dataset, long_word) == Ordinals{0});
  CHECK(found(dataset, accents) == Ordinals{1});
  CHECK(found(dataset, "lastword") == Ordinals{2});
  CHECK(found(dataset, "\"word999 lastword\"") == Ordinals{2});
}

TEST_CASE("words behind bytes that are no UTF-8 are found") {
  const TextDataset dataset{std::vector<std::pair<std::string, std::string>>{
      {"bytes.txt", "Title\n\nbefore \xC3\x28\xFF after\n"}}};
  CHECK(found(dataset, "before") == Ordinals{0});
  CHECK(found(dataset, "after") == Ordinals{0});
  CHECK(found(dataset,
              "\xFF"
              "after") == Ordinals{0});
}

TEST_CASE("prefixes of any bytes") {
  const TextDataset dataset{std::vector<std::string>{"apple apples", "april", "банан"}};
  const Terms& terms = dataset->terms();
  CHECK(dataset->terms("").size() == terms.size());
  CHECK(terms.size() == 4);
  CHECK(dataset->terms("apple").size() == 2);
  CHECK(dataset->terms("ap").size() == 3);
  CHECK(dataset->terms("a\xFF").empty());
  CHECK(dataset->terms("\xFF\xFF").empty());
  CHECK(dataset->terms("б").size() == 1);
  CHECK(found(dataset, "ap*") == Ordinals{0, 1});
  CHECK(found(dataset, "apple*") == Ordinals{0});
  CHECK(found(dataset, "БА*") == Ordinals{2});
}

TEST_CASE("pages of hits join without a gap, and totals are right") {
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 300; ++i)
    texts.push_back("word" + std::string(i % 7, '.') + (i % 3 == 0 ? " word" : "") + " x");
  const TextDataset dataset{texts};
  Searcher searcher{*dataset};
  for (const std::string_view text : {"word", "word x", "+word +x", "wo*", "\"word x\""}) {
    INFO(text);
    const Query query = searcher.parse(text);
    const Results all = searcher.run(query, {.limit = 1000, .exact_total = true});
    CHECK(all.total == 300);
    CHECK(all.total_exact);
    CHECK(all.hits.size() == 300);
    for (std::size_t offset = 0; offset < 320; offset += 40) {
      const Results page = searcher.run(query, {.limit = 40, .offset = offset});
      CHECK(page.total <= 300);
      REQUIRE(page.hits.size() == (offset < 280 ? 40 : offset == 280 ? 20 : 0));
      for (std::size_t i = 0; i < page.hits.size(); ++i) {
        CHECK(page.hits[i].record.ordinal() == all.hits[offset + i].record.ordinal());
        CHECK(page.hits[i].score == all.hits[offset + i].score);
      }
    }
  }
}

TEST_CASE("limits and offsets of any size") {
  const TextDataset dataset{std::vector<std::string>{"a", "a b", "b"}};
  Searcher searcher{*dataset};
  constexpr std::size_t most = static_cast<std::size_t>(-1);
  for (const std::string_view text : {"a", "a b", "+a +b", "a*", "\"a b\"", "a -b"}) {
    INFO(text);
    const Results all = searcher.search(text, {.limit = most});
    CHECK(!all.hits.empty());
    CHECK(searcher.search(text, {.limit = most, .offset = 1}).hits.size() == all.hits.size() - 1);
    CHECK(searcher.search(text, {.limit = most, .offset = most}).hits.empty());
    CHECK(searcher.search(text, {.limit = 1, .offset = most}).hits.empty());
    CHECK(searcher.search(text, {.limit = 0}).hits.empty());
  }
}

TEST_CASE("a dataset without words is searched in vain") {
  const TextDataset dataset{std::vector<std::string>{"", "..."}};
  CHECK(dataset->size() == 2);
  CHECK(found(dataset, "a").empty());
  CHECK(found(dataset, "a* \"b c\"").empty());
}

TEST_CASE("where there is room for more hits the total is exact") {
  const TextDataset dataset{
      std::vector<std::string>{"mirror symmetry", "symmetry of a mirror", "mirror", "a wall"}};
  Searcher searcher{*dataset};
  const auto total = [&](const char* query) {
    const Results results = searcher.search(query, {.limit = 10});
    CHECK(results.total_exact);
    return results.total;
  };
  CHECK(total("\"mirror symmetry\"") == 1);
  CHECK(total("\"symmetry mirror\"") == 0);
  CHECK(total("mirror AND symmetry") == 2);
  CHECK(total("mirror symmetry wall") == 4);
  CHECK(total("mi*") == 3);
  CHECK_FALSE(searcher.search("mirror AND symmetry", {.limit = 2}).total_exact);
}
