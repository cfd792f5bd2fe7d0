// BM25 as Lucene 8 and later compute it (org.apache.lucene.search.similarities.BM25Similarity, without the
// constant factor k1 + 1): Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
// 2009.
//
//   idf = ln(1 + (N - n + 0.5) / (n + 0.5))          N records with text, n of them with the term; above 0
//   for any n score = weight * (1 - 1 / (1 + frequency / norm))  norm = k1 * (1 - b + b * length / average
//   length)
//
// In this form a score never falls when the frequency grows or the length shrinks, rounding included, so that
// a block's bounds are bounds in floats too. Plain values, thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <corpack/info.hpp>
#include <corpack/lengths.hpp>
#include <corpack/postings.hpp>

namespace corpack {

struct Bm25Parameters {
  double k1 = 1.2;
  double b = 0.75;
  friend bool operator==(const Bm25Parameters&, const Bm25Parameters&) = default;
};

class Bm25 {
 public:
  Bm25(const IndexInfo& index, Bm25Parameters parameters)
      : records_(static_cast<double>(std::max<std::uint64_t>(1, index.records))) {
    const double average = std::max(1.0, static_cast<double>(index.tokens) / records_);
    for (unsigned code = 0; code < norms_.size(); ++code) {
      const double length = length_of_code(static_cast<std::uint8_t>(code));
      const double norm = parameters.k1 * (1 - parameters.b + parameters.b * length / average);
      norms_[code] = static_cast<float>(1 / std::max(norm, 1e-9));
    }
  }

  // REQUIRES: 1 <= holding; a damaged dataset may claim more than there are records.
  double idf(std::uint32_t holding) const {
    const double n = std::min<double>(holding, records_);
    return std::log(1 + (records_ - n + 0.5) / (n + 0.5));
  }

  // 1 / norm of a length code.
  float inverse_norm(std::uint8_t code) const { return norms_[code]; }

  // No record has 2^31 tokens: a damaged list that claims so is cut to 31 bits, for the sake of signed
  // conversion.
  static float score(float weight, std::uint32_t frequency, float inverse_norm) {
    return weight * (1 - 1 / (1 + static_cast<float>(static_cast<std::int32_t>(frequency & 0x7FFFFFFFu)) *
                                      inverse_norm));
  }

  // Scores of four ratios frequency / norm.
  using Floats [[gnu::vector_size(16)]] = float;
  static Floats scores(float weight, Floats ratios) { return weight * (1 - 1 / (1 + ratios)); }

  // No posting within the bounds scores more.
  float bound(float weight, const Bounds& bounds) const {
    float ratio = 0;
    for (const Bounds::Pair& pair : bounds.pairs) {
      if (pair.frequency == 255) return weight;
      ratio = std::max(ratio, pair.frequency * norms_[pair.length_code]);
    }
    return weight * (1 - 1 / (1 + ratio));
  }

  // As many postings as format::floor_postings score at least this much.
  float floor(float weight, const Floors& floors) const {
    float ratio = 0;
    for (const Floors::Pair& pair : floors.pairs)
      ratio = std::max(ratio, pair.frequency * norms_[pair.length_code]);
    return weight * (1 - 1 / (1 + ratio));
  }

  // A posting that scores more than `least` has frequency * inverse_norm above this. Rounded down.
  static float least_ratio(float weight, double least) {
    const double share = least / weight * (1 - 1e-6) - 5e-7;
    if (!(share > 0)) return -1;
    return share < 1 ? static_cast<float>(share / (1 - share) * (1 - 1e-6))
                     : std::numeric_limits<float>::infinity();
  }

 private:
  double records_;
  std::array<float, 256> norms_;
};

}  // namespace corpack
