// Walks one posting list as PostingCursor does, and scores what it stands on.
//
// The best score that a block can give is known before it is unpacked. Lifetime: the Dataset and the Scoring
// must outlive it. Its buffers are part of it: nothing is allocated while walking. Errors: FormatError from
// damaged lists. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include <corpack/positions.hpp>
#include <corpack/posting_cursor.hpp>
#include <corpack/scoring.hpp>

namespace corpack {

class TermCursor : public PostingCursor {
 public:
  // Stands before the first block.
  void reset(const PostingList& list, float weight, const Scoring& scoring) {
    PostingCursor::reset(list);
    scoring_ = &scoring;
    weight_ = weight;
    list_bound_ = -1;
    bounded_ = asked_ = scored_ = unpacked_ = positioned_ = no_block;
    positions_.restart();
  }

  float weight() const { return weight_; }

  // ---- by blocks. REQUIRES: stands at a block ----

  // No posting of the block scores more.
  float block_bound() {
    if (bounded_ != block_) {
      bound_ = list_.has_heads() ? scoring_->bm25.bound(weight_, list_.head(block_).bounds) : best_score();
      bounded_ = block_;
    }
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

  // No posting of the list scores more.
  float list_bound() {
    if (list_bound_ < 0)
      list_bound_ = list_.has_heads() ? scoring_->bm25.bound(weight_, list_.bounds()) : block_bound();
    return list_bound_;
  }

  // As many of the list's postings as format::floor_postings score at least this much; 0 where it isn't
  // known.
  float list_floor() const { return list_.has_heads() ? scoring_->bm25.floor(weight_, list_.floors()) : 0; }

  // Scores of the block's postings.
  const float* block_scores() {
    if (scored_ != block_) score_block();
    return scores_.data();
  }

  // Places in the block, from `first` on, of the postings that score more than `least`, ascending; some that
  // score a hair less may be among them. Lifetime: until the next call.
  std::span<const std::uint8_t> places_above(double least, std::uint32_t first = 0) {
    found_ = 0;
    const float ratio = Bm25::least_ratio(weight_, least);
    frequencies();
    const std::uint32_t most = scoring_->least_frequency(ratio, shortest());
    if (most <= 1)
      add_places(first, count_, ratio);
    else
      add_frequent_places(first, most, ratio);
    return {places_.data(), found_};
  }
  // REQUIRES: place < block_count().
  float score_at(std::uint32_t place) {
    if (scored_ == block_) return scores_[place];
    return scoring_->score(weight_, frequencies()[place], ordinals_[place]);
  }

  // Adds the scores at some places to `sums`. REQUIRES: places are below block_count().
  void add_scores(std::span<const std::uint8_t> places, double* sums) {
    const std::uint32_t* const found = frequencies();
    std::size_t i = 0;
    for (; i + 4 <= places.size(); i += 4) {
      Scoring::Floats ratios;
      for (int k = 0; k < 4; ++k) {
        const std::uint8_t place = places[i + static_cast<std::size_t>(k)];
        ratios[k] = scoring_->ratio(found[place], ordinals_[place]);
      }
      const Scoring::Floats scores = Bm25::scores(weight_, ratios);
      for (int k = 0; k < 4; ++k) sums[i + static_cast<std::size_t>(k)] += scores[k];
    }
    for (; i < places.size(); ++i) sums[i] += score_at(places[i]);
  }

  // Whether a posting may score more than the score of which Bm25::least_ratio() was taken.
  bool is_above(float ratio, std::uint32_t place) {
    return scoring_->ratio(frequencies()[place], ordinals_[place]) > ratio;
  }

  // Stands on a posting of the block. REQUIRES: place < block_count().
  void stand_at(std::uint32_t place) {
    index_ = place;
    ordinal_ = ordinals_[place];
  }

  // ---- by postings. REQUIRES: stands on a posting ----

  std::uint32_t frequency() const { return list_.frequency(block_, index_); }
  float score() {
    if (scored_ == block_ || unpacked_ == block_) return score_at(index_);
    if (asked_ != block_) {
      asked_ = block_;
      return scoring_->score(weight_, frequency(), ordinals_[index_]);
    }
    // Where a block is asked twice it will be asked often.
    return score_at(index_);
  }
  // Lifetime: until the cursor leaves the block.
  PositionRange positions(const PositionList& positions) {
    if (positioned_ != block_) {
      sum_frequencies();
      positions_.open(positions, block_, sums_[count_ - 1]);
      positioned_ = block_;
    }
    return {positions_, index_ == 0 ? 0 : sums_[index_ - 1], sums_[index_]};
  }

 private:
  static constexpr std::uint32_t no_block = ~std::uint32_t{0};

  const std::uint32_t* frequencies() {
    if (unpacked_ != block_) {
      unpack();
      list_.unpack_frequencies(block_, frequencies_.data());
      unpacked_ = block_;
    }
    return frequencies_.data();
  }

  void score_block() {
    const std::uint32_t* const found = frequencies();
    scoring_->score_all(weight_, count_, ordinals_.data(), found, scores_.data());
    scored_ = block_;
  }

  float best_score() {
    const float* scores = block_scores();
    return *std::max_element(scores, scores + count_);
  }

  // No posting of the block has a lower length code.
  std::uint8_t shortest() const {
    if (!list_.has_heads()) return 0;
    std::uint8_t least = 255;
    for (const Bounds::Pair& pair : list_.head(block_).bounds.pairs)
      if (pair.frequency != 0) least = std::min(least, pair.length_code);
    return least;
  }

  void add_places(std::uint32_t begin, std::uint32_t behind, float ratio) {
    for (std::uint32_t i = begin; i < behind; ++i) {
      places_[found_] = static_cast<std::uint8_t>(i);
      found_ += scoring_->ratio(frequencies_[i], ordinals_[i]) > ratio;
    }
  }

  // Most blocks hold few: eight frequencies at once tell whether one of them is among these.
  void add_frequent_places(std::uint32_t first, std::uint32_t least, float ratio) {
    std::uint32_t i = first;
    for (; i + 8 <= count_; i += 8) {
      const auto over = (bitpacking::load_lanes(frequencies_.data() + i) >= least) |
                        (bitpacking::load_lanes(frequencies_.data() + i + 4) >= least);
      using Wide [[gnu::vector_size(16)]] = std::uint64_t;
      const auto wide = reinterpret_cast<Wide>(over);
      if ((wide[0] | wide[1]) != 0) add_places(i, i + 8, ratio);
    }
    add_places(i, count_, ratio);
  }

  // Four at a time, so that one addition does not wait for every one before it.
  void sum_frequencies() {
    frequencies();
    std::fill(frequencies_.begin() + count_, frequencies_.end(), 0);
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < block_size; i += 4) {
      const std::uint64_t one = frequencies_[i];
      const std::uint64_t two = one + frequencies_[i + 1];
      const std::uint64_t three = two + frequencies_[i + 2];
      const std::uint64_t four = three + frequencies_[i + 3];
      sums_[i] = before + one;
      sums_[i + 1] = before + two;
      sums_[i + 2] = before + three;
      sums_[i + 3] = before += four;
    }
  }

  const Scoring* scoring_ = nullptr;
  float weight_ = 0;
  float bound_ = 0;
  float list_bound_ = -1;  // below 0: not known yet
  // The block of which each of these is known.
  std::uint32_t bounded_ = no_block;     // bound_
  std::uint32_t asked_ = no_block;       // one score
  std::uint32_t scored_ = no_block;      // scores_
  std::uint32_t unpacked_ = no_block;    // frequencies_
  std::uint32_t positioned_ = no_block;  // positions_
  std::array<std::uint32_t, block_size> frequencies_;
  std::array<float, block_size> scores_;
  std::array<std::uint8_t, block_size> places_;
  std::uint32_t found_ = 0;  // places
  PositionBlock positions_;
  std::array<std::uint64_t, block_size> sums_;  // of the frequencies up to and with each posting
};

}  // namespace corpack
