#include "encode/record_blocks.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <corpack/error.hpp>
#include <corpack/number.hpp>

namespace corpack {

RecordBlocks::RecordBlocks(Store& store, IdTable& ids)
    : store_(store), ids_(ids), builder_(format::block_target_bytes + format::block_target_bytes / 8) {}

RecordBlocks::Column& RecordBlocks::column(std::uint32_t field, bool in_text) {
  for (Column& column : columns_)
    if (column.field == field && column.spans.empty() != in_text) return column;
  columns_.push_back({field, {}, {}, {}, {}});
  return columns_.back();
}

void RecordBlocks::add(const NewRecord& record, const std::vector<NewField>& fields) {
  // What a record adds besides its strings: columns, offsets, padding.
  constexpr std::uint64_t overhead_bytes = 64;
  std::uint64_t bytes = record.text.size() + record.key.value_or(std::string_view{}).size() + overhead_bytes;
  for (const NewField& field : fields) bytes += overhead_bytes + (field.in_text ? 0 : field.value.size());
  // Half of what a block may hold, so that its columns always fit.
  if (bytes > format::block_max_bytes / 2)
    throw Error("record " + std::to_string(records()) + " has " + std::to_string(bytes) +
                " bytes; the format holds records of at most " + std::to_string(format::block_max_bytes / 2));
  const auto row = static_cast<std::uint32_t>(rows_.size());
  ids_.add(record.hash, records());
  String key;
  for (const NewField& field : fields) {
    Column& into = column(field.field, field.in_text);
    add_number(into, field.value);
    into.rows.push_back(row);
    if (field.in_text)
      into.spans.emplace_back(static_cast<std::uint32_t>(field.value.data() - record.text.data()),
                              static_cast<std::uint32_t>(field.value.size()));
    else
      into.values.push_back(builder_.CreateString(field.value.data(), field.value.size()));
  }
  if (record.key) key = builder_.CreateString(record.key->data(), record.key->size());
  const String text = builder_.CreateString(record.text.data(), record.text.size());
  rows_.push_back({record.hash, text, key});
  lines_.push_back(record.line);
  text_bytes_ += record.text.size();
  if (builder_.GetSize() >= format::block_target_bytes) finish_block();
}

// Of the value of the column's next row.
void RecordBlocks::add_number(Column& column, std::string_view value) {
  const std::optional<double> number = parse_number(value);
  if (!number) return;
  column.numbers.resize(column.rows.size(), std::numeric_limits<double>::quiet_NaN());
  column.numbers.push_back(*number);
  if (has_numbers_.size() <= column.field) has_numbers_.resize(column.field + std::size_t{1});
  has_numbers_[column.field] = true;
}

flatbuffers::Offset<format::Column> RecordBlocks::finish_column(Column& column) {
  const bool dense = column.rows.size() == rows_.size();
  const auto rows = dense ? 0 : builder_.CreateVector(column.rows);
  const auto values = column.values.empty() ? 0 : builder_.CreateVector(column.values);
  const auto spans = column.spans.empty() ? 0 : builder_.CreateVectorOfStructs(column.spans);
  if (!column.numbers.empty())
    column.numbers.resize(column.rows.size(), std::numeric_limits<double>::quiet_NaN());
  const auto numbers = column.numbers.empty() ? 0 : builder_.CreateVector(column.numbers);
  return format::CreateColumn(builder_, column.field, rows, values, spans, numbers);
}

void RecordBlocks::finish_block() {
  if (rows_.empty()) return;
  std::sort(columns_.begin(), columns_.end(), [](const Column& a, const Column& b) {
    return a.field != b.field ? a.field < b.field : a.spans.empty() && !b.spans.empty();
  });
  std::vector<flatbuffers::Offset<format::Column>> columns;
  for (Column& each : columns_) columns.push_back(finish_column(each));
  Column keys{};
  std::vector<String> texts;
  for (std::uint32_t row = 0; row < rows_.size(); ++row) {
    texts.push_back(rows_[row].text);
    if (rows_[row].key.IsNull()) continue;
    keys.rows.push_back(row);
    keys.values.push_back(rows_[row].key);
  }
  const auto keys_at = keys.rows.empty() ? 0 : finish_column(keys);
  const auto columns_at = columns.empty() ? 0 : builder_.CreateVector(columns);
  const auto lines_at = builder_.CreateVector(lines_);
  const auto texts_at = builder_.CreateVector(texts);
  format::FinishRecordsBuffer(
      builder_, format::CreateRecords(builder_, first_, texts_at, lines_at, keys_at, columns_at));

  // A FlatBuffers offset counts from the end of the buffer, the id directory's from its start.
  for (std::uint32_t row = 0; row < rows_.size(); ++row)
    ids_.set_offset(rows_[row].hash, first_ + row, builder_.GetSize() - rows_[row].text.o);
  const std::uint32_t last = records() - 1;
  store_.put(format::tables::records, last, builder_);
  last_ordinals_.push_back(last);
  first_ = last + 1;
  // After a large record its memory is given back.
  if (builder_.GetSize() > 4 * format::block_target_bytes)
    builder_.Reset();
  else
    builder_.Clear();
  rows_.clear();
  lines_.clear();
  columns_.clear();
}

void RecordBlocks::finish() {
  finish_block();
  builder_.Reset();
}

std::string_view RecordBlocks::string_in_block(String string) const {
  const std::uint8_t* at = builder_.GetCurrentBufferPointer() + (builder_.GetSize() - string.o);
  std::uint32_t size;
  std::memcpy(&size, at, sizeof size);
  return {reinterpret_cast<const char*>(at) + sizeof size, size};
}

bool RecordBlocks::key_is(std::uint32_t ordinal, std::string_view key) {
  if (ordinal >= first_) {
    const Row& row = rows_[ordinal - first_];
    return string_in_block(row.key.IsNull() ? row.text : row.key) == key;
  }
  const RecordBlock block = stored_block(ordinal);
  return Record{nullptr, &block, ordinal, string_at(block.block, block.texts, ordinal - block.first)}.key() ==
         key;
}

std::uint32_t RecordBlocks::line(std::uint32_t ordinal) {
  if (ordinal >= first_) return lines_[ordinal - first_];
  const RecordBlock block = stored_block(ordinal);
  return Record{nullptr, &block, ordinal, {}}.line();
}

RecordBlock RecordBlocks::stored_block(std::uint32_t ordinal) {
  const std::uint32_t last = *std::lower_bound(last_ordinals_.begin(), last_ordinals_.end(), ordinal);
  const std::string_view bytes = store_.get(format::tables::records, last);
  return RecordBlock{Block{reinterpret_cast<const std::uint8_t*>(bytes.data()),
                           static_cast<std::uint32_t>(bytes.size()), format::tables::records, last}};
}

}  // namespace corpack
