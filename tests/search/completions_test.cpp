// Completions: the most frequent words that begin so.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/completions.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

std::vector<std::string> words(const TextDataset& dataset, std::string_view prefix, std::size_t limit) {
  std::vector<std::string> words;
  for (const Completion& completion : complete(*dataset, prefix, limit))
    words.emplace_back(completion.term.word);
  return words;
}

}  // namespace

TEST_CASE("completions come by records, then occurrences, then in the dictionary's order") {
  const TextDataset dataset{
      std::vector<std::string>{"zebra zero zoo", "zebra zone zone", "zest Zürich", "apple apple"},
      {.language = "none"}};
  using Words = std::vector<std::string>;
  CHECK(words(dataset, "z", 10) == Words{"zebra", "zone", "zero", "zest", "zoo", "zurich"});
  CHECK(words(dataset, "z", 2) == Words{"zebra", "zone"});
  CHECK(words(dataset, "ZÜ", 10) == Words{"zurich"});
  CHECK(words(dataset, "", 1) == Words{"zebra"});
  CHECK(words(dataset, "zebra", 10) == Words{"zebra"});
  CHECK(words(dataset, "z", 0).empty());
  CHECK(words(dataset, "q", 10).empty());
  // Signs that fold to nothing begin no word.
  CHECK(words(dataset, "+", 10).empty());
  const std::vector<Completion> zone = complete(*dataset, "zon", 1);
  REQUIRE(zone.size() == 1);
  CHECK(zone[0].records == 1);
  CHECK(zone[0].occurrences == 2);
}

TEST_CASE("words of one stem have its figures") {
  const TextDataset dataset{std::vector<std::string>{"symmetry", "symmetries symmetries"}};
  const std::vector<Completion> completions = complete(*dataset, "symm", 10);
  REQUIRE(completions.size() == 2);
  for (const Completion& completion : completions) {
    CHECK(completion.records == 2);
    CHECK(completion.occurrences == 3);
  }
}
