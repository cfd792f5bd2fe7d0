// A query for records like a given one: its most telling words, any of them, each with its weight.
//
// The weight of a word is tf * idf, in shares of the greatest, as Lucene's MoreLikeThis has it; words of one
// stem are one. Words that no other record holds find nothing and are left out. Lifetime: the Query is for
// this Dataset. Errors: those of the Analyzer and the Dataset. Complexity: linear in the first max_text_bytes
// of the text. Not thread-safe (uses the caller's Analyzer).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <corpack/bm25.hpp>
#include <corpack/query.hpp>
#include <corpack/text_words.hpp>

namespace corpack {

class SimilarQuery {
 public:
  static constexpr std::size_t max_words = 25;
  static constexpr std::size_t max_text_bytes = std::size_t{1} << 20;

  SimilarQuery(const Dataset& dataset, Analyzer& analyzer, const Bm25& bm25)
      : dataset_(dataset), analyzer_(analyzer), bm25_(bm25) {}

  Query of(std::string_view text) {
    std::vector<Word> words = words_of(text);
    const auto middle = words.begin() + static_cast<std::ptrdiff_t>(std::min(max_words, words.size()));
    std::partial_sort(words.begin(), middle, words.end(), [](const Word& a, const Word& b) {
      return a.weight != b.weight ? a.weight > b.weight : a.place < b.place;
    });
    words.erase(middle, words.end());
    return query_of(words);
  }

 private:
  struct Word {
    Term term;          // the first that the text has of this stem
    std::size_t place;  // among the text's different words
    std::uint32_t frequency;
    double weight;
  };

  std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    std::unordered_map<std::uint32_t, std::size_t> places;  // of a list, in `words`
    for_each_word(beginning(text, max_text_bytes), dataset_, analyzer_, [&](const TextWord& word) {
      const auto [place, added] = places.emplace(word.term.list, words.size());
      if (added) words.push_back({word.term, words.size(), 0, 0});
      ++words[place->second].frequency;
    });
    for (Word& word : words) {
      const std::uint32_t records = dataset_.postings(word.term).count();
      word.weight = records < 2 ? 0 : word.frequency * bm25_.idf(records);
    }
    std::erase_if(words, [](const Word& word) { return word.weight <= 0; });
    return words;
  }

  // Its text, parsed, gives the same query.
  static Query query_of(const std::vector<Word>& words) {
    QueryNode root;
    std::string text;
    for (const Word& word : words) {
      QueryNode node;
      node.kind = QueryNode::Kind::term;
      node.word = word.term.word;
      node.list = word.term.list;
      // Rounded as it is written.
      const auto thousandths = std::max(1L, std::lround(1000 * word.weight / words.front().weight));
      node.weight = static_cast<double>(thousandths) / 1000;
      text += (text.empty() ? "" : " ") + node.word;
      if (thousandths < 1000) text += "^0." + std::to_string(1000 + thousandths).substr(1);
      root.clauses.push_back(std::move(node));
    }
    if (words.size() == 1) {
      root = QueryNode{root.clauses.front()};
    } else if (words.size() > 1) {
      root.kind = QueryNode::Kind::group;
    }
    return {std::move(text), std::move(root), {}};
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  const Bm25& bm25_;
};

}  // namespace corpack
