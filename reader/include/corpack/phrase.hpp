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
  explicit Phrase(std::vector<Word> words) : words_(std::move(words)), places_(words_.size()) {
    std::sort(words_.begin(), words_.end(), [](const Word& a, const Word& b) {
      return a.cursor->list().count() < b.cursor->list().count();
    });
  }

  // The rarest first.
  const std::vector<Word>& words() const { return words_; }

  // REQUIRES: all cursors stand on the same record.
  std::uint32_t count() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      Places& places = places_[i];
      places.left = words_[i].cursor->positions(words_[i].positions);
      places.any = places.left.next(places.position);
    }
    std::uint32_t count = 0;
    for (Places& first = places_[0]; first.any; first.any = first.left.next(first.position)) {
      if (first.position < words_[0].place) continue;
      const std::uint64_t start = first.position - words_[0].place;
      bool all = true;
      for (std::size_t i = 1; all && i < words_.size(); ++i)
        all = stands_at(places_[i], start + words_[i].place);
      count += all;
    }
    return count;
  }

 private:
  // A word's positions in the record, and the one that was read last.
  struct Places {
    PositionRange left;
    std::uint32_t position = 0;
    bool any = false;
  };

  static bool stands_at(Places& places, std::uint64_t wanted) {
    while (places.any && places.position < wanted) places.any = places.left.next(places.position);
    return places.any && places.position == wanted;
  }

  std::vector<Word> words_;
  std::vector<Places> places_;
};

}  // namespace corpack
