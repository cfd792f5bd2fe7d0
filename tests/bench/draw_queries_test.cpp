// Drawn queries against counts that are taken here, of records whose words this test wrote.
#include "bench/queries/draw_queries.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "build/compiled.hpp"

using namespace corpack;
using namespace corpack::bench;

namespace {

// A word of letters alone for each number.
std::string spelled(std::string prefix, std::size_t number) {
  for (; number > 0; number /= 26) prefix += static_cast<char>('a' + number % 26);
  return prefix;
}

// 5,000 records: one word in all of them, 50 in 10 each (middling: 3 to 50), one of its own in each.
std::vector<std::vector<std::string>> records() {
  std::vector<std::vector<std::string>> records;
  for (std::size_t i = 0; i < 5000; ++i) {
    records.push_back({"the", spelled("rare", i + 1)});
    if (i < 500) records.back().push_back(spelled("middling", i % 50 + 1));
  }
  return records;
}

struct Drawn {
  explicit Drawn(std::uint64_t seed, std::size_t per_kind) {
    const test::TemporaryFolder folder;
    std::string dump = "Title\n";
    for (const std::vector<std::string>& words : records()) {
      dump += '\n';
      for (const std::string& word : words) dump += word + ' ';
      // None of these are words that every engine cuts alike.
      dump += "C++ don't state-of-the-art x2 \xC3\xA9tale (And, Or.\n";
    }
    CompileOptions options = test::options_for(folder, "dump.txt", dump);
    options.language = "none";
    test::compile_quietly(options);
    const Dataset dataset{options.output};
    QueryDrawer drawer{dataset, seed};
    queries = drawer.draw_all(per_kind);
    notes = drawer.notes();
  }

  std::vector<TextQuery> queries;
  std::vector<std::string> notes;
};

}  // namespace

TEST_CASE("words have the frequency that their kind says, and AND and OR take those of one record") {
  std::map<std::string, std::size_t> counts;
  std::vector<std::set<std::string>> sets;
  for (const std::vector<std::string>& words : records()) {
    for (const std::string& word : words) ++counts[word];
    sets.emplace_back(words.begin(), words.end());
    sets.back().insert({"and", "or"});
  }
  counts["and"] = counts["or"] = 5000;

  const Drawn drawn{1, 20};
  std::map<std::string_view, std::size_t> kinds;
  for (const TextQuery& query : drawn.queries) {
    ++kinds[query.kind->name];
    REQUIRE(query.words.size() == query.kind->words);
    if (query.kind->shape == Shape::prefix) {
      CHECK(query.words[0].starts_with("middling"[0]));
      continue;
    }
    for (const std::string& word : query.words) REQUIRE(counts.contains(word));
    const std::size_t count = counts[query.words[0]];
    if (query.kind->name == "term_high") CHECK(count > 50);
    if (query.kind->name == "term_mid") CHECK((count > 2 && count <= 50));
    if (query.kind->name == "term_rare") CHECK(count <= 2);
    if (query.kind->words == 1) continue;
    bool in_one_record = false;
    for (const std::set<std::string>& words : sets) {
      bool all = true;
      for (const std::string& word : query.words) all = all && words.contains(word);
      in_one_record = in_one_record || all;
    }
    CHECK(in_one_record);
    // Words that one record alone holds are left out, and no word is taken twice.
    for (const std::string& word : query.words) CHECK(counts[word] >= 2);
    CHECK(std::set<std::string>(query.words.begin(), query.words.end()).size() == query.words.size());
  }
  // No record has five words that others have too; "(And, Or." are no neighbours, nor are the others.
  CHECK(kinds["or5"] == 0);
  CHECK(kinds["phrase2"] == 0);
  CHECK(drawn.notes.size() == 2);
  for (const QueryKind& kind : query_kinds)
    if (kind.name != "or5" && kind.name != "phrase2") CHECK(kinds[kind.name] == 20);
}

TEST_CASE("the same seed draws the same queries, another seed others") {
  const auto lines = [](const Drawn& drawn) {
    std::string all;
    for (const TextQuery& query : drawn.queries) {
      all += query.kind->name;
      for (const std::string& word : query.words) all += ' ' + word;
      all += '\n';
    }
    return all;
  };
  CHECK(lines(Drawn{3, 10}) == lines(Drawn{3, 10}));
  CHECK(lines(Drawn{3, 10}) != lines(Drawn{4, 10}));
}
