// Snippets: the right passage, and offsets that are right on any text.
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <utf8proc.h>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

// The snippet with brackets around what matches, and dots where text was left out.
std::string marked(const Snippet& snippet) {
  std::string text = snippet.cut_before ? "..." : "";
  std::size_t place = 0;
  for (const Snippet::Match& match : snippet.matches) {
    text += snippet.text.substr(place, match.begin - place);
    text += '[' + std::string{snippet.text.substr(match.begin, match.end - match.begin)} + ']';
    place = match.end;
  }
  text += snippet.text.substr(place);
  return text + (snippet.cut_after ? "..." : "");
}

std::string snippet_of(const std::string& text, std::string_view query, std::size_t max_bytes = 240) {
  const TextDataset dataset{std::vector<std::string>{text}};
  Searcher searcher{*dataset};
  return marked(searcher.snippet(dataset->at(0), searcher.parse(query), max_bytes));
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

// Where utf8proc, walking the whole text, sees graphemes begin and the last one end.
std::set<std::size_t> grapheme_edges(std::string_view text) {
  std::set<std::size_t> edges{0, text.size()};
  std::int32_t state = 0;
  std::int32_t before = -1;
  for (std::size_t at = 0; at < text.size();) {
    std::int32_t value = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const std::uint8_t*>(text.data()) + at,
                                         static_cast<utf8proc_ssize_t>(text.size() - at), &value);
    REQUIRE(length > 0);
    if (before >= 0 && utf8proc_grapheme_break_stateful(before, value, &state)) edges.insert(at);
    before = value;
    at += static_cast<std::size_t>(length);
  }
  return edges;
}

// What must hold of any snippet of a text that is UTF-8.
void check(const Snippet& snippet, std::string_view text, std::size_t max_bytes) {
  const std::set<std::size_t> edges = grapheme_edges(text);
  const auto starts_character = [&](std::size_t at) { return edges.count(at) != 0; };
  const auto begin = static_cast<std::size_t>(snippet.text.data() - text.data());
  REQUIRE(begin <= text.size());
  REQUIRE(begin + snippet.text.size() <= text.size());
  CHECK(snippet.text.size() <= max_bytes);
  CHECK(starts_character(begin));
  CHECK(starts_character(begin + snippet.text.size()));
  CHECK(snippet.cut_before == (begin > 0));
  CHECK(snippet.cut_after == (begin + snippet.text.size() < text.size()));
  std::size_t place = 0;
  for (const Snippet::Match& match : snippet.matches) {
    REQUIRE(place <= match.begin);
    REQUIRE(match.begin < match.end);
    REQUIRE(match.end <= snippet.text.size());
    CHECK(starts_character(begin + match.begin));
    CHECK(starts_character(begin + match.end));
    place = match.end;
  }
}

}  // namespace

TEST_CASE("a short text is its own snippet, with the words of the query marked") {
  CHECK(snippet_of("Mirror symmetries of networks", "symmetry network") ==
        "Mirror [symmetries] of [networks]");
  CHECK(snippet_of("a b c", "a -b") == "[a] b c");
  CHECK(snippet_of("a b c", "\"a b\"") == "[a] [b] c");
  CHECK(snippet_of("mirror miracle mist", "mir*") == "[mirror] [miracle] mist");
  CHECK(snippet_of("a b", "zzz") == "a b");
  CHECK(snippet_of("the network's K\\\"ahler", "network kahler") == "the [network's] [K\\\"ahler]");
  CHECK(snippet_of("看铁路12306时刻表", "铁路 时刻表") == "看[铁路]12306[时刻表]");
  CHECK(snippet_of("V-MoE", "v-moe") == "[V]-[MoE]");
  CHECK(snippet_of("Kähler and Ka\u0308hler", "kahler") == "[Kähler] and [Ka\u0308hler]");
}

TEST_CASE("of a long text the passage with the most different words is taken") {
  const std::string filling = repeated("filling words here ", 40);
  const std::string text = "alpha alpha alpha " + filling + "now alpha meets beta again " + filling + "beta";
  const std::string snippet = snippet_of(text, "alpha beta", 60);
  CHECK(snippet.find("[alpha] meets [beta]") != std::string::npos);
  CHECK(snippet.substr(0, 3) == "...");
  CHECK(snippet.substr(snippet.size() - 3) == "...");
  CHECK(snippet_of(filling + "gamma", "gamma", 40).find("[gamma]") != std::string::npos);
  CHECK(snippet_of("gamma " + filling, "gamma", 40).substr(0, 8) == "[gamma] ");
}

TEST_CASE("folding that changes the length of the text does not move the marks") {
  // U+0130 folds to one letter, U+1E9E to two, U+212A to an ASCII letter, U+023A to one with more bytes.
  CHECK(snippet_of(repeated("\u0130", 50) + " needle", "needle") == repeated("\u0130", 50) + " [needle]");
  CHECK(snippet_of("\u1E9E\u212A\u023A needle", "needle") == "\u1E9E\u212A\u023A [needle]");
  CHECK(snippet_of("\u212Aelvin", "kelvin") == "[\u212Aelvin]");
  CHECK(snippet_of("STRA\u1E9EE", "strasse") == "[STRA\u1E9EE]");
}

