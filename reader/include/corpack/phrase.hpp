// Counts how often words stand side by side in a record.
// Lifetime: refers to cursors of a pool. Complexity: linear in the words' positions. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <corpack/term_cursor.hpp>

namespace corpack {

class Phrase {
 public:
  struct Word {
    TermCursor* cursor;
    PositionList positions;
    std::uint32_t place;  // in the phrase
  };

  // REQUIRES: at least two words.
  explicit Phrase(std::vector<Word> words)
      : words_(std::move(words)), found_(words_.size()), places_(words_.size()) {
    std::sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) {
      return a.cursor->list().count() < b.cursor->list().count();
    });
  }

  // The rarest first.
  const std::vector<Word>& words() const { return words_; }

  // REQUIRES: all cursors stand on the same record.
  std::uint32_t count() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i].cursor->positions(words_[i].positions, found_[i]);
      places_[i] = 0;
    }
    std::uint32_t count = 0;
    for (const std::uint32_t position : found_[0]) {
      if (position < words_[0].place) continue;
      const std::uint64_t start = position - words_[0].place;
      bool all = true;
      for (std::size_t i = 1; all && i < words_.size(); ++i) {
        const std::uint64_t wanted = start + words_[i].place;
        std::size_t& place = places_[i];
        while (place < found_[i].size() && found_[i][place] < wanted) ++place;
        all = place < found_[i].size() && found_[i][place] == wanted;
      }
      count += all;
    }
    return count;
  }

 private:
  std::vector<Word> words_;
  std::vector<std::vector<std::uint32_t>> found_;  // positions of each word in the record
  std::vector<std::size_t> places_;                // how far each was read
};

}  // namespace corpack
