// Walks one posting list in ascending order and scores what it stands on.
//
// It can stand before a block without having unpacked it: then the block's last ordinal and the best score it
// can give are known, and it may be passed over unread. Lifetime: reset() makes it walk another list; the
// Dataset and the Scoring must outlive it. Its buffers are part of it: nothing is allocated while walking.
// Errors: FormatError from damaged lists. Complexity: heads are read one by one; unpacking a block is
// constant work. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <corpack/scoring.hpp>

namespace corpack {

class TermCursor {
 public:
  static constexpr std::uint32_t end = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t block_size = PostingList::block_size;

  // Stands before the first block.
  void reset(const PostingList& list, float weight, const Scoring& scoring) {
    list_ = list;
    scoring_ = &scoring;
    weight_ = weight;
    blocks_ = list.blocks();
    list_bound_ = -1;
    open_block(0);
    // A short list's last ordinal and bound are known once it is unpacked.
    if (!list_.has_heads()) unpack();
  }

  const PostingList& list() const { return list_; }
  float weight() const { return weight_; }

  // ---- by blocks ----

  // Goes to the first block that may hold `target` or more. False: there is none. REQUIRES: targets do not
  // fall.
  bool skip_to(std::uint32_t target) {
    while (block_ < blocks_ && last_ < target) open_block(block_ + 1);
    return block_ < blocks_;
  }

  // Goes to the next block. False: there is none.
  bool next_block() {
    open_block(block_ + 1);
    return block_ < blocks_;
  }

  // REQUIRES of what follows: stands at a block.
  std::uint32_t block_last() const { return last_; }

  // No posting of the block scores more.
  float block_bound() {
    if (bound_ < 0)
      bound_ = list_.has_heads() ? scoring_->bm25.bound(weight_, list_.head(block_).bounds) : best_score();
    return bound_;
  }

  // No posting from the block on up to `last` scores more. Reads heads only; after a few it settles for the
  // list's.
  float bound_up_to(std::uint32_t last) {
    float bound = block_bound();
    if (last_ >= last) return bound;
    constexpr std::uint32_t most_heads = 8;
    for (std::uint32_t block = block_ + 1; block < blocks_; ++block) {
      if (block - block_ > most_heads) return std::max(bound, list_bound());
      const BlockHead head = list_.head(block);
      bound = std::max(bound, scoring_->bm25.bound(weight_, head.bounds));
      if (head.last >= last) break;
    }
    return bound;
  }

  // No posting of the list scores more. REQUIRES: stands at a block.
  float list_bound() {
    if (list_bound_ < 0)
      list_bound_ = list_.has_heads() ? scoring_->bm25.bound(weight_, list_.bounds()) : block_bound();
    return list_bound_;
  }

  // The block's ordinals and scores.
  std::uint32_t block_count() { return unpack(); }
  const std::uint32_t* block_ordinals() {
    unpack();
    return ordinals_.data();
  }
  const float* block_scores() {
    if (!scores_ready_) score_block();
    return scores_.data();
  }

  // Index in the block of its first posting from `target` on; block_count(): none.
  std::uint32_t find_in_block(std::uint32_t target) {
    unpack();
    while (ordinals_[index_ + stride - 1] < target) index_ += stride;
    // Counting beats searching: no branch to mispredict.
    bitpacking::Lanes less{};
    for (std::uint32_t i = 0; i < stride; i += 4) {
      const auto is_less = bitpacking::load_lanes(ordinals_.data() + index_ + i) < target;
      less += reinterpret_cast<bitpacking::Lanes>(is_less);
    }
    return index_ -= less[0] + less[1] + less[2] + less[3];
  }

  // ---- by postings ----

  // Goes to the first posting from `target` on and returns its ordinal, or `end`. REQUIRES: targets do not
  // fall.
  std::uint32_t advance(std::uint32_t target) {
    while (skip_to(target)) {
      if (find_in_block(target) < count_) return ordinal_ = ordinals_[index_];
      open_block(block_ + 1);
    }
    return ordinal_ = end;
  }

  // Whether the list holds `target`; if so, stands on it.
  bool stands_on(std::uint32_t target) { return advance(target) == target; }

  // REQUIRES of what follows: stands on a posting.
  std::uint32_t ordinal() const { return ordinal_; }
  std::uint32_t frequency() const { return list_.frequency(block_, index_); }
  float score() const {
    return scores_ready_ ? scores_[index_] : scoring_->score(weight_, frequency(), ordinals_[index_]);
  }
  void positions(const PositionList& positions, std::vector<std::uint32_t>& out) {
    if (!sums_ready_) sum_frequencies();
    const std::uint64_t before = index_ == 0 ? 0 : sums_[index_ - 1];
    const auto frequency = static_cast<std::uint32_t>(sums_[index_] - before);
    positions.check(before, frequency, sums_[count_ - 1]);
    out.resize(frequency);
    positions.read(block_, before, frequency, sums_[count_ - 1], out.data());
  }

 private:
  static constexpr std::uint32_t stride = 16;  // of the search in a block

  void open_block(std::uint32_t block) {
    block_ = block;
    index_ = 0;
    count_ = 0;
    bound_ = -1;
    scores_ready_ = false;
    sums_ready_ = false;
    last_ = block < blocks_ && list_.has_heads() ? list_.last(block) : end;
  }

  std::uint32_t unpack() {
    if (count_ != 0) return count_;
    count_ = list_.unpack_ordinals(block_, ordinals_.data());
    std::fill_n(ordinals_.begin() + count_, stride, end);
    if (!list_.has_heads()) last_ = ordinals_[count_ - 1];
    return count_;
  }

  void score_block() {
    unpack();
    std::array<std::uint32_t, block_size> frequencies;
    list_.unpack_frequencies(block_, frequencies.data());
    scoring_->score_all(weight_, count_, ordinals_.data(), frequencies.data(), scores_.data());
    scores_ready_ = true;
  }

  float best_score() {
    const float* scores = block_scores();
    return *std::max_element(scores, scores + count_);
  }

  void sum_frequencies() {
    unpack();
    std::array<std::uint32_t, block_size> frequencies;
    list_.unpack_frequencies(block_, frequencies.data());
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count_; ++i) sums_[i] = sum += frequencies[i];
    sums_ready_ = true;
  }

  PostingList list_;
  const Scoring* scoring_ = nullptr;
  float weight_ = 0;
  std::uint32_t blocks_ = 0;
  std::uint32_t block_ = 0;
  std::uint32_t last_ = 0;   // ordinal of the block's last posting
  std::uint32_t count_ = 0;  // of the block; 0: not unpacked
  std::uint32_t index_ = 0;  // in the block
  std::uint32_t ordinal_ = 0;
  float bound_ = -1;       // of the block; below 0: not known yet
  float list_bound_ = -1;  // likewise
  bool scores_ready_ = false;
  bool sums_ready_ = false;
  std::array<std::uint32_t, block_size + stride> ordinals_;  // `end` behind the last
  std::array<float, block_size> scores_;
  std::array<std::uint64_t, block_size> sums_;  // of the frequencies up to and with each posting
};

}  // namespace corpack
