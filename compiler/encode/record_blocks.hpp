// Writes table `records`: records go in by ordinal, blocks of columns come out (schema/records.fbs).
//
// Errors: corpack::Error when one record is too large for a block. Thread safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <flatbuffers/flatbuffers.h>

#include <corpack/record.hpp>

#include "dump/record_batch.hpp"
#include "index/id_table.hpp"
#include "write/store.hpp"

namespace corpack {

// A record as the dump had it. The views need to live only during the call.
struct NewRecord {
  std::uint64_t hash = 0;  // of the key
  std::string_view text;
  std::optional<std::string_view> key;  // where it differs from the text
  std::uint32_t line = 0;
};

// A field of a record: a value, or a part of the record's text.
struct NewField {
  std::uint32_t field = 0;
  std::string_view value;
  bool in_text = false;
};

class RecordBlocks {
 public:
  // `ids` learns where each text lies.
  RecordBlocks(Store& store, IdTable& ids);

  // Adds the record with the next ordinal.
  void add(const NewRecord& record, const std::vector<NewField>& fields);

  // Writes the last block.
  void finish();

  // Whether the record of this ordinal has this key.
  bool key_is(std::uint32_t ordinal, std::string_view key);

  // Where the record of this ordinal starts in its source.
  std::uint32_t line(std::uint32_t ordinal);

  std::uint32_t records() const { return first_ + static_cast<std::uint32_t>(rows_.size()); }
  std::uint64_t text_bytes() const { return text_bytes_; }
  // Whether a value of the field is a number; fields beyond have none.
  const std::vector<bool>& has_numbers() const { return has_numbers_; }

 private:
  using String = flatbuffers::Offset<flatbuffers::String>;
  struct Row {
    std::uint64_t hash;
    String text;
    String key;  // null: the key is the text
  };
  struct Column {
    std::uint32_t field;
    std::vector<std::uint32_t> rows;
    std::vector<String> values;
    std::vector<format::Span> spans;
    std::vector<double> numbers;  // of the first rows; none: no value so far is a number
  };

  Column& column(std::uint32_t field, bool in_text);
  void add_number(Column& column, std::string_view value);
  flatbuffers::Offset<format::Column> finish_column(Column& column);
  void finish_block();
  std::string_view string_in_block(String string) const;
  RecordBlock stored_block(std::uint32_t ordinal);

  Store& store_;
  IdTable& ids_;
  flatbuffers::FlatBufferBuilder builder_;
  std::uint32_t first_ = 0;  // ordinal of the block's first record
  std::vector<Row> rows_;
  std::vector<std::uint32_t> lines_;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> last_ordinals_;  // of the blocks written
  std::uint64_t text_bytes_ = 0;
  std::vector<bool> has_numbers_;  // by field
};

}  // namespace corpack
