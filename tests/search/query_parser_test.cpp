// What queries mean: the tree that each becomes for a small dataset.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::TextDataset;

namespace {

std::string word_of(const Dataset& dataset, std::uint32_t list) {
  for (const Term& term : dataset.terms().all())
    if (term.list == list) return std::string{term.word};
  return "?";
}

// A tree as text: + and - for occur, = before the parts of one written word, ? for what matches nothing.
std::string described(const QueryNode& node, const Dataset& dataset) {
  std::string text = node.occur == Occur::must ? "+" : node.occur == Occur::must_not ? "-" : "";
  switch (node.kind) {
    case QueryNode::Kind::nothing:
      text += '?';
      break;
    case QueryNode::Kind::term:
      text += node.word;
      break;
    case QueryNode::Kind::phrase: {
      text += '"';
      for (const PhraseWord& word : node.words)
        text += (&word == node.words.data() ? "" : " ") + word_of(dataset, word.list);
      text += '"';
      if (node.slop > 0) text += '~' + std::to_string(node.slop);
      break;
    }
    case QueryNode::Kind::prefix:
      text += node.word + '*';
      break;
    case QueryNode::Kind::sources:
      for (const OrdinalRange& range : node.ranges)
        text += '[' + std::to_string(range.begin) + ',' + std::to_string(range.end) + ')';
      break;
    case QueryNode::Kind::numbers:
      text += '#';
      break;
    case QueryNode::Kind::group:
      text += '(';
      for (const QueryNode& clause : node.clauses)
        text += (&clause == node.clauses.data() ? "" : " ") + described(clause, dataset);
      text += ')';
      break;
  }
  if (node.weight != 1) text += '^' + std::to_string(node.weight).substr(0, 4);
  return text;
}

const TextDataset& small_dataset() {
  static const TextDataset dataset{
      std::vector<std::string>{"a b c d", "state of the art", "v moe", "c++ c# .net", "铁路12306时刻表",
                               "and or not x y", "mirror mirrors miracle", "kahler"},
      {.language = "none"}};
  return dataset;
}

std::string tree(std::string_view text, ParseOptions options = {}) {
  Searcher searcher{*small_dataset()};
  return described(searcher.parse(text, options).root(), *small_dataset());
}

std::vector<std::string> notes_of(std::string_view text) {
  return Searcher{*small_dataset()}.parse(text).notes();
}

}  // namespace

TEST_CASE("words, signs and phrases") {
  CHECK(tree("a") == "a");
  CHECK(tree("a b") == "(a b)");
  CHECK(tree("+a b -c") == "(+a b -c)");
  CHECK(tree("\"a b\"") == "\"a b\"");
  CHECK(tree("\"a b\" c") == "(\"a b\" c)");
  CHECK(tree("\"a\"") == "a");
  CHECK(tree("+\"a b\" -\"c d\"") == "(+\"a b\" -\"c d\")");
  CHECK(tree("A É") == "a");
  CHECK(tree("K\\\"ahler") == "kahler");
  CHECK(tree("C++ C# .NET C") == "(c++ c# .net c)");
}

TEST_CASE("a repeated word counts each time") {
  CHECK(tree("a b a a") == "(a^3.00 b)");
  CHECK(tree("+a a") == "(+a a)");
  CHECK(tree("a a") == "a^2.00");
  CHECK(tree("mi* mi*") == "mi*^2.00");
}

TEST_CASE("a word of several parts is its parts, and whole where it is required or excluded") {
  CHECK(tree("V-MoE") == "(v moe \"v moe\")");
  CHECK(tree("V-MoE a") == "(v moe \"v moe\" a)");
  CHECK(tree("+V-MoE") == "\"v moe\"");
  CHECK(tree("a -V-MoE") == "(a -\"v moe\")");
  CHECK(tree("a AND state-of-the-art") == "(+a +\"state of the art\")");
  CHECK(tree("V-MoE^2") == "(v^2.00 moe^2.00 \"v moe\"^2.00)");
  // Of parts that are not joined each is required, and the whole is excluded.
  CHECK(tree("+a/b") == "(+a +b)");
  CHECK(tree("c -a/b") == "(c -\"a b\")");
  CHECK(tree("铁路12306时刻") == "(铁路 12306 时刻)");
  CHECK(tree("时刻表") == "(时刻 刻表 \"时刻 刻表\")");
  CHECK(tree("铁 路") == "(铁 路)");
}

