// Words of a text and what joins them.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/text_words.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

TEST_CASE("a word follows another where only blanks or a hyphen stand between them") {
  const TextDataset dataset{std::vector<std::string>{"a b c d e f g h 铁路"}, {.language = "none"}};
  Analyzer analyzer{"none"};
  std::string seen;
  for_each_word("A  b\nc-d e, f (g) unknown h-a 铁路 b c", *dataset, analyzer, [&](const TextWord& word) {
    seen += (word.joint == '\0' ? '|' : word.joint) + std::string{word.term.word};
  });
  CHECK(seen == "|a b c-d e|f|g|h-a|铁路|b c");
}

TEST_CASE("the beginning of a text is cut at a blank") {
  CHECK(beginning("one two three", 100) == "one two three");
  CHECK(beginning("one two three", 9) == "one two");
  CHECK(beginning("one two three", 7) == "one two");
  CHECK(beginning("onetwothree", 6) == "onetwo");
}
