// Which fields are indexed besides the text. It is decided by name, when a field is first met, since dumps
// are read only once.
//
// Lifetime: refers to the FieldNames. Requirements: none. Errors: those of Dataset when a dataset is damaged;
// Error for more than max_indexed fields. Complexity: a few comparisons for each value, of names only for a
// field's first. Thread safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <corpack/dataset.hpp>

#include "dump/field_names.hpp"

namespace corpack {

class IndexedFields {
 public:
  // A field takes a byte a record, and some pages: without being asked for, not more of them are indexed.
  static constexpr std::size_t max_by_default = 64;
  // Each has a block of its own in a table, and so has the text.
  static constexpr std::size_t max_indexed = format::free_blocks - 1;

  // `asked`: the names, in any case of A to Z; absent: a field of the datasets is indexed where one of them
  // has it so, others where they are no part of the text, and `title` in any case.
  IndexedFields(std::optional<std::vector<std::string>> asked, const std::vector<const Dataset*>& datasets,
                const FieldNames& names);

  // Whether the field of a value is indexed. `in_text`: the value is a part of its record's text.
  bool meet(std::uint32_t field, bool in_text) {
    if (field >= states_.size() || states_[field] == State::unknown) decide(field, in_text);
    return states_[field] == State::indexed;
  }

  // Ascending, without the text.
  std::vector<std::uint32_t> numbers() const;

  // How many are not indexed since there are max_by_default.
  std::size_t left_out() const { return by_default_ - std::min(by_default_, max_by_default); }

  // Names that were asked for and that no record has.
  std::vector<std::string> missing() const;

 private:
  enum class State : std::uint8_t { unknown, indexed, not_indexed };

  void decide(std::uint32_t field, bool in_text);
  bool is_indexed(const std::string& name, bool in_text);

  std::optional<std::vector<std::string>> asked_;
  std::unordered_map<std::string, bool> of_datasets_;  // whether one of them indexes the field
  const FieldNames& names_;
  std::vector<State> states_;   // by field
  std::size_t by_default_ = 0;  // how many would be indexed by default, were there no limit
  std::size_t indexed_ = 0;
};

}  // namespace corpack