TEST_CASE("AND binds before OR, and both before words side by side") {
  CHECK(tree("a AND b") == "(+a +b)");
  CHECK(tree("a OR b") == "(a b)");
  CHECK(tree("a AND b OR c") == "((+a +b) c)");
  CHECK(tree("a OR b AND c") == "(a (+b +c))");
  CHECK(tree("a b AND c") == "(a (+b +c))");
  CHECK(tree("a AND b AND c") == "(+a +b +c)");
  CHECK(tree("(a OR b) AND c") == "(+(a b) +c)");
  CHECK(tree("(a AND b) OR (c AND d)") == "((+a +b) (+c +d))");
  CHECK(tree("a NOT b") == "(a -b)");
  CHECK(tree("a AND NOT b") == "(+a -b)");
  CHECK(tree("a AND NOT NOT b") == "(+a +b)");
  CHECK(tree("a OR b -c") == "(a b -c)");
  CHECK(tree("a NOT (b c)") == "(a -(b c))");
  CHECK(tree("a -(b AND c)") == "(a -(+b +c))");
  CHECK(tree("+(a b) c") == "(+(a b) c)");
}

TEST_CASE("exclusions alone belong to what is around them, else to all records") {
  const std::string all = "[0," + std::to_string(small_dataset()->size()) + ")";
  CHECK(tree("a AND (NOT b)") == "(+a -b)");
  CHECK(tree("a (-b -c)") == "(a -b -c)");
  CHECK(tree("a OR (NOT b)") == "(a -b)");
  CHECK(tree("a NOT (NOT b)") == "(a +b)");
  CHECK(tree("-a -b") == "(-a -b +" + all + ")");
  CHECK(tree("(NOT a) -b") == "(-a -b +" + all + ")");
  CHECK(tree("NOT x") == "(-x +" + all + ")");
  CHECK(tree("-zzz") == all);
  CHECK(notes_of("NOT x").empty());
  // An unknown word is no exclusion: what is left of its group finds nothing.
  CHECK(tree("a (zzz -b)") == "(a (-b))");
  CHECK(tree("zzz -b") == "(-b)");
  CHECK(notes_of("zzz -b").empty());
}

TEST_CASE("unknown words find nothing, and nothing is found with them where they are required") {
  CHECK(tree("zzz") == "?");
  CHECK(tree("a zzz") == "a");
  CHECK(tree("a AND zzz") == "(+a +?)");
  CHECK(tree("a +zzz") == "(a +?)");
  CHECK(tree("a -zzz") == "a");
  CHECK(tree("\"a zzz\"") == "?");
  CHECK(tree("zzz*") == "?");
}

TEST_CASE("what cannot be parsed is taken as words") {
  CHECK(tree("") == "?");
  CHECK(tree("\"") == "?");
  CHECK(tree("(") == "?");
  CHECK(tree("*") == "?");
  CHECK(tree("'") == "?");
  CHECK(tree("()") == "?");
  CHECK(tree("a AND ()") == "a");
  CHECK(tree("AND") == "and");
  CHECK(tree("NOT") == "not");
  CHECK(tree("OR OR") == "or^2.00");
  CHECK(tree("a AND") == "(a and)");
  CHECK(tree("AND a") == "(and a)");
  CHECK(tree("a AND OR b") == "(a and b)");
  CHECK(tree("a:b") == "(a b)");
  CHECK(tree("a ) b (") == "(a b)");
  CHECK(tree("\"a b") == "(a b)");
  CHECK(tree("a AND (b") == "(+a +b)");
}

TEST_CASE("prefixes") {
  CHECK(tree("mir*") == "mir*");
  CHECK(tree("MIR* +mirr*") == "(mir* +mirr*)");
  CHECK(tree("a V-Mo*") == "(a (+v +mo*))");
  CHECK(tree("state-of-th*") == "(+\"state of\" +th*)");
  CHECK(tree("铁*") == "铁*");
  CHECK(tree("**") == "?");
}

TEST_CASE("boosts multiply") {
  CHECK(tree("a^2 b") == "(a^2.00 b)");
  CHECK(tree("(a b^2)^3 c") == "(a^3.00 b^6.00 c)");
  CHECK(tree("\"a b\"^2.5") == "\"a b\"^2.50");
  CHECK(tree("+(a b)^2 c") == "(+(a^2.00 b^2.00) c)");
  CHECK(tree("a a^2") == "a^3.00");
  CHECK(Searcher{*small_dataset()}.parse("((a^1000)^1000)^1000").root().weight == 1e6);
  CHECK(Searcher{*small_dataset()}.parse("((a^0.001)^0.001)^0.001").root().weight == 1e-6);
}

