// Which words of a dataset say nothing about what its records are about: the, we, propose, however.
//
// They are found in the data, in any language, with no list: words that are in many records and are spread
// over them as if by chance. Were a word's c occurrences dealt out by chance, a record would hold it with
// probability 1 - exp(-c / N). A word that tells a topic is in fewer records than that, since it comes back
// where it came once. The base-2 logarithm of the ratio is the residual idf (Church and Gale, "Inverse
// document frequency: a measure of deviations from Poisson", 1995). On abstracts it is about 0 for function
// words and the phrases of the trade, 0.4 for model and learning, above 1 for graph and diffusion. Lifetime:
// the Dataset must outlive it. Errors: FormatError when a list is damaged. Complexity: constant for a list.
// Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <corpack/dataset.hpp>

namespace corpack {

class StopWords {
 public:
  static constexpr double min_share = 0.02;  // of the records that hold such a word
  static constexpr double max_residual_idf =
      0.25;  // bits, and a little more where few records are its evidence

  // REQUIRES: dataset.searchable().
  explicit StopWords(const Dataset& dataset)
      : dataset_(&dataset),
        records_(static_cast<double>(std::max<std::uint64_t>(1, dataset.info().index().records))) {
    // Of few records even a few mean little.
    most_records_ = std::max({1.0, std::min(4.0, std::ceil(records_ / 2)), min_share * records_});
  }

  // `number`: of a posting list, and so of all words of a stem.
  bool contains(std::uint32_t number) const {
    const PostingList list = dataset_->postings(number);
    const auto holding = static_cast<double>(list.count());
    if (holding <= most_records_) return false;
    const double expected = records_ * -std::expm1(-static_cast<double>(list.occurrences()) / records_);
    return std::log2(expected / holding) < max_residual_idf + 0.3 / std::sqrt(holding);
  }

 private:
  const Dataset* dataset_;
  double records_;
  double most_records_;  // that a word may be in and be none whatever its spread
};

}  // namespace corpack
