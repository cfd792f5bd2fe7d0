// All indexed fields of a dataset: the text, and others ascending by field.
//
// Lifetime: views into the dataset. Errors: FormatError when a block is damaged. Complexity: opening touches
// a few pages of each field's blocks; a look-up is a binary search. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <corpack/field_index.hpp>
#include <corpack/info.hpp>
#include <corpack/mapping.hpp>

namespace corpack {

// Blocks of an inverted table, in key order, that belong to a field: the high half of their key.
inline std::vector<Block> blocks_of_field(const std::vector<Block>& blocks, std::uint32_t field) {
  const auto first = std::partition_point(blocks.begin(), blocks.end(),
                                          [&](const Block& block) { return block.key >> 32 < field; });
  const auto last =
      std::partition_point(first, blocks.end(), [&](const Block& block) { return block.key >> 32 == field; });
  return {first, last};
}

class FieldIndexes {
 public:
  FieldIndexes(const Mapping& mapping, const Info& info, std::uint32_t records) {
    const auto lengths = mapping.blocks(format::tables::lengths);
    const auto terms = mapping.blocks(format::tables::terms);
    const auto postings = mapping.blocks(format::tables::postings);
    const auto positions = mapping.blocks(format::tables::positions);
    const auto bitmaps = mapping.blocks(format::tables::bitmaps);
    const auto open = [&](const IndexInfo& totals) {
      const std::uint32_t field = totals.field;
      const FieldBlocks blocks{blocks_of_field(lengths, field), blocks_of_field(terms, field),
                               blocks_of_field(postings, field), blocks_of_field(positions, field),
                               blocks_of_field(bitmaps, field)};
      return FieldIndex{blocks, totals, records, mapping.file_bytes()};
    };
    text_ = open(info.index());
    std::optional<std::uint32_t> before;
    for (const IndexInfo& totals : info.indexes()) {
      if (totals.field >= std::min(info.fields().size(), format::max_fields) || totals.field <= before)
        throw FormatError("damaged dataset: the indexed fields in 'meta' are wrong");
      before = totals.field;
      if (totals.field == format::text_field) continue;
      others_.push_back(open(totals));
      // It may have no words, but then it has no lists either.
      if (!others_.back().searchable() && (totals.words != 0 || others_.back().lists() != 0))
        throw FormatError("damaged dataset: the index of field '" + std::string{info.field(totals.field)} +
                          "' has not all of its tables");
    }
  }

  // The text, first for the sake of those who search nothing else.
  const FieldIndex& text() const { return text_; }
  // Number 0 is the text's.
  const FieldIndex& operator[](std::uint32_t number) const {
    return number == 0 ? text_ : others_[number - 1];
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(others_.size()) + 1; }

  // Number of a field's index. Absent: the field is not indexed.
  std::optional<std::uint32_t> of_field(std::uint32_t field) const {
    if (field == format::text_field) return 0;
    const auto found = std::lower_bound(others_.begin(), others_.end(), field,
                                        [](const FieldIndex& a, std::uint32_t b) { return a.field() < b; });
    if (found == others_.end() || found->field() != field) return std::nullopt;
    return static_cast<std::uint32_t>(found - others_.begin()) + 1;
  }

 private:
  FieldIndex text_;
  std::vector<FieldIndex> others_;
};

}  // namespace corpack
