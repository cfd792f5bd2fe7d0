// Keywords: weights by hand on tiny datasets, which words and phrases may be one, and what people would
// expect on the seeds.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/keywords.hpp>
#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

using Texts = std::vector<std::string>;

Texts texts_of(const std::vector<Keyword>& keywords) {
  Texts texts;
  for (const Keyword& keyword : keywords) texts.push_back(keyword.text);
  return texts;
}

bool has(const std::vector<Keyword>& keywords, std::string_view text) {
  return std::any_of(keywords.begin(), keywords.end(), [&](const Keyword& k) { return k.text == text; });
}

double idf(double records, double holding) {
  return std::log(1 + (records - holding + 0.5) / (holding + 0.5));
}

}  // namespace

TEST_CASE("a record's words weigh occurrences times idf; stop words are none") {
  // "the" is in 3 of 4 records, 4 times: spread as by chance.
  const TextDataset dataset{Texts{"graph graph tree", "tree the", "the moon", "sun: the, the"},
                            {.language = "none"}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> first = keywords.of_record(dataset->at(0));
  REQUIRE(texts_of(first) == Texts{"graph", "tree"});
  CHECK(first[0].weight == Approx(2 * idf(4, 1)));
  CHECK(first[0].occurrences == 2);
  CHECK(first[0].records == 1);
  CHECK(first[1].weight == Approx(idf(4, 2)));
  CHECK(texts_of(keywords.of_record(dataset->at(3))) == Texts{"sun"});
  CHECK(texts_of(keywords.of_record(dataset->at(0), 1)) == Texts{"graph"});
  CHECK(keywords.of_record(dataset->at(0), 0).empty());
}

TEST_CASE("a phrase takes the place of its words, and is one where it was found twice") {
  const TextDataset dataset{
      Texts{"loss landscape, sharp loss landscape. loss", "flat landscape", "sharp loss", "moon", "sun"},
      {.language = "none"}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> found = keywords.of_record(dataset->at(0));
  REQUIRE(found.size() >= 2);
  CHECK(found[0].text == "loss landscape");
  CHECK(found[0].weight == Approx(2 * idf(5, 1)));
  CHECK(found[0].occurrences == 2);
  CHECK(found[0].records == 1);
  // Once here, and once in another record.
  REQUIRE(has(found, "sharp loss"));
  CHECK(found[1].text == "sharp loss");
  CHECK(found[1].records == 2);
  // Only one of loss's three occurrences is outside "loss landscape", and landscape has none.
  const auto loss =
      std::find_if(found.begin(), found.end(), [](const Keyword& k) { return k.text == "loss"; });
  REQUIRE(loss != found.end());
  CHECK(loss->weight == Approx(idf(5, 2)));
  CHECK(loss->occurrences == 3);
  CHECK_FALSE(has(found, "landscape"));
  // Over punctuation there is no phrase.
  CHECK_FALSE(has(found, "landscape sharp"));
  // Found once.
  CHECK_FALSE(has(keywords.of_record(dataset->at(1)), "flat landscape"));
}

TEST_CASE("without positions other records are not asked for a phrase") {
  const TextDataset dataset{Texts{"sharp loss tree moon, tree moon", "sharp loss", "x y", "x y"},
                            {.language = "none", .positions = false}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> found = keywords.of_record(dataset->at(0));
  CHECK(has(found, "tree moon"));
  CHECK_FALSE(has(found, "sharp loss"));
}

TEST_CASE("words with hyphens are not cut") {
  const TextDataset dataset{
      Texts{"neuro-symbolic artificial intelligence; neuro-symbolic artificial intelligence", "moon", "sun"},
      {.language = "none"}};
  Keywords keywords{*dataset};
  Texts found = texts_of(keywords.of_record(dataset->at(0)));
  std::sort(found.begin(), found.end());
  CHECK(found == Texts{"artificial intelligence", "neuro-symbolic"});
}

TEST_CASE("a stop word begins a phrase only where it hardly stands without it") {
  // reinforcement and the are in more than 4 of 10 records, spread as by chance; learning comes again and
  // again.
  Texts texts;
  for (int i = 0; i < 6; ++i)
    texts.push_back("the learning? reinforcement learning. learning; learning, learning: the w" +
                    std::to_string(i));
  for (int i = 6; i < 10; ++i) texts.push_back("the w" + std::to_string(i));
  for (int i = 10; i < 14; ++i) texts.push_back("the and the w" + std::to_string(i));
  const TextDataset dataset{texts, {.language = "none"}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> found = keywords.of_record(dataset->at(0));
  CHECK(has(found, "reinforcement learning"));
  CHECK_FALSE(has(found, "reinforcement"));
  CHECK_FALSE(has(found, "the learning"));
  CHECK_FALSE(has(found, "the"));
  CHECK(has(keywords.of_dataset(), "reinforcement learning"));
  CHECK_FALSE(has(keywords.of_dataset(), "the"));
}

TEST_CASE("a keyword has a letter and is more than one") {
  const TextDataset dataset{Texts{"2024 2024 1.04 x x \xCE\xB1\xCE\xB2 w2v", "other"}, {.language = "none"}};
  Keywords keywords{*dataset};
  Texts found = texts_of(keywords.of_record(dataset->at(0)));
  std::sort(found.begin(), found.end());
  CHECK(found == Texts{"w2v", "\xCE\xB1\xCE\xB2"});
}

TEST_CASE("of a stem the form that is written most often is shown, without case") {
  const TextDataset dataset{
      std::vector<std::string>{"Networks network NETWORKS, neural networks: neural network, neural network",
                               "network network network network", "moon"}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> found = keywords.of_record(dataset->at(0));
  REQUIRE(found.size() == 2);
  CHECK(has(found, "neural network"));
  // Of network's three forms in this record, as often as the other: the first by its bytes.
  CHECK(has(found, "network"));
  const TextDataset more{
      std::vector<std::string>{"Networks network NETWORKS", "network network network network", "moon"}};
  Keywords others{*more};
  CHECK(texts_of(others.of_record(more->at(0))) == Texts{"networks"});
  CHECK(has(others.of_dataset(), "network"));
}

TEST_CASE("a dataset's keywords, by hand") {
  const TextDataset dataset{Texts{"moon moon", "moon", "red sun", "red sun", "tree"}, {.language = "none"}};
  Keywords keywords{*dataset};
  const std::vector<Keyword> found = keywords.of_dataset();
  // red and sun are never without each other.
  REQUIRE(texts_of(found) == Texts{"red sun", "tree", "moon"});
  CHECK(found[0].weight == Approx(1.5 * 2 * idf(5, 2) * idf(5, 2)));
  CHECK(found[0].records == 2);
  CHECK(found[1].weight == Approx(idf(5, 1) * idf(5, 1)));
  CHECK(found[2].weight == Approx(std::sqrt(3 * 2) * idf(5, 2) * idf(5, 2)));
  CHECK(found[2].occurrences == 3);
  CHECK(keywords.of_dataset(1).size() == 1);
}

TEST_CASE("no words, no keywords; a record alone has its words") {
  const TextDataset empty{Texts{"", "..."}};
  Keywords none{*empty};
  CHECK(none.of_dataset().empty());
  CHECK(none.of_record(empty->at(1)).empty());
  const TextDataset one{Texts{"moon moon sun"}, {.language = "none"}};
  Keywords keywords{*one};
  CHECK(texts_of(keywords.of_record(one->at(0))) == Texts{"moon", "sun"});
  CHECK(texts_of(keywords.of_dataset()) == Texts{"moon", "sun"});
}

TEST_CASE("on the seeds keywords name what the papers are about") {
  const TextDataset dataset{test::seed_dumps()};
  Keywords keywords{*dataset};
  Searcher searcher{*dataset};
  const auto of_hit = [&](std::string_view query) {
    return keywords.of_record(searcher.search(query).hits.at(0).record, 10);
  };
  const std::vector<Keyword> federated = of_hit("FedLESAM");
  CHECK(has(federated, "fedlesam"));
  CHECK(has(federated, "loss landscape"));
  CHECK((has(federated, "federated") || has(federated, "federated learning")));
  CHECK(has(of_hit("PPFlow"), "peptide"));
  CHECK(has(of_hit("Subgraphormer"), "subgraph gnns"));
  const std::vector<Keyword> all = keywords.of_dataset(50);
  CHECK(all.size() == 50);
  for (const char* stop_word : {"the", "of", "and", "we", "to", "in", "is", "that", "for", "this", "with",
                                "on", "our", "propose", "show", "results"})
    CHECK_FALSE(has(all, stop_word));
  for (const Keyword& keyword : all)
    for (const char* stop_word : {"the ", "of ", "and ", "a ", "we "})
      CHECK(keyword.text.rfind(stop_word, 0) != 0);
}
