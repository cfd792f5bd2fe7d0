// Records of some sources: ranges of ordinals. All score 0, so that naming a source chooses records and
// leaves their order alone.
//
// Lifetime: copies the ranges. Complexity: constant for each step. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <corpack/matcher.hpp>
#include <corpack/query.hpp>

namespace corpack {

class SourceMatcher final : public Matcher {
 public:
  // REQUIRES: `ranges` ascend and do not overlap. A damaged dataset's ranges may reach past its last record.
  SourceMatcher(std::vector<OrdinalRange> ranges, std::uint32_t records) : ranges_(std::move(ranges)) {
    for (OrdinalRange& range : ranges_) {
      range.end = std::min(range.end, records);
      if (range.begin < range.end) cost_ += range.end - range.begin;
    }
    std::erase_if(ranges_, [](const OrdinalRange& range) { return range.begin >= range.end; });
  }

  std::uint32_t find(std::uint32_t target) override {
    for (; next_ < ranges_.size(); ++next_) {
      const OrdinalRange& range = ranges_[next_];
      if (target < range.end) return std::max(target, range.begin);
    }
    return end;
  }
  double score() override { return 0; }
  std::uint64_t cost() const override { return cost_; }

 private:
  std::vector<OrdinalRange> ranges_;
  std::size_t next_ = 0;  // the first range that is not passed
  std::uint64_t cost_ = 0;
};

}  // namespace corpack
