// "Did you mean": which words are replaced, by what, and that the rest of the query stays as it was written.
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

std::string suggestion(const TextDataset& dataset, std::string_view query, ParseOptions options = {}) {
  Searcher searcher{*dataset};
  return searcher.suggest(searcher.parse(query, options)).value_or("none");
}

}  // namespace

TEST_CASE("a word that no record holds is replaced by the nearest of the dictionary") {
  const TextDataset dataset{std::vector<std::string>{"attention graph", "cat cart bath", "cat with",
                                                     "with abcdexy", "with abcdexy", "abcdefg"},
                            {.language = "none"}};
  CHECK(suggestion(dataset, "atention") == "attention");    // left out
  CHECK(suggestion(dataset, "attentiion") == "attention");  // put in
  CHECK(suggestion(dataset, "attantion") == "attention");   // replaced
  CHECK(suggestion(dataset, "grpah") == "graph");           // swapped
  CHECK(suggestion(dataset, "atentoin") == "attention");    // two
  CHECK(suggestion(dataset, "atentosn") == "none");         // three
  CHECK(suggestion(dataset, "Grpah") == "graph");
  // Both differ by one letter: cat is in more records than cart.
  CHECK(suggestion(dataset, "catt") == "cat");
  // A word in more records, but with another first letter.
  CHECK(suggestion(dataset, "bith") == "bath");
  // A word in more records that differs by more.
  CHECK(suggestion(dataset, "abcdefx") == "abcdefg");
  // Four letters may differ by one only.
  CHECK(suggestion(dataset, "bixh") == "none");
}

TEST_CASE("only what may be a slip is replaced") {
  const TextDataset dataset{std::vector<std::string>{"attention mechanism graph2vec ab 铁路时刻"}};
  CHECK(suggestion(dataset, "attention") == "none");
  CHECK(suggestion(dataset, "mechanisms") == "none");  // its stem is there
  CHECK(suggestion(dataset, "ax") == "none");
  CHECK(suggestion(dataset, "graph3vec") == "none");
  CHECK(suggestion(dataset, "mechanizm*") == "none");
  CHECK(suggestion(dataset, "mechanizm~1") == "none");   // finds mechanism
  CHECK(suggestion(dataset, "mechanisms~1") == "none");  // its stem is there
  CHECK(suggestion(dataset, "source:mechanizm") == "none");
  CHECK(suggestion(dataset, "铁道") == "none");
  CHECK(suggestion(dataset, "") == "none");
  CHECK(suggestion(TextDataset{std::vector<std::string>{""}}, "attention") == "none");
}

TEST_CASE("the query keeps its operators and blanks") {
  const TextDataset dataset{std::vector<std::string>{"attention graph mechanism fine tuning kahler"},
                            {.language = "none"}};
  CHECK(suggestion(dataset, "+atention -\"grpah  atention\"~2  (mechanizm^2 OR tree*)") ==
        "+attention -\"graph  attention\"~2  (mechanism^2 OR tree*)");
  CHECK(suggestion(dataset, "pre-fine-tunign Käler, attention") == "pre-fine-tuning kahler, attention");
  CHECK(suggestion(dataset, "grpah AND NOT atention", {.plain = true}) == "graph AND NOT attention");
  CHECK(suggestion(dataset, "text:grpah") == "text:graph");
}

TEST_CASE("words with ~ that find nothing are replaced, and what stands around them stays") {
  const TextDataset dataset{std::vector<std::string>{"attention graph mechanism"}, {.language = "none"}};
  CHECK(suggestion(dataset, "mekhanizm~1") == "mechanism~1");
  CHECK(suggestion(dataset, "mechanizm~1^2 +atenton~1") == "mechanizm~1^2 +attention~1");
  CHECK(suggestion(dataset, "mekhanizm~2") == "none");  // finds mechanism
  CHECK(suggestion(dataset, "(graph OR (mekhanizm~1^3 -\"x y\"~2)) source:a*") ==
        "(graph OR (mechanism~1^3 -\"x y\"~2)) source:a*");
  CHECK(suggestion(dataset, "graph AND (atention^2 NOT grpah)") == "graph AND (attention^2 NOT graph)");
  CHECK(suggestion(dataset, "+text:\"atention grpah\"~3^2") == "+text:\"attention graph\"~3^2");
}

TEST_CASE("a query knows its unknown words and where they are") {
  const TextDataset dataset{std::vector<std::string>{"attention graph"}, {.language = "none"}};
  Searcher searcher{*dataset};
  const Query query = searcher.parse("graph zzz \"attention Yyy\" xxx-graph zzz");
  std::vector<std::string> written;
  std::vector<std::string> folded;
  for (const UnknownWord& word : query.unknown_words()) {
    written.push_back(query.text().substr(word.begin, word.end - word.begin));
    folded.push_back(word.word);
  }
  CHECK(written == std::vector<std::string>{"zzz", "Yyy", "xxx", "zzz"});
  CHECK(folded == std::vector<std::string>{"zzz", "yyy", "xxx", "zzz"});
}

TEST_CASE("of very many unknown words the first are corrected") {
  const TextDataset dataset{std::vector<std::string>{"attention"}, {.language = "none"}};
  std::string query;
  std::string corrected;
  for (int i = 0; i < 1000; ++i) {
    query += "atention ";
    corrected += i < 8 ? "attention " : "atention ";
  }
  CHECK(suggestion(dataset, query) == corrected);
}
