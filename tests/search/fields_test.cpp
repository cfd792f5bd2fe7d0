// What a query finds in fields, by weights and by filters, and what is refused.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/completions.hpp>
#include <corpack/searcher.hpp>
#include <corpack/verify.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using Catch::Matchers::Contains;
using corpack::test::TextDataset;

namespace {

using Keys = std::set<std::string>;

const TextDataset& papers() {
  static const TextDataset dataset{std::vector<std::filesystem::path>{
      std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/data/fields/papers.jsonl"}};
  return dataset;
}

Keys keys_of(const Results& results) {
  Keys keys;
  for (const Hit& hit : results.hits) keys.emplace(hit.record.key());
  return keys;
}

Keys found(std::string_view text, const SearchOptions& options = {}) {
  return keys_of(Searcher{*papers()}.search(text, options));
}

std::vector<std::string> notes_of(std::string_view text) {
  return Searcher{*papers()}.parse(text).notes();
}

}  // namespace

TEST_CASE("words, phrases, prefixes, similar words and groups are looked for in a field") {
  CHECK(found("title:mirror") == Keys{"p1", "p3", "p6"});
  CHECK(found("text:mirror") == Keys{"p1", "p2", "p3", "p6", "p8"});
  CHECK(found("mirror") == found("text:mirror"));
  CHECK(found("title:MIRRORS") == Keys{"p1", "p3", "p6"});
  CHECK(found("Title:mirror") == Keys{"p1", "p3", "p6"});
  CHECK(found("type:workshop") == Keys{"p2", "p5"});
  CHECK(found("title:workshop") == Keys{"p6"});
  CHECK(found("title:\"mirror symmetry\"") == Keys{"p1"});
  CHECK(found("title:\"symmetry mirror\"~3") == Keys{"p1"});
  CHECK(found("title:\"networks of networks\"") == Keys{"p8"});
  CHECK(found("title:sil*") == Keys{"p5"});
  CHECK(found("title:glas~1") == Keys{"p2"});
  CHECK(found("title:(glass OR silver)") == Keys{"p2", "p5"});
  CHECK(found("title:(symmetry AND NOT mirror)") == Keys{"p4"});
  CHECK(found("title:(glass text:reflection)") == Keys{"p2", "p3"});
  CHECK(found("by.name:ada") == Keys{"p1", "p3", "p8"});
  CHECK(found("by.name:(ada -byron)") == Keys{"p3", "p8"});
  CHECK(found("mirror -title:mirror") == Keys{"p2", "p8"});
  CHECK(found("+type:poster +text:reflection") == Keys{"p3"});
  CHECK(found("type:poster AND title:networks") == Keys{"p1", "p8"});
  CHECK(found("year:2024") == Keys{"p4", "p5"});
}

TEST_CASE("a field that is not indexed is told, and what is no field is words") {
  CHECK(notes_of("title:mirror").empty());
  CHECK(found("abstract:silver") == Keys{"p2", "p5"});
  REQUIRE(notes_of("abstract:silver").size() == 1);
  CHECK_THAT(notes_of("abstract:silver")[0],
             Contains("field abstract is not indexed") && Contains("--index abstract"));
  CHECK(found("abstract:(silver AND glass)") == Keys{"p2"});
  CHECK(found("nowhere:workshop") == Keys{"p6"});
  CHECK(notes_of("nowhere:workshop").empty());
  CHECK(found("title: silver") == Keys{"p2", "p5"});
  CHECK(found("nowhere:(reflection)") == Keys{"p3"});
}

TEST_CASE("numbers filter, alone and beside words") {
  CHECK(found("year>=2020") == Keys{"p2", "p3", "p4", "p5", "p8"});
  CHECK(found("year>2020") == Keys{"p3", "p4", "p5", "p8"});
  CHECK(found("year<2020") == Keys{"p1"});
  CHECK(found("year<=2020") == Keys{"p1", "p2"});
  CHECK(found("year=2020.5") == Keys{"p8"});
  CHECK(found("YEAR=2024") == Keys{"p4", "p5"});
  CHECK(found("year:2020..2021") == Keys{"p2", "p3", "p8"});
  CHECK(found("score<0") == Keys{"p2"});
  CHECK(found("score=7") == Keys{"p3"});
  CHECK(found("score>=1000") == Keys{"p4"});
  CHECK(found("score>-1e9") == Keys{"p1", "p2", "p3", "p4"});
  CHECK(found("mirror year>=2020") == Keys{"p2", "p3", "p8"});
  CHECK(found("mirror year>=2020 year<2021") == Keys{"p2", "p8"});
  CHECK(found("mirror glass year>=2021") == Keys{"p3"});
  CHECK(found("mirror -year>=2020") == Keys{"p1", "p6"});
  CHECK(found("mirror AND NOT year>=2020") == Keys{"p1", "p6"});
  CHECK(found("reflection OR year=2024") == Keys{"p3", "p4", "p5"});
  CHECK(found("(year=2019 OR year=2021) mirror") == Keys{"p1", "p3"});
  CHECK(found("(year>=2020 -year=2024) mirror") == Keys{"p2", "p3", "p8"});
  CHECK(found("source:papers.jsonl year=2024") == Keys{"p4", "p5"});
  CHECK(found("source:papers.jsonl mirror year<2020") == Keys{"p1"});
  CHECK(found("source:other year=2024").empty());
  CHECK(found("-year>=2020").empty());
  // What names no field with numbers is words.
  CHECK(found("times>=2024") == Keys{"p7"});
  CHECK(found("type=workshop") == Keys{"p6"});
  CHECK(found("year>=twenty").empty());
}

TEST_CASE("hits of a filter alone come by ordinal, and a filter adds no score") {
  Searcher searcher{*papers()};
  const Results all = searcher.search("year>=2020");
  CHECK(all.total == 5);
  for (std::size_t i = 0; i < all.hits.size(); ++i) {
    CHECK(all.hits[i].score == 0);
    if (i > 0) CHECK(all.hits[i].record.ordinal() > all.hits[i - 1].record.ordinal());
  }
  CHECK(searcher.search("+silver year>=2020").hits[0].score == searcher.search("silver").hits[0].score);
}

TEST_CASE("filters of the options hold for every query") {
  CHECK(found("mirror", {.filters = {"year>=2020"}}) == Keys{"p2", "p3", "p8"});
  CHECK(found("mirror", {.filters = {"year>=2020", "year:2019..2020.5"}}) == Keys{"p2", "p8"});
  CHECK(found("", {.filters = {"year = 2024"}}) == Keys{"p4", "p5"});
  CHECK(found("mirror OR silver", {.filters = {"score<0"}}) == Keys{"p2"});
  CHECK(found("nosuchword", {.filters = {"score<0"}}).empty());
  Searcher searcher{*papers()};
  CHECK_THROWS_WITH(searcher.search("a", {.filters = {"type>1"}}),
                    Contains("fields with numbers: year, score"));
  CHECK_THROWS_WITH(searcher.search("a", {.filters = {"nowhere=1"}}),
                    Contains("no field 'nowhere' has numbers"));
  CHECK_THROWS_WITH(searcher.search("a", {.filters = {"year"}}), Contains("'year' is no filter"));
}

TEST_CASE("weights: a word is looked for in each field, and the scores add up") {
  Searcher searcher{*papers()};
  const auto score = [&](std::string_view text, const std::vector<FieldWeight>& weights) {
    for (const Hit& hit : searcher.search(text, {.weights = weights}).hits)
      if (hit.record.key() == "p3") return static_cast<double>(hit.score);
    return 0.0;
  };
  const double in_text = score("mirror", {});
  const double in_title = score("title:mirror", {});
  REQUIRE(in_text > 0);
  REQUIRE(in_title > 0);
  CHECK(score("mirror", {{"title", 3}}) == Approx(in_text + 3 * in_title));
  CHECK(score("mirror", {{"TITLE", 3}, {"text", 0.5}}) == Approx(0.5 * in_text + 3 * in_title));
  CHECK(score("mirror^2", {{"title", 3}}) == Approx(2 * (in_text + 3 * in_title)));
  CHECK(score("mirror", {{"title", 0}}) == Approx(in_text));
  CHECK(score("mirror", {{"text", 0}, {"title", 1}}) == Approx(in_title));
  CHECK(score("title:mirror", {{"title", 3}}) == Approx(in_title));
  CHECK(found("poster", {.weights = {{"type", 1}}}) == Keys{"p1", "p3", "p8"});
  CHECK(found("+poster +reflection", {.weights = {{"type", 1}}}) == Keys{"p3"});
  CHECK(found("mirror -poster", {.weights = {{"type", 1}}}) == Keys{"p2", "p6"});
  CHECK(found("noeth*", {.weights = {{"by.name", 1}}}) == Keys{"p2", "p4"});
  CHECK(found("\"emmy noether\"", {.weights = {{"by.name", 1}}}) == Keys{"p2", "p4"});
  CHECK_THROWS_WITH(searcher.parse("a", {.weights = {{"nowhere", 1}}}),
                    Contains("no field 'nowhere' is indexed") && Contains("text, title, type"));
  CHECK_THROWS_WITH(searcher.parse("a", {.weights = {{"abstract", 1}}}), Contains("'abstract' is indexed"));
  for (const double wrong : {-1.0, 1000001.0, std::nan(""), std::numeric_limits<double>::infinity()})
    CHECK_THROWS_WITH(searcher.parse("a", {.weights = {{"title", wrong}}}),
                      Contains("is no number from 0 to 1000000"));
}

TEST_CASE("explanations name the field, snippets mark words of the text only") {
  Searcher searcher{*papers()};
  const Query query = searcher.parse("mirror", {.weights = {{"title", 3}}});
  const auto record = papers()->find("p3");
  const auto explanation = searcher.explain(query, *record);
  REQUIRE(explanation);
  REQUIRE(explanation->parts.size() == 2);
  CHECK(explanation->parts[0].field == "text");
  CHECK(explanation->parts[1].field == "title");
  CHECK(explanation->parts[1].boost == 3);
  CHECK(explanation->parts[1].length == 4);
  CHECK(explanation->score == Approx(searcher.run(query).hits[0].score));
  CHECK(searcher.snippet(*record, searcher.parse("title:mirror")).matches.empty());
  CHECK(searcher.snippet(*record, query).matches.size() == 2);
  CHECK_FALSE(searcher.explain(searcher.parse("mirror year<2000"), *record));
}

TEST_CASE("spelling and completions know the words of fields") {
  Searcher searcher{*papers()};
  CHECK(searcher.suggest(searcher.parse("type:workshp")) == "type:workshop");
  CHECK(searcher.suggest(searcher.parse("by.name:lovelase mirror")) == "by.name:lovelace mirror");
  CHECK(searcher.suggest(searcher.parse("titel:mirror")) == "title:mirror");
  CHECK(searcher.suggest(searcher.parse("tyep:workshp")) == "type:workshop");
  CHECK(searcher.suggest(searcher.parse("mirorr: glass")) == "mirror: glass");
  CHECK_FALSE(searcher.suggest(searcher.parse("mirorr:glass")));
  CHECK_FALSE(searcher.suggest(searcher.parse("poster", {.weights = {{"type", 1}}})));
  const auto words = complete(papers()->index(*papers()->index_named("type")), "", 2);
  REQUIRE(words.size() == 2);
  CHECK(words[0].term.word == "poster");
  CHECK(words[0].records == 3);
}

TEST_CASE("what compares a field of numbers and is no filter is told") {
  CHECK(found("year:>=2024") == found("year>=2024"));
  CHECK(found("year:=2024") == Keys{"p4", "p5"});
  CHECK(notes_of("year>=2024").empty());
  for (const std::string_view text : {"year>=2,020", "year:>=20x", "score>=nan", "Year==2020", "year>="}) {
    const std::vector<std::string> notes = notes_of(text);
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains(std::string{"'"} + std::string{text} + "' is taken for words"));
  }
  for (const std::string_view text : {"type>=2,020", "type:1..2", "yaer>=2020"}) {
    const std::vector<std::string> notes = notes_of(text);
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], Contains("fields with numbers: year, score"));
  }
  CHECK(notes_of("a>=b x<y http://a..b").empty());
}

TEST_CASE("filters beyond the limit are left out, and the others hold") {
  std::string text;
  for (int i = 0; i < 64; ++i) text += "year>=" + std::to_string(1900 + i) + ' ';
  CHECK(found(text) == found("year>=1900"));
  CHECK(found(text + "year>=1999 mirror") == found("mirror year>=1900"));
  CHECK(found(text + "year>=1999") == found(text));
  CHECK(found(text + "-year>=1999") == found(text));
}

TEST_CASE("too many filters and names are told, and end at once") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += "year>" + std::to_string(i) + " OR name" + std::to_string(i) + ":x ";
  const std::vector<std::string> notes = notes_of(text);
  REQUIRE_FALSE(notes.empty());
  CHECK_THAT(notes[0], Contains("too many filters"));
  found(text);
}
