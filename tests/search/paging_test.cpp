// Offset and limit: pages put together are the whole list, whatever way the query is evaluated.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

TEST_CASE("pages put together equal the whole list") {
  const TextDataset dataset{test::seed_dumps()};
  Searcher searcher{*dataset};
  const auto page = [&](const Query& query, std::size_t limit, std::size_t offset) {
    std::vector<std::pair<std::uint32_t, float>> hits;
    for (const Hit& hit : searcher.run(query, {.limit = limit, .offset = offset}).hits)
      hits.emplace_back(hit.record.ordinal(), hit.score);
    return hits;
  };
  for (const char* text : {"model", "loss gradient data", "+learning +data", "\"machine learning\"", "opt*",
                           "learning -graph", "\"learning data\"~5 model", "(a OR b) AND the"}) {
    INFO(text);
    const Query query = searcher.parse(text);
    const auto whole = page(query, 1000, 0);
    REQUIRE(whole.size() > 1);
    for (const std::size_t size : {1u, 3u, 10u, 56u}) {
      std::vector<std::pair<std::uint32_t, float>> pages;
      for (std::size_t offset = 0; offset < whole.size() + size; offset += size) {
        const auto hits = page(query, size, offset);
        CHECK(hits.size() <= size);
        pages.insert(pages.end(), hits.begin(), hits.end());
      }
      CHECK(pages == whole);
    }
    CHECK(page(query, 10, whole.size()).empty());
    CHECK(page(query, static_cast<std::size_t>(-1), static_cast<std::size_t>(-1)).empty());
    CHECK(page(query, 0, 0).empty());
    const Results counted = searcher.run(query, {.limit = 0});
    CHECK(counted.total == whole.size());
    CHECK(counted.total_exact);
    CHECK(page(query, static_cast<std::size_t>(-1), 1).size() == whole.size() - 1);
  }
}
