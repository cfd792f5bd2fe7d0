// Gathers what bounds the scores of some postings, from above and from below (schema/FORMAT.md, "Postings").
//
// Postings come in any order, and one at a time: a list need not be in memory as a whole. Plain values.
// Complexity: constant for each posting, and 256 steps in the end. Thread safety: none.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include <corpack/format.hpp>
#include <corpack/postings.hpp>

namespace corpack {

// Bounds: pairs that no posting beats in both frequency and length, merged down to what a head holds.
class BoundsBuilder {
 public:
  BoundsBuilder() { shortest_.fill(256); }

  void add(std::uint32_t frequency, std::uint8_t length_code) {
    const std::uint32_t counted = std::min<std::uint32_t>(frequency, 255);
    shortest_[counted] = std::min<std::uint16_t>(shortest_[counted], length_code);
    highest_ = std::max(highest_, counted);
  }
  void add(const BoundsBuilder& other) {
    for (std::uint32_t i = 0; i <= other.highest_; ++i)
      shortest_[i] = std::min(shortest_[i], other.shortest_[i]);
    highest_ = std::max(highest_, other.highest_);
  }
  Bounds bounds() const;

 private:
  std::array<std::uint16_t, 256> shortest_;  // length code by frequency
  std::uint32_t highest_ = 0;
};

// Floors: the pairs that promise most at three weights of the length.
class FloorsBuilder {
 public:
  void add(std::uint32_t frequency, std::uint8_t length_code) {
    of_frequency_[std::min<std::uint32_t>(frequency, 255)].add(length_code);
  }
  Floors floors(double average_length) const;

 private:
  // The shortest lengths of some postings: as many as a floor promises.
  class Shortest {
   public:
    void add(std::uint8_t length_code) {
      if (count_ == codes_.size()) {
        if (length_code >= codes_.back()) return;
        --count_;
      }
      std::size_t place = count_++;
      for (; place > 0 && codes_[place - 1] > length_code; --place) codes_[place] = codes_[place - 1];
      codes_[place] = length_code;
    }
    void add(const Shortest& other) {
      for (std::size_t i = 0; i < other.count_; ++i) add(other.codes_[i]);
    }
    // Whether there are as many as a floor promises, and then the longest of these.
    bool full() const { return count_ == codes_.size(); }
    std::uint8_t longest() const { return codes_.back(); }

   private:
    std::array<std::uint8_t, format::floor_postings> codes_;
    std::size_t count_ = 0;
  };

  std::array<Shortest, 256> of_frequency_;
};

}  // namespace corpack
