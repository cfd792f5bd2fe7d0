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
    for (const Word& word : words_) last_place_ = std::max(last_place_, word.place);
  }

  // The rarest first.
  const std::vector<Word>& words() const { return words_; }

  // REQUIRES: all cursors stand on the same record.
  std::uint32_t count() {
    for (;;) {
      if (stamp_ + words_.size() > max_stamp) {
        std::fill(marks_.begin(), marks_.end(), 0);
        stamp_ = 0;
      }
      std::uint64_t last = 0;
      std::uint32_t held = mark_all(words_[0], last);
      for (std::size_t word = 1; word < words_.size() && held > 0; ++word) held = raise(words_[word], last);
      ++stamp_;
      if (last < marks_.size()) return held;
      // A record is longer than those before.
      if (last >= max_marks) return count_long();
      marks_.resize(std::min<std::size_t>(max_marks, 2 * last + 256));
    }
  }

 private:
  static constexpr std::size_t max_stamp = 0xFFFF;
  static constexpr std::size_t max_marks = 32768;

  // A phrase's start, given one of its words: the word's position less its place, moved so that none is below
  // 0.
  std::uint64_t start(const Word& word, std::uint32_t position) const {
    return std::uint64_t{position} + last_place_ - word.place;
  }

  // Marks the starts at which the first word stands, and returns how many there are.
  std::uint32_t mark_all(const Word& word, std::uint64_t& last) {
    const auto stamp = static_cast<std::uint16_t>(++stamp_);
    std::uint32_t held = 0;
    for_each_mark(word, last, [&](std::uint16_t& mark) {
      mark = stamp;
      ++held;
    });
    return held;
  }

  // Raises the marks of starts at which a further word stands, if all words before it do, and returns how
  // many there are. No branch depends on where words stand.
  std::uint32_t raise(const Word& word, std::uint64_t& last) {
    const auto before = static_cast<std::uint16_t>(stamp_);
    const auto stamp = static_cast<std::uint16_t>(++stamp_);
    std::uint32_t held = 0;
    for_each_mark(word, last, [&](std::uint16_t& mark) {
      const bool holds = mark == before;
      mark = holds ? stamp : mark;
      held += holds;
    });
    return held;
  }

  // Calls `use` with the mark of each start at which the word stands. `last` becomes the greatest start that
  // was looked at; those that have no mark yet are left out.
  template <class Use>
  void for_each_mark(const Word& word, std::uint64_t& last, Use use) {
    const std::uint64_t moved = start(word, 0);
    std::uint16_t* const marks = marks_.data();
    const std::uint64_t size = marks_.size();
    std::uint64_t at = 0;
    word.cursor->positions(word.positions).for_each([&](std::uint32_t position) {
      at = position + moved;
      if (at < size) use(marks[at]);
    });
    last = std::max(last, at);
  }

  // The same for records of very many words, by merging.
  std::uint32_t count_long() {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      Places& places = places_[i];
      places.left = words_[i].cursor->positions(words_[i].positions);
      places.any = places.left.next(places.position);
    }
    std::uint32_t count = 0;
    for (Places& first = places_[0]; first.any; first.any = first.left.next(first.position)) {
      bool all = true;
      for (std::size_t i = 1; all && i < words_.size(); ++i)
        all = stands_at(i, start(words_[0], first.position));
      count += all;
    }
    return count;
  }

  // A word's positions in the record, and the one that was read last.
  struct Places {
    PositionRange left;
    std::uint32_t position = 0;
    bool any = false;
  };

  bool stands_at(std::size_t word, std::uint64_t wanted) {
    Places& places = places_[word];
    while (places.any && start(words_[word], places.position) < wanted)
      places.any = places.left.next(places.position);
    return places.any && start(words_[word], places.position) == wanted;
  }

  std::vector<Word> words_;
  std::uint32_t last_place_ = 0;
  std::vector<std::uint16_t> marks_;  // by start; those up to `stamp_` are of earlier records
  std::size_t stamp_ = 0;
  std::vector<Places> places_;
};

}  // namespace corpack
