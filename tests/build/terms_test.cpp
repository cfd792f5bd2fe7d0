// The dictionary of a compiled dataset against std::map.
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "build/compiled.hpp"

using namespace corpack;

TEST_CASE("words, prefixes and postings are those of a map") {
  const test::TemporaryFolder folder;
  std::mt19937_64 random{5};
  std::map<std::string, std::vector<Posting>> expected;
  std::string dump = "Words\n";
  for (std::uint32_t ordinal = 0; ordinal < 5000; ++ordinal) {
    std::map<std::string, std::uint32_t> counts;
    dump += "\nrecord" + std::string(1, static_cast<char>('a' + ordinal % 26));
    ++counts["record" + std::string(1, static_cast<char>('a' + ordinal % 26))];
    std::string unique = "u";
    for (std::uint32_t left = ordinal + 1; left > 0; left /= 20) unique += static_cast<char>('a' + left % 20);
    dump += ' ' + unique;
    ++counts[unique];
    for (std::size_t k = random() % 20; k-- > 0;) {
      std::string word;
      for (std::size_t size = 1 + random() % 4; size-- > 0;) word += static_cast<char>('a' + random() % 4);
      dump += ' ' + word;
      ++counts[word];
    }
    dump += '\n';
    for (const auto& [word, count] : counts) expected[word].push_back({ordinal, count});
  }
  CompileOptions options = test::options_for(folder, "words.txt", dump);
  options.language = "none";
  test::compile_quietly(options);
  const Dataset dataset{options.output};
  const Terms& terms = dataset.terms();
  REQUIRE(terms.size() == expected.size());
  std::uint32_t number = 0;
  for (const auto& [word, postings] : expected) {
    CHECK(terms[number].word == word);
    const auto term = dataset.term(word);
    REQUIRE(term.has_value());
    CHECK(term->number == number);
    std::vector<Posting> found;
    for (const Posting& posting : dataset.postings(*term)) found.push_back(posting);
    CHECK((found == postings));
    ++number;
  }
  const std::string last = expected.rbegin()->first;
  for (const std::string& prefix :
       {std::string{}, std::string{"a"}, std::string{"ab"}, std::string{"abcd"}, std::string{"record"},
        std::string{"recorda"}, std::string{"zzz"}, std::string{"a\xFF"}, std::string{"\xFF\xFF"},
        std::string(1, '\0'), last, last + "a", std::string(600, 'a')}) {
    std::vector<std::string> wanted;
    for (const auto& [word, postings] : expected)
      if (word.compare(0, prefix.size(), prefix) == 0) wanted.push_back(word);
    std::vector<std::string> found;
    for (const Term term : dataset.terms(prefix)) found.emplace_back(term.word);
    CHECK(found == wanted);
    CHECK(terms.lower_bound(prefix) ==
          static_cast<std::uint32_t>(std::distance(expected.begin(), expected.lower_bound(prefix))));
    CHECK(dataset.term(prefix).has_value() == (expected.count(prefix) == 1));
  }
}
