// The best k of many scored records: higher scores first, of equal scores the lower ordinal first.
//
// Records come in ascending order of ordinals, so that one which only equals the worst kept never enters.
// Lifetime: memory is reused by reset(). Complexity: O(log k) for a record that enters, O(1) for others.
// Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace corpack {

struct ScoredRecord {
  double score;
  std::uint32_t ordinal;
};

class TopHits {
 public:
  void reset(std::size_t limit) {
    limit_ = limit;
    heap_.clear();
    set_threshold(limit == 0 ? std::numeric_limits<double>::infinity() : -1.0);
  }

  // REQUIRES: `records` records that are still to come score at least `score`.
  void expect(std::size_t records, float score) {
    if (records >= limit_ && score > 0) set_threshold(std::max(threshold_, score * (1 - 1e-6)));
  }

  // A record must score more than this to enter.
  double threshold() const { return threshold_; }

  // Whether a record whose score is bounded by `bound` may enter. Sums of bounds are rounded: a hair is
  // allowed for it.
  bool may_enter(double bound) const { return bound > hair_below_; }

  // Scores are kept as floats, as hits show them: records whose hits show the same score are tied.
  void add(std::uint32_t ordinal, double exact_score) {
    const double score = static_cast<float>(exact_score);
    if (score <= threshold_) return;
    if (heap_.size() == limit_) {
      std::pop_heap(heap_.begin(), heap_.end(), better);
      heap_.back() = {score, ordinal};
    } else {
      heap_.push_back({score, ordinal});
    }
    std::push_heap(heap_.begin(), heap_.end(), better);
    if (heap_.size() == limit_) set_threshold(heap_.front().score);
  }

  // Best first. Call once, after the last add().
  const std::vector<ScoredRecord>& sorted() {
    std::sort_heap(heap_.begin(), heap_.end(), better);
    return heap_;
  }

 private:
  void set_threshold(double threshold) {
    threshold_ = threshold;
    hair_below_ = threshold * (threshold > 0 ? 1 - 1e-12 : 1);
  }

  static bool better(const ScoredRecord& a, const ScoredRecord& b) {
    return a.score != b.score ? a.score > b.score : a.ordinal < b.ordinal;
  }

  std::vector<ScoredRecord> heap_;  // the worst in front
  std::size_t limit_ = 0;
  double threshold_ = -1;
  double hair_below_ = -1;
};

}  // namespace corpack
