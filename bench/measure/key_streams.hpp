// The keys that look-ups are asked for: records of a dataset in random order, and ids that no record has. The
// same dataset and seed give the same streams on every machine.
//
// Lifetime: own their memory; keys are copies, since nobody asks with a view into the file. Errors: Error
// where memory is short. Complexity: linear. Thread-safe once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/dataset.hpp>

namespace corpack::bench {

// Ids as 16 hex digits each, side by side in one array: what every engine is asked with.
class HexKeys {
 public:
  explicit HexKeys(const std::vector<Id>& ids);
  std::size_t size() const { return digits_.size() / Id::digits; }
  // Exactly Id::digits bytes.
  std::string_view operator[](std::size_t index) const {
    return {digits_.data() + index * Id::digits, Id::digits};
  }

 private:
  std::string digits_;
};

// Different records in random order: all, or `most` of them.
std::vector<std::uint32_t> random_ordinals(const Dataset& dataset, std::size_t most, std::mt19937_64& random);

// `count` records: all in random order, then all in another, and so on. A stream must be long, or the
// processor learns by heart which way its branches go.
std::vector<std::uint32_t> ordinal_stream(const Dataset& dataset, std::size_t count, std::mt19937_64& random);

// `count` records, each drawn from the same random hundredth of all.
std::vector<std::uint32_t> hot_ordinals(const Dataset& dataset, std::size_t count, std::mt19937_64& random);

std::vector<Id> ids_of(const Dataset& dataset, const std::vector<std::uint32_t>& ordinals);

// Copies of the records' keys, `most_bytes` of them at most but one key at least.
std::vector<std::string> keys_of(const Dataset& dataset, const std::vector<std::uint32_t>& ordinals,
                                 std::size_t most_bytes);

// Ids that no record has.
std::vector<Id> absent_ids(const Dataset& dataset, std::size_t count, std::mt19937_64& random);

}  // namespace corpack::bench
