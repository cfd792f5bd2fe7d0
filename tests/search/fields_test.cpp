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
  CHECK(found("-year>=2020") == Keys{"p1", "p6", "p7"});
  CHECK(found("year:2020..") == found("year>=2020"));
  CHECK(found("year:..2020") == found("year<=2020"));
  CHECK(found("mirror -year:2020..") == Keys{"p1", "p6"});
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

TEST_CASE("explanations name the field") {
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
  CHECK_FALSE(searcher.explain(searcher.parse("mirror year<2000"), *record));
}

TEST_CASE("a snippet is of the text, and one more of each other field whose words were found") {
  Searcher searcher{*papers()};
  const auto marked = [](const Snippet& snippet) {
    std::string shown = std::string{snippet.field} + ": ";
    std::size_t at = 0;
    for (const Snippet::Match& match : snippet.matches) {
      shown += std::string{snippet.text.substr(at, match.begin - at)} + '[' +
               std::string{snippet.text.substr(match.begin, match.end - match.begin)} + ']';
      at = match.end;
    }
    return shown + std::string{snippet.text.substr(at)};
  };
  const auto snippet = [&](const char* key, std::string_view text) {
    return marked(searcher.snippet(*papers()->find(key), searcher.parse(text)));
  };
  CHECK(snippet("p3", "mirror") == "text: [Mirrors] and more [mirrors]\nOn reflection.");
  CHECK(snippet("p3", "title:mirror") == "text: Mirrors and more mirrors\nOn reflection.");
  CHECK(snippet("p3", "title:mirror reflection") == "text: Mirrors and more mirrors\nOn [reflection].");

  using Shown = std::vector<std::string>;
  const auto fields = [&](const char* key, std::string_view text,
                          const std::vector<FieldWeight>& weights = {}) {
    Shown shown;
    const Query query = searcher.parse(text, {.weights = weights});
    for (const Snippet& found : searcher.field_snippets(*papers()->find(key), query))
      shown.push_back(marked(found));
    return shown;
  };
  CHECK(fields("p3", "title:mirror") == Shown{"title: [Mirrors] and more [mirrors]"});
  CHECK(fields("p3", "poster", {{"type", 1}}) == Shown{"type: [poster]"});
  CHECK(fields("p3", "by.name:love* mirror") == Shown{"by.name: Ada [Lovelace]"});
  CHECK(fields("p3", "type:workshop by.name:ada title:\"more mirrors\"") ==
        Shown{"title: [Mirrors] and [more] [mirrors]", "by.name: [Ada] Lovelace"});
  // What is excluded, or no word, marks nothing.
  CHECK(fields("p3", "mirror -type:poster").empty());
  CHECK(fields("p3", "mirror year=2021").empty());
  CHECK(fields("p4", "by.name:ada").empty());
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
  // Of a word that is looked for in several fields the words of all of them count.
  CHECK(searcher.suggest(searcher.parse("postr", {.weights = {{"type", 1}}})) == "poster");
  CHECK(searcher.suggest(searcher.parse("mirorr", {.weights = {{"type", 1}}})) == "mirror");
  CHECK_FALSE(searcher.suggest(searcher.parse("postr")));
  // A name that is a word as well, and names that are none of fields.
  CHECK(searcher.suggest(searcher.parse("times:poster -tipe:(oral OR workshp)")) ==
        "times:poster -type:(oral OR workshop)");
  CHECK(searcher.suggest(searcher.parse("tile:\"silver networks\"")) == "title:\"silver networks\"");
  CHECK(searcher.suggest(searcher.parse("TITEL:mirror by.nam:ada")) == "title:mirror by.name:ada");
  CHECK_FALSE(searcher.suggest(searcher.parse("title:mirror Title:glass source:papers*")));
  // Without signs there are no names.
  CHECK_FALSE(searcher.suggest(searcher.parse("tipe:mirror", {.plain = true})));
  const auto words = complete(papers()->index(*papers()->index_named("type")), "", 2);
  REQUIRE(words.size() == 2);
  CHECK(words[0].term.word == "poster");
  CHECK(words[0].records == 3);
}

TEST_CASE("fields whose names have blanks or signs are named with underscores") {
  const TextDataset dataset{
      std::vector<std::pair<std::string, std::string>>{{"papers.csv",
                                                        "id,Paper Title,Sub/Title,source,Pages (A4),text\n"
                                                        "a,Mirrors of glass,First,archive,12,On light.\n"
                                                        "b,Symmetry,Mirrors,workshop,7,On groups.\n"}}};
  Searcher searcher{*dataset};
  const auto found = [&](std::string_view text) { return keys_of(searcher.search(text, {})); };
  CHECK(found("paper_title:mirrors") == Keys{"a"});
  CHECK(found("Sub_Title:mirrors") == Keys{"b"});
  CHECK(found("pages__a4_>=10") == Keys{"a"});
  CHECK(found("-pages__a4_>=10") == Keys{"b"});
  CHECK(dataset->index_named("Paper_Title") == dataset->index_named("Paper Title"));
  CHECK_FALSE(dataset->index_named("Paper-Title"));
  const TextDataset packages{std::vector<std::pair<std::string, std::string>>{
      {"packages.jsonl", "{\"text\":\"a\",\"Installed-Size\":7,\"by\":{\"name\":\"Ada\"}}\n"}}};
  CHECK(Searcher{*packages}.search("installed_size>=7", {}).total == 1);
  CHECK(Searcher{*packages}.search("by_name:ada", {}).total == 1);
  CHECK(searcher.suggest(searcher.parse("paper_titel:glass")) == "Paper_Title:glass");
  // A field of this name goes before the sources.
  CHECK(found("source:workshop") == Keys{"b"});
  CHECK(found("source:papers.csv").empty());
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

TEST_CASE("a range that ends before it begins is told") {
  CHECK(found("year:2024..2020").empty());
  REQUIRE(notes_of("year:2024..2020").size() == 1);
  CHECK_THAT(notes_of("year:2024..2020")[0],
             Contains("'year:2024..2020' finds nothing: the second number is less than the first"));
  CHECK(found("mirror -year:2024..2020") == found("mirror"));
  CHECK_THROWS_WITH(found("mirror", {.filters = {"year:2024..2020"}}),
                    Contains("the second number is less than the first"));
}

TEST_CASE("exclusions alone leave all other records, and filters hold beside them") {
  CHECK(found("-mirror") == Keys{"p4", "p5", "p7"});
  CHECK(found("-title:mirror") == Keys{"p2", "p4", "p5", "p7", "p8"});
  CHECK(found("-mirror", {.filters = {"year>=2020"}}) == Keys{"p4", "p5"});
  CHECK(found("-zzz").size() == 8);
  Searcher searcher{*papers()};
  const Results results = searcher.search("-mirror NOT silver");
  REQUIRE(results.hits.size() == 2);
  CHECK(results.total == 2);
  CHECK(results.hits[0].record.key() == "p4");
  CHECK(results.hits[1].record.key() == "p7");
  CHECK(results.hits[0].score == 0);
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
