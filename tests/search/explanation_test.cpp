// Explanations: the figures by hand, and that on real records the parts add up to the score.
#include <cmath>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

TEST_CASE("a part's figures, worked out by hand") {
  // Lengths 4, 2, 2, so the average is 8/3; b in 2 of 3 records, c in 1.
  const TextDataset dataset{std::vector<std::string>{"a b b c", "a b", "a a"}, {.language = "none"}};
  Searcher searcher{*dataset};
  const auto explain = [&](std::string_view query, std::uint32_t ordinal) {
    return searcher.explain(searcher.parse(query), dataset->at(ordinal));
  };
  const auto is = [](double value) { return Approx(value).epsilon(1e-6); };
  const double norm = 1.2 * (0.25 + 0.75 * 4 / (8.0 / 3));
  const double idf_b = std::log(1 + 1.5 / 2.5);
  const double idf_c = std::log(1 + 2.5 / 1.5);

  auto explanation = explain("b^2 c zzz -d", 0);
  REQUIRE(explanation);
  REQUIRE(explanation->parts.size() == 2);
  const ScorePart& b = explanation->parts[0];
  CHECK(b.kind == ScorePart::Kind::word);
  CHECK(b.text == "b");
  CHECK(b.boost == 2);
  CHECK(b.idf == is(idf_b));
  CHECK(b.frequency == 2);
  CHECK(b.length == 4);
  CHECK(b.norm == is(norm));
  CHECK(b.score == is(2 * idf_b * 2 / (2 + norm)));
  CHECK(explanation->parts[1].score == is(idf_c / (1 + norm)));
  CHECK(explanation->score == is(2 * idf_b * 2 / (2 + norm) + idf_c / (1 + norm)));

  explanation = explain("\"b c\" b*^1.5", 0);
  REQUIRE(explanation);
  REQUIRE(explanation->parts.size() == 2);
  CHECK(explanation->parts[0].kind == ScorePart::Kind::phrase);
  CHECK(explanation->parts[0].text == "b c");
  CHECK(explanation->parts[0].idf == is(idf_b + idf_c));
  CHECK(explanation->parts[0].frequency == 1);
  CHECK(explanation->parts[1].kind == ScorePart::Kind::prefix);
  CHECK(explanation->parts[1].text == "b*");
  CHECK(explanation->parts[1].score == 1.5);

  // c is two places too far, which counts a third.
  explanation = explain("\"a c\"~2", 0);
  REQUIRE(explanation);
  CHECK(explanation->parts.at(0).frequency == is(1.0 / 3));

  // No part from a group that does not match, none at all for a record that does not.
  explanation = explain("a (+zzz b)", 0);
  REQUIRE(explanation);
  CHECK(explanation->parts.size() == 1);
  CHECK_FALSE(explain("c", 1));
  CHECK_FALSE(explain("a -b", 0));
  CHECK_FALSE(explain("+a +c", 1));
  CHECK_FALSE(explain("\"c b\"", 0));
  CHECK_FALSE(explain("zzz", 0));
}

TEST_CASE("parts add up to the score of each hit, and other records have none") {
  const TextDataset dataset{test::seed_dumps()};
  Searcher searcher{*dataset};
  const Bm25Parameters other{.k1 = 2, .b = 0.3};
  for (const char* text :
       {"model", "loss function symmetry", "+learning gradient -graph", "\"machine learning\"",
        "\"learning models\"~4 data", "optim*", "opt* learning^3 \"neural network\"^0.5", "modle~2 learning",
        "pre-fine-tuning V-MoE", "(graph OR federated) AND learning",
        "+(graph federated) (+loss +data) model", "source:*000* model", "learning learning learning"}) {
    INFO(text);
    const Query query = searcher.parse(text);
    for (const Bm25Parameters& parameters : {Bm25Parameters{}, other}) {
      const Results results =
          searcher.run(query, {.limit = dataset->size(), .exact_total = true, .bm25 = parameters});
      CHECK_FALSE(results.hits.empty());
      std::vector<bool> is_hit(dataset->size());
      for (const Hit& hit : results.hits) {
        is_hit[hit.record.ordinal()] = true;
        const auto explanation = searcher.explain(query, hit.record, parameters);
        REQUIRE(explanation);
        CHECK(explanation->score == Approx(hit.score).epsilon(1e-6));
        double sum = 0;
        for (const ScorePart& part : explanation->parts) sum += part.score;
        CHECK(sum == Approx(hit.score).epsilon(1e-6));
        for (const ScorePart& part : explanation->parts)
          if (part.kind != ScorePart::Kind::prefix)
            CHECK(
                part.score ==
                Approx(part.boost * part.idf * part.frequency / (part.frequency + part.norm)).epsilon(1e-5));
      }
      for (const auto& record : *dataset)
        if (!is_hit[record.ordinal()]) CHECK_FALSE(searcher.explain(query, record, parameters));
    }
  }
}