TEST_CASE("nearly the same words") {
  // mirrors is one letter from mirror; miracle is more than two.
  CHECK(tree("mirror~1") == "(mirror mirrors^0.50)");
  CHECK(tree("mirorr~1") == "mirror^0.50");
  CHECK(tree("mirorr~2") == "(mirror^0.50 mirrors^0.33)");
  CHECK(tree("irror~1") == "mirror^0.50");
  CHECK(tree("+kähler~") == "kahler");
  CHECK(tree("zzzzzzz~2") == "?");
  CHECK(notes_of("kahler~5").size() == 1);
}

TEST_CASE("phrases with slop") {
  CHECK(tree("\"a c\"~2") == "\"a c\"~2");
  CHECK(tree("\"a\"~2") == "a");
}

TEST_CASE("fields") {
  CHECK(tree("text:a") == "a");
  CHECK(tree("+text:\"a b\"") == "\"a b\"");
  CHECK(tree("text:mir*") == "mir*");
  CHECK(tree("c:\"a b\"") == "(c \"a b\")");
  CHECK(notes_of("text:a").empty());
}

TEST_CASE("of a field that cannot be searched the words are sought in the text, with a note") {
  const TextDataset dataset{std::vector<std::pair<std::string, std::string>>{
      {"papers.jsonl", "{\"text\":\"a b abstract\",\"abstract\":\"c\"}\n"}}};
  Searcher searcher{*dataset};
  const Query query = searcher.parse("abstract:b +abstract:\"a b\"");
  CHECK(described(query.root(), *dataset) == "(b +\"a b\")");
  CHECK(query.notes().size() == 1);
  // No field of the dataset: a word like any other.
  CHECK(described(searcher.parse("author:b").root(), *dataset) == "b");
  CHECK(searcher.parse("author:b").notes().empty());
}

TEST_CASE("sources are ranges of records, required unless said otherwise") {
  const TextDataset dataset{
      std::vector<std::pair<std::string, std::string>>{{"one.txt", "One\n\nx a\n\nx b\n"},
                                                       {"two.txt", "Two\n\nx c\n"},
                                                       {"three.txt", "Three\n\nx d\n\nx e\n"}}};
  Searcher searcher{*dataset};
  const auto tree_of = [&](std::string_view text) {
    return described(searcher.parse(text).root(), *dataset);
  };
  CHECK(tree_of("source:two.txt x") == "(+x +[2,3))");
  CHECK(tree_of("x source:t*.txt") == "(+x +[2,5))");
  CHECK(tree_of("x source:one.txt source:three.txt") == "(+x +[0,2)[3,5))");
  CHECK(tree_of("x -source:two.txt") == "(x -[2,3))");
  CHECK(tree_of("a OR source:two.txt") == "(a [2,3))");
  CHECK(tree_of("source:two.txt x a") == "(+(x a) +[2,3))");
  CHECK(tree_of("+x a source:two.txt -b") == "(+x -b a +[2,3))");
  // Groups of sources alone choose as well, whatever joins them.
  CHECK(tree_of("source:one.txt OR source:three.txt x") == "(+x +([0,2) [3,5)))");
  CHECK(tree_of("(source:two.txt) x") == "(+x +[2,3))");
  CHECK(tree_of("(source:one.txt source:three.txt) x") == "(+x +[0,2)[3,5))");
  CHECK(tree_of("source:t* AND source:*o.txt x") == "(+x +[2,5) +[2,3))");
  CHECK(tree_of("(source:t* -source:two.txt) source:one.txt x") == "(+x +((-[2,3) +[2,5)) [0,2)))");
  CHECK(tree_of("(x source:one.txt) OR (a source:two.txt)") == "((+x +[0,2)) (+a +[2,3)))");
  CHECK(tree_of("NOT (source:one.txt OR source:two.txt) x") == "(-([0,2) [2,3)) x)");
  CHECK(tree_of("x source:\"two.txt\"") == "(+x +[2,3))");
  CHECK(tree_of("x source:none") == "(+x +)");
  CHECK(searcher.parse("x source:none").notes() == std::vector<std::string>{"no source is called 'none'"});
  CHECK(searcher.search("source:three.txt").total == 2);
  CHECK(searcher.search("x source:none").total == 0);
  CHECK(searcher.search("x -source:*").total == 0);
}

