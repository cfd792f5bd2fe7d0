// Records of one block of a posting list, ascending, that may be among the best: other lists take out those
// they do not hold, and add their scores.
//
// Lifetime: refers to nothing between calls. Complexity: a nanosecond or so for a record where a list has a
// bitmap, else a search in an unpacked block, which the processor overlaps with the next. Errors: FormatError
// from damaged lists. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <corpack/place_finder.hpp>
#include <corpack/term_cursor.hpp>
#include <corpack/top_hits.hpp>

namespace corpack {

class Candidates {
 public:
  static constexpr std::uint32_t most_records = PostingCursor::block_size;

  std::span<const std::uint32_t> records() const { return {records_.data(), count_}; }
  double sum(std::size_t index) const { return sums_[index]; }

  // All records of a block. REQUIRES: at most `most_records`.
  void take(const std::uint32_t* ordinals, std::uint32_t count) {
    std::copy_n(ordinals, count, records_.data());
    count_ = count;
  }

  // Those of the cursor's block that score more than `least`.
  void take(TermCursor& term, double least) {
    const std::uint32_t* const ordinals = term.block_ordinals();
    count_ = 0;
    for (const std::uint8_t place : term.places_above(least)) {
      places_[count_] = place;
      records_[count_++] = ordinals[place];
    }
  }
  // REQUIRES: the cursor stands at the block they were taken from.
  void add_first_scores(TermCursor& term) {
    std::fill_n(sums_.begin(), count_, 0.0);
    term.add_scores({places_.data(), count_}, sums_.data());
  }

  // Keeps those that the bitmap holds.
  void keep(std::span<const std::uint64_t> bits) {
    const std::uint32_t all = count_;
    count_ = 0;
    for (std::uint32_t i = 0; i < all; ++i) {
      const std::uint32_t record = records_[i];
      records_[count_] = record;
      places_[count_] = places_[i];
      count_ += PostingList::has_bit(bits, record);
    }
  }

  // Keeps those that the list holds. The cursor stands nowhere in particular afterwards. REQUIRES: records do
  // not fall from call to call with this cursor.
  void keep(PostingCursor& list) {
    if (!list.list().bits().empty()) return keep(list.list().bits());
    const std::uint32_t all = count_;
    count_ = 0;
    for (std::uint32_t i = 0; i < all && list.skip_to(records_[i]);) {
      const std::uint32_t behind = behind_block(list, i, all);
      count_ = keep_block(list, i, behind);
      i = behind;
    }
  }

  // Keeps those that the list holds and adds their scores, as long as they may enter: `rest` is what lists to
  // come can add. REQUIRES: as keep().
  void add(TermCursor& term, double rest, const TopHits& top) {
    const std::uint32_t all = count_;
    count_ = 0;
    for (std::uint32_t i = 0; i < all && term.skip_to(records_[i]);) {
      const std::uint32_t behind = behind_block(term, i, all);
      const double more = term.block_bound() + rest;
      std::uint32_t fit = i;
      for (std::uint32_t k = i; k < behind; ++k) {
        records_[fit] = records_[k];
        sums_[fit] = sums_[k];
        fit += top.may_enter(sums_[k] + more);
      }
      if (fit > i) add_block(term, i, fit, rest, top);
      i = behind;
    }
  }

 private:
  // Index behind those from `i` on that lie in the list's block.
  std::uint32_t behind_block(const PostingCursor& list, std::uint32_t i, std::uint32_t all) const {
    const std::uint32_t last = list.block_last();
    do ++i;
    while (i < all && records_[i] <= last);
    return i;
  }

  // Moves those that the list's block holds to index `count_` and behind, with their places in it; returns
  // the index behind them.
  std::uint32_t keep_block(PostingCursor& list, std::uint32_t i, std::uint32_t behind) {
    finder_.open(list, behind - i, records_[i], records_[behind - 1]);
    std::uint32_t held = count_;
    for (; i < behind; ++i) {
      const std::uint32_t record = records_[i];
      records_[held] = record;
      sums_[held] = sums_[i];
      held += finder_.find(record, places_[held]);
    }
    return held;
  }

  void add_block(TermCursor& term, std::uint32_t i, std::uint32_t behind, double rest, const TopHits& top) {
    const std::uint32_t held = keep_block(term, i, behind);
    term.add_scores({places_.data() + count_, held - count_}, sums_.data() + count_);
    for (std::uint32_t k = count_; k < held; ++k) {
      records_[count_] = records_[k];
      sums_[count_] = sums_[k];
      count_ += top.may_enter(sums_[k] + rest);
    }
  }

  std::array<std::uint32_t, most_records> records_;
  std::array<std::uint8_t, most_records> places_{};  // in the block of the list that looked at them last
  std::array<double, most_records> sums_{};          // of their scores so far
  std::uint32_t count_ = 0;
  PlaceFinder finder_;
};

}  // namespace corpack
