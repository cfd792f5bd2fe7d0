// The gathered lists, field by field: the text's, then those of each indexed field with tokens, by number.
//
// Lifetime: refers to the Gatherer. Requirements: the Gatherer has finished gathering. Errors: those of
// RunFile. Complexity: take_lengths() is linear in the field's records. Thread safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <corpack/lengths.hpp>

#include "encode/large_parts.hpp"
#include "encode/posting_columns.hpp"
#include "index/field_terms.hpp"
#include "index/gatherer.hpp"

namespace corpack {

// Of all records, in one field.
struct FieldLengths {
  std::vector<std::uint8_t> codes;  // by ordinal; none: no record has a token
  std::uint64_t tokens = 0;
  std::uint64_t records = 0;  // with tokens
};

class GatheredFields {
 public:
  explicit GatheredFields(Gatherer& gatherer) : gatherer_(gatherer) {}

  // The next list, as long as it is one of this field. Null: there is none.
  const GatheredList* peek(std::uint32_t field) {
    if (!next_ && !at_end_) at_end_ = !gatherer_.next(next_.emplace());
    if (at_end_ || field_of_term(next_->term) != field) return nullptr;
    return &*next_;
  }
  // REQUIRES: peek() gave it.
  GatheredList take() { return *std::exchange(next_, std::nullopt); }

  // Takes the list of a field's lengths. REQUIRES: the lists of the fields before were taken.
  FieldLengths take_lengths(std::uint32_t field, std::size_t records) {
    FieldLengths lengths;
    if (peek(field) == nullptr) return lengths;
    const GatheredList list = take();
    lengths.codes.resize(records);
    if (list.is_large) {
      LargeParts parts{gatherer_};
      while (parts.next()) add_part(parts, lengths);
    } else {
      for (const std::string& bytes : list.parts) {
        PartInMemory part{bytes};
        add_part(part, lengths);
      }
    }
    return lengths;
  }

 private:
  // A record's tokens may come in several postings.
  template <class Part>
  void add_part(Part& part, FieldLengths& lengths) {
    constexpr std::size_t at_once = 1024;
    PostingColumns columns;
    const auto flush = [&] {
      for (std::size_t i = 0; i < columns.ordinals.size(); ++i)
        lengths.codes[columns.ordinals[i]] = length_code(columns.frequencies[i]);
      for (const std::uint32_t tokens : columns.frequencies) lengths.tokens += tokens;
      lengths.records += columns.ordinals.size();
      columns.clear();
    };
    unpack_part(part, false, columns, at_once, flush);
    flush();
  }

  Gatherer& gatherer_;
  std::optional<GatheredList> next_;
  bool at_end_ = false;
};

}  // namespace corpack