TEST_CASE("a source beside words filters: it finds nothing by itself and adds nothing to the rank") {
  const TextDataset dataset{std::vector<std::pair<std::string, std::string>>{
      {"a.txt", "A\n\nmirror one\n\nglass\n\nmirror mirror\n"}, {"b.txt", "B\n\nmirror two\n"}}};
  Searcher searcher{*dataset};
  const auto found = [&](std::string_view query) {
    std::vector<std::uint32_t> ordinals;
    for (const Hit& hit : searcher.search(query).hits) ordinals.push_back(hit.record.ordinal());
    return ordinals;
  };
  using Ordinals = std::vector<std::uint32_t>;
  CHECK(found("source:a.txt mirror") == Ordinals{2, 0});
  CHECK(found("mirror source:b.txt") == Ordinals{3});
  CHECK(found("mirror source:a.txt source:b.txt") == found("mirror"));
  CHECK(found("mirror -source:a.txt") == Ordinals{3});
  CHECK(found("source:a.txt -mirror") == Ordinals{1});
  CHECK(found("source:a.txt glass zzz") == Ordinals{1});
  CHECK(found("source:a.txt zzz").empty());
  const Results alone = searcher.search("mirror -source:b.txt");
  const Results chosen = searcher.search("mirror source:a.txt");
  REQUIRE(alone.hits.size() == 2);
  REQUIRE(chosen.hits.size() == 2);
  CHECK(alone.hits[0].score == chosen.hits[0].score);
}

TEST_CASE("all words are required where asked, and plain queries are words only") {
  CHECK(tree("a b -c", {.all = true}) == "(+a +b -c)");
  CHECK(tree("a OR b c", {.all = true}) == "(+(a b) +c)");
  CHECK(tree("V-MoE a", {.all = true}) == "(+\"v moe\" +a)");
  CHECK(tree("a \"b c\" AND -d", {.plain = true}) == "(a b c and d)");
  CHECK(tree("V-MoE mir*", {.plain = true}) == "(v moe)");
  CHECK(tree("a b", {.plain = true, .all = true}) == "(+a +b)");
}

TEST_CASE("a word that no record holds stands for its stem") {
  const TextDataset dataset{std::vector<std::string>{"happiness networks", "skies"}};
  Searcher searcher{*dataset};
  CHECK(searcher.search("network").total == 1);
  CHECK(searcher.search("networking").total == 1);
  CHECK(searcher.search("happy").total == 1);
  CHECK(searcher.search("sky").total == 1);
  CHECK(searcher.search("nets").total == 0);
}

TEST_CASE("a word with ~ finds what the word finds, its stem too") {
  const TextDataset dataset{std::vector<std::string>{"network", "worked"}};
  Searcher searcher{*dataset};
  // Three letters from the dictionary's word, but of its stem.
  CHECK(searcher.search("networking").total == 1);
  CHECK(searcher.search("networking~1").total == 1);
  CHECK(searcher.search("networking~2").total == 1);
  CHECK(described(searcher.parse("worked~1").root(), *dataset) == "worked");
}

TEST_CASE("a prefix that begins very many words is cut with a note, and leaves words to the others") {
  std::string text;
  for (unsigned i = 0; i < 1000; ++i) text += "a" + std::to_string(i) + " b" + std::to_string(i) + ' ';
  const TextDataset dataset{std::vector<std::string>{text}, {.language = "none"}};
  Analyzer analyzer{"none"};
  QueryWords words{*dataset, analyzer, 640};
  const Query query = QueryParser{words, "a* b* c* d*", {.all = true}}.parse();
  REQUIRE(query.root().clauses.size() == 4);
  CHECK(query.root().clauses[0].lists.size() == 640);
  CHECK(query.root().clauses[1].lists.size() == 10);
  CHECK(query.root().clauses[2].kind == QueryNode::Kind::nothing);
  CHECK(query.notes() == std::vector<std::string>{"'a*' begins 1000 words: the first 640 are used",
                                                  "'b*' begins 1000 words: the first 10 are used"});
  Searcher searcher{*dataset};
  CHECK(searcher.run(QueryParser{words, "a* b*", {.all = true}}.parse()).total == 1);
  CHECK(searcher.parse("a* b*", {.all = true}).notes().empty());
}

TEST_CASE("a phrase without positions asks for all its words") {
  const TextDataset dataset{std::vector<std::string>{"a b", "b x a", "a"},
                            {.language = "none", .positions = false}};
  Searcher searcher{*dataset};
  const Query query = searcher.parse("\"a b\"");
  CHECK(described(query.root(), *dataset) == "(+a +b)");
  CHECK(query.notes().size() == 1);
  CHECK(searcher.run(query).total == 2);
}
