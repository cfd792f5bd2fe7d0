// Which words and pairs of words may be keywords, and how often texts have them.
//
// A word may be one if it has a letter, is longer than one, and is no stop word. A pair may be one if both
// its words may, or if one is a stop word that stands in this pair in at least half of its records; it does
// not cut a word with hyphens. Lifetime: refers to the Dataset and the rules. Errors: those of the Analyzer
// and the Dataset. Complexity: linear in the texts. KeywordRules is thread-safe (read-only), a KeywordCounter
// is not.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <corpack/phrase_table.hpp>
#include <corpack/stop_words.hpp>
#include <corpack/text_words.hpp>

namespace corpack {

class KeywordRules {
 public:
  // REQUIRES: dataset.searchable().
  explicit KeywordRules(const Dataset& dataset) : dataset_(&dataset), stop_words_(dataset) {}

  bool may_be_word(const Term& term) const { return is_name(term.word) && !stop_words_.contains(term.list); }

  // Of two words side by side. True of a pair with a stop word says that is_bound() must decide, once it is
  // known how many records hold the pair.
  bool may_be_phrase(const Term& first, const Term& second) const {
    if (first.list == second.list || !is_name(first.word) || !is_name(second.word)) return false;
    const bool is_stop = stop_words_.contains(first.list);
    if (is_stop == stop_words_.contains(second.list)) return !is_stop;
    // What holds the pair holds both words: no more records than hold the rarer.
    return is_bound({first.list, second.list},
                    std::min(dataset_->postings(first).count(), dataset_->postings(second).count()));
  }

  // Whether each stop word of a pair that so many records hold stands in it in at least half of the word's
  // records.
  bool is_bound(WordPair pair, std::uint64_t records) const {
    for (const std::uint32_t list : {pair.first, pair.second})
      if (stop_words_.contains(list) && 2 * records < dataset_->postings(list).count()) return false;
    return true;
  }

  bool has_stop_word(WordPair pair) const {
    return stop_words_.contains(pair.first) || stop_words_.contains(pair.second);
  }

 private:
  static bool is_name(std::string_view word) {
    std::size_t letters = 0;
    bool has_letter = false;
    for (const char c : word) {
      letters += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
      has_letter = has_letter || (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80u;
    }
    return letters > 1 && has_letter;
  }

  const Dataset* dataset_;
  StopWords stop_words_;
};

class KeywordCounter {
 public:
  struct Word {
    std::string_view text;  // a form of it
    std::uint32_t occurrences = 0;
  };

  KeywordCounter(const Dataset& dataset, const KeywordRules& rules) : dataset_(dataset), rules_(rules) {}

  // A record's text; records come one after the other.
  void add(std::string_view text, std::uint32_t ordinal, Analyzer& analyzer) {
    in_text_.clear();
    for_each_word(text, dataset_, analyzer, [&](const TextWord& word) { in_text_.push_back(word); });
    for (std::size_t i = 0; i < in_text_.size(); ++i) {
      const Term& term = in_text_[i].term;
      if (rules_.may_be_word(term)) {
        Word& word = words_[term.list];
        word.text = term.word;
        ++word.occurrences;
      }
      if (is_whole(i) && rules_.may_be_phrase(in_text_[i - 1].term, term))
        phrases_.add({in_text_[i - 1].term.list, term.list}, ordinal);
    }
  }

  // By list.
  const std::unordered_map<std::uint32_t, Word>& words() const { return words_; }
  const PhraseTable& phrases() const { return phrases_; }

 private:
  // Whether a word and the one before it are joined, and a blank does not join them closer than hyphens join
  // others.
  bool is_whole(std::size_t i) const {
    const char joint = in_text_[i].joint;
    return joint == '-' || (joint == ' ' && in_text_[i - 1].joint != '-' &&
                            (i + 1 == in_text_.size() || in_text_[i + 1].joint != '-'));
  }

  const Dataset& dataset_;
  const KeywordRules& rules_;
  std::unordered_map<std::uint32_t, Word> words_;
  PhraseTable phrases_;
  std::vector<TextWord> in_text_;
};

}  // namespace corpack
