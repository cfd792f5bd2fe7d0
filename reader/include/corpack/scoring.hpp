// What scoring a posting needs to know of the dataset: BM25 and each record's length.
// Lifetime: the Dataset must outlive it. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include <corpack/bm25.hpp>
#include <corpack/dataset.hpp>

namespace corpack {

// Length code of any record. Ordinals of a damaged posting list may be any number: they have length 0.
class LengthCodes {
 public:
  explicit LengthCodes(const FieldIndex& index)
      : pieces_(index.length_codes()),
        records_(index.records()),
        first_piece_(std::min(records_, format::lengths_per_block)) {}
  std::uint8_t operator[](std::uint32_t ordinal) const {
    if (ordinal < first_piece_) return pieces_[0][ordinal];
    if (ordinal >= records_) return 0;
    return pieces_[ordinal / format::lengths_per_block][ordinal % format::lengths_per_block];
  }

 private:
  std::span<const std::span<const std::uint8_t>> pieces_;
  std::uint32_t records_;
  std::uint32_t first_piece_;
};

struct Scoring {
  using Floats = Bm25::Floats;

  Bm25 bm25;
  LengthCodes lengths;

  float score(float weight, std::uint32_t frequency, std::uint32_t ordinal) const {
    return Bm25::score(weight, frequency, bm25.inverse_norm(lengths[ordinal]));
  }

  // What a score grows with: frequency over norm. Bm25::least_ratio() is the bound for it.
  float ratio(std::uint32_t frequency, std::uint32_t ordinal) const {
    return static_cast<float>(static_cast<std::int32_t>(frequency & 0x7FFFFFFFu)) *
           bm25.inverse_norm(lengths[ordinal]);
  }

  // The least frequency that is over the ratio in a record of at least this length code.
  std::uint32_t least_frequency(float ratio, std::uint8_t shortest) const {
    const float least = ratio / bm25.inverse_norm(shortest) * (1 - 1e-6F);
    if (!(least > 0)) return 0;
    return least < 1e9F ? static_cast<std::uint32_t>(least) : 1000000000u;
  }

  // Scores of up to 128 postings, four at a time. REQUIRES: every array has room for 128; what stands
  // behind `count` is not read as a result.
  void score_all(float weight, std::uint32_t count, const std::uint32_t* ordinals,
                 const std::uint32_t* frequencies, float* scores) const {
    using Integers [[gnu::vector_size(16)]] = std::int32_t;
    for (std::uint32_t i = 0; i < count; ++i) scores[i] = bm25.inverse_norm(lengths[ordinals[i]]);
    for (std::uint32_t i = 0; i < count; i += 4) {
      Floats norms;
      Integers found;
      std::memcpy(&norms, scores + i, sizeof norms);
      std::memcpy(&found, frequencies + i, sizeof found);
      const Floats result = Bm25::scores(weight, __builtin_convertvector(found & 0x7FFFFFFF, Floats) * norms);
      std::memcpy(scores + i, &result, sizeof result);
    }
  }
};

// The scoring of each indexed field, made when it is first asked for. Not thread-safe.
class FieldScorings {
 public:
  explicit FieldScorings(const Dataset& dataset) : dataset_(&dataset), scorings_(dataset.indexes()) {}

  // For what is asked for from now on.
  void use(Bm25Parameters parameters) {
    if (parameters == parameters_) return;
    for (std::unique_ptr<Scoring>& scoring : scorings_) scoring.reset();
    parameters_ = parameters;
  }

  // Of the field with this index. Lifetime: until other parameters are used.
  const Scoring& of(std::uint32_t index) {
    std::unique_ptr<Scoring>& scoring = scorings_[index];
    if (!scoring) {
      const FieldIndex& field = dataset_->index(index);
      scoring.reset(new Scoring{Bm25{field.totals(), parameters_}, LengthCodes{field}});
    }
    return *scoring;
  }

 private:
  const Dataset* dataset_;
  Bm25Parameters parameters_;
  std::vector<std::unique_ptr<Scoring>> scorings_;
};

}  // namespace corpack
