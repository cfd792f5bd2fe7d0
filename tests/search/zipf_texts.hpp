// Text as people write it in one respect: few words are frequent and most are rare. The words are those of
// the seeds, in the seeds' order of frequency; the r-th comes with a probability of about 1 / r.
//
// Lifetime: plain values. Errors: a seed that cannot be read gives no words, which fails a requirement.
// Complexity: linear in the text. Thread safety: none.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include "search/text_dataset.hpp"

namespace corpack::test {

// The words of the seeds, the most frequent first.
inline std::vector<std::string> words_by_frequency() {
  std::map<std::string, std::size_t> counts;
  for (const std::filesystem::path& path : seed_dumps()) {
    std::ifstream file{path};
    for (std::string word; file >> word;) ++counts[word];
  }
  std::vector<std::string> words;
  for (const auto& [word, count] : counts) words.push_back(word);
  std::stable_sort(words.begin(), words.end(),
                   [&](const std::string& a, const std::string& b) { return counts.at(a) > counts.at(b); });
  return words;
}

// Three text dumps of so many records in all. Each record holds `everywhere` and a number of its own, so that
// no two are equal and one list holds all of them; else it has 0 to 60 words.
inline std::vector<std::pair<std::string, std::string>> zipf_dumps(std::size_t records, std::uint32_t seed) {
  const std::vector<std::string> words = words_by_frequency();
  REQUIRE(words.size() > 1000);
  std::mt19937 random{seed};
  std::uniform_real_distribution<double> share{0, std::log(static_cast<double>(words.size()))};
  std::vector<std::pair<std::string, std::string>> dumps{
      {"one.txt", "One\n"}, {"two.txt", "Two\n"}, {"other.txt", "Other\n"}};
  for (std::size_t i = 0; i < records; ++i) {
    std::string& dump = dumps[3 * i / records].second;
    dump += "\neverywhere " + std::to_string(i);
    for (std::size_t left = random() % 61; left > 0; --left)
      dump += ' ' + words[static_cast<std::size_t>(std::exp(share(random))) - 1];
    dump += '\n';
  }
  return dumps;
}

}  // namespace corpack::test
