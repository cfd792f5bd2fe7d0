// A dataset's records in the order of their ids, which is the order that B-trees are filled in best.
// Errors: FormatError when the dataset is damaged. Complexity: a sort. Thread-safe (a pure function).
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <corpack/dataset.hpp>

namespace corpack::bench {

inline std::vector<std::pair<Id, std::uint32_t>> ordinals_by_id(const Dataset& dataset) {
  std::vector<std::pair<Id, std::uint32_t>> ordinals;
  ordinals.reserve(dataset.size());
  for (const Record& record : dataset) ordinals.emplace_back(record.id(), record.ordinal());
  std::sort(ordinals.begin(), ordinals.end());
  return ordinals;
}

}  // namespace corpack::bench
