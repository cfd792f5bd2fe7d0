// One record of a dataset: a few words that point into the file. Cheap to copy.
//
// Lifetime: its views live as long as the Dataset. Errors: FormatError when the block is damaged.
// Complexity: text() and ordinal() are stored; the others are constant work, but id() hashes the key and
// source() is a binary search. Thread-safe (read-only).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <corpack/block.hpp>
#include <corpack/id.hpp>
#include <corpack/info.hpp>

namespace corpack {

// A named value of a record, besides its text.
struct FieldValue {
  std::string_view name;
  std::string_view value;
  std::uint32_t field = 0;  // number
};

// A block of table `records`, with the extents that were checked when the dataset was opened.
struct RecordBlock {
  Block block;
  std::uint32_t first = 0;
  VectorExtent texts;
  VectorExtent lines;
  VectorExtent columns;
  bool has_keys = false;

  explicit RecordBlock(const Block& bytes) : block(bytes) {
    const FlatTable table = root();
    first = table.scalar<std::uint32_t>(format::Records::VT_FIRST);
    texts = table.vector<std::uint32_t>(format::Records::VT_TEXTS);
    lines = table.vector<std::uint32_t>(format::Records::VT_LINES);
    columns = table.vector<std::uint32_t>(format::Records::VT_COLUMNS);
    has_keys = table.has(format::Records::VT_KEYS);
    if (texts.count == 0) block.fail("it has no records");
    if (lines.count != texts.count) block.fail("its columns differ in length");
  }

  FlatTable root() const { return FlatTable::root(block, format::RecordsIdentifier()); }
};

class Record {
 public:
  Record(const Info* info, const RecordBlock* block, std::uint32_t ordinal, std::string_view text)
      : info_(info), block_(block), text_(text), ordinal_(ordinal) {}

  // The record's text, as it stood in the dump.
  std::string_view text() const noexcept { return text_; }
  // Place of the record in the dataset, from 0, in input order.
  std::uint32_t ordinal() const noexcept { return ordinal_; }
  // The record's own key where it has one, else its text.
  std::string_view key() const {
    if (!block_->has_keys) return text_;
    return value(block_->root().table(format::Records::VT_KEYS)).value_or(text_);
  }
  // Whether the key is something else than the text.
  bool has_own_key() const {
    return block_->has_keys && value(block_->root().table(format::Records::VT_KEYS)).has_value();
  }
  Id id() const { return Id::of(key()); }
  Source source() const { return info_->source_of(ordinal_); }
  // 1-based line of the source where the record starts; 0: unknown.
  std::uint32_t line() const {
    return block_->block.load<std::uint32_t>(block_->lines.position + 4 * (ordinal_ - block_->first));
  }

  // The value of a field besides the text.
  std::optional<std::string_view> field(std::string_view name) const {
    const FlatTable root = block_->root();
    for (std::uint32_t i = 0; i < block_->columns.count; ++i) {
      const FlatTable column = root.table_at(block_->columns, i);
      if (field_name(column) != name) continue;
      if (const auto found = value(column)) return found;
    }
    return std::nullopt;
  }

  // All fields besides the text that the record has, in the order of their numbers.
  std::vector<FieldValue> fields() const {
    std::vector<FieldValue> fields;
    const FlatTable root = block_->root();
    for (std::uint32_t i = 0; i < block_->columns.count; ++i) {
      const FlatTable column = root.table_at(block_->columns, i);
      if (const auto found = value(column))
        fields.push_back(
            {field_name(column), *found, column.scalar<std::uint32_t>(format::Column::VT_FIELD)});
    }
    return fields;
  }

  // The record's value in a column of its block, for those who walk through columns.
  std::optional<std::string_view> value(const FlatTable& column) const {
    std::uint32_t place = ordinal_ - block_->first;
    if (column.has(format::Column::VT_ROWS)) {
      const auto rows = column.span<std::uint32_t>(format::Column::VT_ROWS);
      const auto found = std::lower_bound(rows.begin(), rows.end(), place);
      if (found == rows.end() || *found != place) return std::nullopt;
      place = static_cast<std::uint32_t>(found - rows.begin());
    }
    if (column.has(format::Column::VT_VALUES)) {
      const VectorExtent values = column.vector<std::uint32_t>(format::Column::VT_VALUES);
      if (place >= values.count) block_->block.fail("a column is too short");
      return string_at(block_->block, values, place);
    }
    const auto spans = column.span<format::Span>(format::Column::VT_SPANS);
    if (place >= spans.size()) block_->block.fail("a column is too short");
    const format::Span span = spans[place];
    if (span.begin() > text_.size() || span.length() > text_.size() - span.begin())
      block_->block.fail("a field lies outside its text");
    return text_.substr(span.begin(), span.length());
  }

 private:
  std::string_view field_name(const FlatTable& column) const {
    const std::uint32_t number = column.scalar<std::uint32_t>(format::Column::VT_FIELD);
    if (number >= info_->fields().size()) block_->block.fail("a column's field is not there");
    return info_->field(number);
  }

  const Info* info_;
  const RecordBlock* block_;
  std::string_view text_;
  std::uint32_t ordinal_;
};

}  // namespace corpack
