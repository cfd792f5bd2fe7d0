// Which records two datasets have in common, told by their keys.
//
// Both id directories are walked side by side, so nothing grows with the datasets but what the caller keeps.
// Lifetime: refers to nothing once it returns; records live as long as their datasets. Requirements: none.
// Errors: FormatError that names the dataset that is damaged. Complexity: linear, each pair of records is
// compared once. Thread-safe.
#pragma once

#include <functional>
#include <optional>

#include <corpack/dataset.hpp>

namespace corpack {

// A key of either dataset; at least one of the records is there.
struct DiffEntry {
  std::optional<Record> before;
  std::optional<Record> after;
  bool is_changed = false;  // both are there, and their texts or fields differ
};

// Calls `sink` once for each key, ascending by id, then by key.
void diff_datasets(const Dataset& before, const Dataset& after,
                   const std::function<void(const DiffEntry&)>& sink);

}  // namespace corpack
