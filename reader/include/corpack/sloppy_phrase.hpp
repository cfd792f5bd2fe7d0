// Words that stand nearly side by side: a phrase with slop.
//
// Take each word's position less its place in the phrase; side by side these are all equal. Their spread is
// by how many places the words are out of place, and at most `slop` may be: "a b" with slop 1 also finds a x
// b, with slop 2 b a. Every nearest such choice of positions counts 1 / (1 + spread) to the frequency (as
// Lucene's SloppyPhraseMatcher counts it), and the phrase is scored as one term with the sum of the words'
// idf. A word that occurs twice in the phrase needs two places. Lifetime: refers to cursors of a pool and to
// the Scoring. Complexity: as for a phrase, and one step through the words for each of their positions. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <corpack/matcher.hpp>

namespace corpack {

class SloppyPhraseMatcher final : public Matcher {
 public:
  struct Word {
    TermCursor* cursor;
    PositionList positions;
    std::uint32_t place;
    std::uint32_t list;
  };

  // REQUIRES: at least two words.
  SloppyPhraseMatcher(std::vector<Word> words, std::uint32_t slop, float weight, const Scoring& scoring)
      : words_(std::move(words)),
        slop_(slop),
        weight_(weight),
        scoring_(scoring),
        found_(words_.size()),
        at_(words_.size()) {
    std::sort(words_.begin(), words_.end(), [](const auto& a, const auto& b) {
      return a.cursor->list().count() < b.cursor->list().count();
    });
  }

  std::uint32_t find(std::uint32_t target) override {
    for (;; ++target) {
      target = first_common(
          words_, target, [](const auto& word) -> auto& { return *word.cursor; });
      if (target == end) return end;
      frequency_ = count();
      if (frequency_ > 0) return target;
    }
  }

  double score() override {
    const float inverse_norm = scoring_.bm25.inverse_norm(scoring_.lengths[ordinal()]);
    return weight_ - weight_ / (1 + static_cast<float>(frequency_) * inverse_norm);
  }
  std::uint64_t cost() const override { return words_.front().cursor->list().count() / 2; }
  // Of the record it stands on: the sum over its choices of positions.
  double frequency() const { return frequency_; }

 private:
  // Position less place of a word where it stands now.
  std::int64_t shifted(std::size_t word) const {
    return std::int64_t{found_[word][at_[word]]} - std::int64_t{words_[word].place};
  }

  // Moves the word that is furthest behind, until it has no more positions. A choice is the nearest one when
  // the word behind would pass another by moving on.
  double count() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i].cursor->positions(words_[i].positions).copy_to(found_[i]);
      at_[i] = 0;
    }
    double sum = 0;
    for (;;) {
      std::size_t behind = 0;
      std::int64_t last = shifted(0);
      for (std::size_t i = 1; i < words_.size(); ++i) {
        if (shifted(i) < shifted(behind)) behind = i;
        last = std::max(last, shifted(i));
      }
      const auto spread = static_cast<std::uint64_t>(last - shifted(behind));
      const bool fits = spread <= slop_ && apart();
      const bool more = at_[behind] + 1 < found_[behind].size();
      if (fits && (!more || passes(behind))) sum += 1.0 / (1.0 + static_cast<double>(spread));
      if (!more) return sum;
      ++at_[behind];
    }
  }

  // Whether the word, moved on, is behind no longer. REQUIRES: it has a next position.
  bool passes(std::size_t word) const {
    const std::int64_t next = std::int64_t{found_[word][at_[word] + 1]} - std::int64_t{words_[word].place};
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (i != word && shifted(i) < next) return true;
    return false;
  }

  // Whether no two words of one list stand on one position.
  bool apart() const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::size_t j = i + 1; j < words_.size(); ++j)
        if (words_[i].list == words_[j].list && found_[i][at_[i]] == found_[j][at_[j]]) return false;
    return true;
  }

  std::vector<Word> words_;
  std::uint32_t slop_;
  float weight_;
  const Scoring& scoring_;
  std::vector<std::vector<std::uint32_t>> found_;  // positions of each word in the record
  std::vector<std::size_t> at_;
  double frequency_ = 0;
};

}  // namespace corpack