TEST_CASE("a mark belongs to its letter, in the highlight and where text is cut") {
  // Circled and with a selector: neither mark is a part of the word.
  CHECK(snippet_of("a\u20DD b", "a") == "[a\u20DD] b");
  CHECK(snippet_of("see 铁路\uFE00 x", "铁路") == "see [铁路\uFE00] x");
  CHECK(snippet_of("\u0600"
                   "12 x",
                   "12") ==
        "[\u0600"
        "12] x");
  CHECK(snippet_of("क्षत्रिय x", "क्षत्रिय") == "[क्षत्रिय] x");
  CHECK(snippet_of("\u1112\u1161\u11AB\u1100\u1173\u11AF", "한글") ==
        "[\u1112\u1161\u11AB\u1100\u1173\u11AF]");
  // Letters of three bytes each, without a blank: a cut goes around whole ones.
  const std::string marked_letters = repeated("e\u0301", 200);
  const TextDataset dataset{std::vector<std::string>{"needle " + marked_letters + " x " + marked_letters}};
  Searcher searcher{*dataset};
  for (const std::string_view query : {"needle", "x"})
    for (std::size_t size = 0; size < 80; ++size)
      check(searcher.snippet(dataset->at(0), searcher.parse(query), size), dataset->at(0).text(), size);
}

TEST_CASE("a snippet is never longer than asked, whatever it must hold") {
  const std::string word(1000, 'x');
  const std::string cjk = repeated("铁路", 500);
  for (const std::string& text :
       {word, word + " needle", "needle " + word, cjk, "needle" + cjk, repeated("é", 999)}) {
    const TextDataset dataset{std::vector<std::string>{text}};
    Searcher searcher{*dataset};
    for (const std::string& query :
         {std::string{"needle"}, std::string{"铁路"}, std::string{"x*"}, std::string{"e*"}})
      for (const std::size_t size : {0u, 1u, 2u, 10u, 100u, 5000u})
        check(searcher.snippet(dataset->at(0), searcher.parse(query), size), dataset->at(0).text(), size);
  }
}

TEST_CASE("snippets of random Unicode text are in range") {
  const std::vector<std::string> pieces{
      "a", "b", " ", "é", "e\u0301", "铁", "路", "\u0130", "\u1E9E", "\u212A", "\u023A", "-", ".", "\\", "$",
      "{", "}", "\\alpha", "ν", "\u200B", "\u00AD", "\U0001D400", "\u0BCD", "\uFDFA", "\u337F", "12", "\n",
      // Marks that are no part of a word, jamo, a letter with a virama, a flag's half, a joined family, CRLF.
      "\u20DD", "\uFE0F", "\u0600", "\u1112", "\u1161", "\u11AB", "क्", "ष", "\U0001F1E9",
      "\U0001F469\u200D\U0001F469", "\u0E33", "\r\n", " \u0301"};
  std::mt19937 random{3};
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 150; ++i) {
    std::string text;
    for (std::size_t size = 1 + random() % 120; size > 0; --size) text += pieces[random() % pieces.size()];
    texts.push_back(std::move(text));
  }
  const TextDataset dataset{texts};
  Searcher searcher{*dataset};
  for (const std::string_view query : {"a b", "铁路 路铁", "a* e*", "\"a b\" alpha nu 12", "-a b"}) {
    const Query parsed = searcher.parse(query);
    for (const auto& record : *dataset)
      for (const std::size_t size : {7u, 40u, 4000u})
        check(searcher.snippet(record, parsed, size), record.text(), size);
  }
}

TEST_CASE("snippets of text that is no UTF-8 stay in range") {
  std::string text = repeated("\x80\xBF\xC3", 300) + " needle \xFF" + repeated("\xE9\x93", 300);
  const TextDataset dataset{
      std::vector<std::pair<std::string, std::string>>{{"bytes.txt", "Title\n\n" + text + "\n"}}};
  Searcher searcher{*dataset};
  const Results results = searcher.search("needle");
  REQUIRE(results.hits.size() == 1);
  for (std::size_t size = 0; size < 300; ++size) {
    const Snippet snippet = searcher.snippet(results.hits[0].record, searcher.parse("needle"), size);
    REQUIRE(snippet.text.size() <= size);
    if (size < 16) continue;
    REQUIRE(snippet.matches.size() == 1);
    REQUIRE(snippet.text.substr(snippet.matches[0].begin, 6) == "needle");
  }
}

TEST_CASE("a snippet ends behind a word", "[snippet]") {
  const std::string needles = snippet_of(repeated("needle ", 60), "needle", 240);
  CHECK(needles.substr(needles.size() - 11) == "[needle]...");
  CHECK(snippet_of("variety of machine learning classification", "machine", 30) ==
        "variety of [machine] learning...");
  CHECK(snippet_of("one machine classification", "machine", 20) == "one [machine]...");
}
