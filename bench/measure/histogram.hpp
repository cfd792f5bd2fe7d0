// Counts values in log-linear buckets, as HdrHistogram does: a power of two is split into 128 buckets of
// equal width, so a value is known to 1/128 of itself (0.8 %) whatever its size; values below 256 are exact.
// percentile() gives the upper end of the bucket, never less than the true value; count, mean, least and
// greatest are exact. 7,424 buckets cover 64 bits.
//
// A value type of 58 KiB: no allocation after the constructor. Errors: none. record() is constant work,
// percentile() linear in the buckets. Thread safety: none; each thread has its own, merged at the end.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace corpack::bench {

class Histogram {
 public:
  static constexpr unsigned precision_bits = 7;
  static constexpr std::size_t bucket_count = (std::size_t{64 - precision_bits} + 1) << precision_bits;

  struct Bucket {
    std::uint64_t lower;  // the least and the greatest value that fall into it
    std::uint64_t upper;
    std::uint64_t count;
  };

  void record(std::uint64_t value, std::uint64_t times = 1) {
    if (times == 0) return;
    counts_[bucket_of(value)] += times;
    count_ += times;
    sum_ += static_cast<double>(value) * static_cast<double>(times);
    least_ = std::min(least_, value);
    greatest_ = std::max(greatest_, value);
  }

  void merge(const Histogram& other) {
    for (std::size_t i = 0; i < bucket_count; ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    sum_ += other.sum_;
    least_ = std::min(least_, other.least_);
    greatest_ = std::max(greatest_, other.greatest_);
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t least() const { return count_ == 0 ? 0 : least_; }
  std::uint64_t greatest() const { return greatest_; }
  double mean() const { return count_ == 0 ? 0 : sum_ / static_cast<double>(count_); }

  // The value that `percent` of all values do not exceed, by nearest rank; 0 where there are none.
  std::uint64_t percentile(double percent) const {
    // 99.9 % of 1,000 is not a whole number in floating point.
    const double wanted = std::ceil(percent / 100 * static_cast<double>(count_) - 1e-6);
    const std::uint64_t rank = wanted < 1 ? 1 : static_cast<std::uint64_t>(wanted);
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < bucket_count; ++i) {
      seen += counts_[i];
      if (seen >= rank) return std::min(upper_of(i), greatest_);
    }
    return greatest_;
  }

  // The buckets that hold something, in ascending order.
  std::vector<Bucket> buckets() const {
    std::vector<Bucket> used;
    for (std::size_t i = 0; i < bucket_count; ++i)
      if (counts_[i] > 0) used.push_back({lower_of(i), upper_of(i), counts_[i]});
    return used;
  }

  static constexpr std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    const unsigned shift = width > precision_bits + 1 ? width - (precision_bits + 1) : 0;
    return (std::size_t{shift} << precision_bits) + static_cast<std::size_t>(value >> shift);
  }
  static constexpr std::uint64_t lower_of(std::size_t bucket) {
    const unsigned shift = shift_of(bucket);
    return (std::uint64_t{bucket} - (std::uint64_t{shift} << precision_bits)) << shift;
  }
  static constexpr std::uint64_t upper_of(std::size_t bucket) {
    return lower_of(bucket) + ((std::uint64_t{1} << shift_of(bucket)) - 1);
  }

 private:
  static constexpr unsigned shift_of(std::size_t bucket) {
    const auto octave = static_cast<unsigned>(bucket >> precision_bits);
    return octave > 1 ? octave - 1 : 0;
  }

  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(bucket_count);
  std::uint64_t count_ = 0;
  double sum_ = 0;
  std::uint64_t least_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t greatest_ = 0;
};

}  // namespace corpack::bench
