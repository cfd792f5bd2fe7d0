// Nearly the same words, against the distance worked out for every word of the dictionary.
#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/fuzzy_words.hpp>

#include "search/text_dataset.hpp"

using corpack::FuzzyWords;
using corpack::test::TextDataset;

namespace {

// Optimal string alignment from its definition, by recursion over what is left of both words. Right up to
// `most`, and more than `most` beyond it.
unsigned distance(std::u32string_view a, std::u32string_view b, unsigned most) {
  if (a.empty() || b.empty()) return static_cast<unsigned>(std::max(a.size(), b.size()));
  if (a[0] == b[0]) return distance(a.substr(1), b.substr(1), most);
  if (most == 0) return 1;
  unsigned best = std::min({distance(a.substr(1), b, most - 1), distance(a, b.substr(1), most - 1),
                            distance(a.substr(1), b.substr(1), most - 1)});
  if (a.size() > 1 && b.size() > 1 && a[0] == b[1] && a[1] == b[0])
    best = std::min(best, distance(a.substr(2), b.substr(2), most - 1));
  return best + 1;
}

std::u32string letters(std::string_view text) {
  std::u32string letters;
  for (std::size_t at = 0; at < text.size();) {
    const auto decoded = corpack::decode_code_point(text, at);
    letters += decoded.value;
    at += decoded.length;
  }
  return letters;
}

std::map<std::string, unsigned> near(const TextDataset& dataset, std::string_view word, unsigned most) {
  std::map<std::string, unsigned> found;
  for (const auto& each : FuzzyWords{word, most}.find(dataset->index(0)))
    found[std::string{each.term.word}] = each.distance;
  return found;
}

}  // namespace

TEST_CASE("the distance to a word at hand") {
  FuzzyWords words{"title", 2};
  CHECK(words.distance_to("title") == 0u);
  CHECK(words.distance_to("titel") == 1u);
  CHECK(words.distance_to("tit") == 2u);
  CHECK(words.distance_to("ttiel") == 2u);
  CHECK_FALSE(words.distance_to("ti"));
  CHECK_FALSE(words.distance_to(""));
  CHECK_FALSE(words.distance_to("abstract"));
  CHECK(words.distance_to("titles") == 1u);
}

TEST_CASE("one change of each kind is found, the first letter's too") {
  const TextDataset dataset{std::vector<std::string>{"word ward wor words owrd ord drow wodr sword"},
                            {.language = "none"}};
  CHECK(near(dataset, "word", 1) == std::map<std::string, unsigned>{{"word", 0},
                                                                    {"ward", 1},
                                                                    {"wor", 1},
                                                                    {"words", 1},
                                                                    {"owrd", 1},
                                                                    {"ord", 1},
                                                                    {"wodr", 1},
                                                                    {"sword", 1}});
  CHECK(near(dataset, "wrd", 0).empty());
}

TEST_CASE("letters are code points, and no letter is changed twice") {
  const TextDataset dataset{std::vector<std::string>{"банан бана ananas ca abc"}, {.language = "none"}};
  CHECK(near(dataset, "банян", 1) == std::map<std::string, unsigned>{{"банан", 1}});
  CHECK(near(dataset, "баан", 1) == std::map<std::string, unsigned>{{"бана", 1}, {"банан", 1}});
  // ca to abc takes three changes here, and two where ac may be changed again.
  CHECK(near(dataset, "ca", 2) == std::map<std::string, unsigned>{{"ca", 0}});
}

TEST_CASE("the words found are those within the distance") {
  std::mt19937 random{11};
  std::string text;
  for (unsigned i = 0; i < 2000; ++i) {
    for (std::size_t size = 1 + random() % 7; size > 0; --size)
      text += std::string_view{"abcx"}[random() % 4];
    text += ' ';
  }
  const TextDataset small{std::vector<std::string>{text}, {.language = "none"}};
  const TextDataset seeds{corpack::test::seed_dumps(), {.language = "none"}};
  for (const TextDataset* const dataset : {&small, &seeds}) {
    const auto& terms = (*dataset)->terms();
    for (unsigned i = 0; i < 60; ++i) {
      std::string word{terms[static_cast<std::uint32_t>(random() % terms.size())].word};
      const std::size_t place = random() % word.size();
      if (static_cast<unsigned char>(word[place]) < 0x80) word[place] = "abcx"[random() % 4];
      const unsigned most = 1 + i % 2;
      std::map<std::string, unsigned> expected;
      for (const corpack::Term& term : terms.all()) {
        const unsigned apart = distance(letters(word), letters(term.word), most);
        if (apart <= most) expected[std::string{term.word}] = apart;
      }
      INFO(word << "~" << most);
      REQUIRE(near(*dataset, word, most) == expected);
    }
  }
}
