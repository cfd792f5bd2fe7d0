#include "dump/dataset_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unordered_set>

#include <sys/mman.h>
#include <unistd.h>

#include <corpack/file_checksum.hpp>
#include <corpack/pages.hpp>

#include "dump/exact_growth.hpp"
#include "dump/named_damage.hpp"
#include "dump/texts_apart.hpp"

namespace corpack {

namespace {

// Gives the memory of bytes that were read back to the system, which would keep all of a large file instead.
void release(std::string_view bytes) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(bytes.data()) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(bytes.data()) + bytes.size()) / page * page;
  // Advice only: they are read again from the file where they are needed.
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

}  // namespace

bool begins_dataset(std::string_view opening) {
  // Both of LMDB's first pages begin with a head of 16 bytes.
  constexpr std::size_t magic_at = 16;
  std::uint32_t magic = 0;
  if (opening.size() < magic_at + sizeof magic) return false;
  std::memcpy(&magic, opening.data() + magic_at, sizeof magic);
  return magic == pages::magic;
}

bool is_dataset_input(const std::string& path) {
  // Looking into a pipe would take its bytes away.
  std::error_code ignored;
  if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return false;
  if (path.ends_with(".corpack")) return true;
  std::ifstream file{path, std::ios::binary};
  std::array<char, 20> opening{};
  file.read(opening.data(), opening.size());
  return begins_dataset({opening.data(), static_cast<std::size_t>(file.gcount())});
}

std::uint64_t record_bytes(const Dataset& dataset) {
  std::uint64_t bytes = 0;
  for (const Block& block : dataset.blocks(format::tables::records)) bytes += block.size;
  return bytes;
}

DatasetReader::DatasetReader(const Dataset& dataset, std::uint32_t first_source, FieldNames& names,
                             std::size_t batch_bytes)
    : dataset_{dataset}, first_source_{first_source}, batch_bytes_{batch_bytes} {
  naming(dataset_, [&] {
    check_bytes();
    check_texts_apart(dataset_);
    check_sources();
    number_fields(names);
    for (const Block& block : dataset_.blocks(format::tables::records)) blocks_.emplace_back(block);
  });
}

void DatasetReader::check_bytes() const {
  const Info& info = dataset_.info();
  const std::string_view file = dataset_.bytes();
  const auto slot =
      static_cast<std::uint64_t>(reinterpret_cast<const char*>(info.file_sum_address()) - file.data());
  if (info.file_bytes() != dataset_.file_bytes() || file_checksum(file, slot) != info.file_checksum())
    throw FormatError{"damaged dataset: its checksum is wrong; `corpack verify` says where"};
  release(file);
}

void DatasetReader::check_sources() const {
  std::uint64_t next = 0;
  for (const Source& source : dataset_.info().sources()) {
    if (source.first_ordinal != next)
      throw FormatError{"damaged dataset: its sources do not follow each other"};
    next += source.records;
  }
  if (next != dataset_.size()) throw FormatError{"damaged dataset: its sources do not own all records"};
}

void DatasetReader::number_fields(FieldNames& names) {
  std::unordered_set<std::string_view> used;
  for (const std::string_view name : dataset_.info().fields()) {
    if (used.empty() && name != "text") throw FormatError{"damaged dataset: field 0 is not 'text'"};
    if (!used.insert(name).second) throw FormatError{"damaged dataset: two fields have one name"};
    try {
      numbers_.push_back(names.number(name));
    } catch (const TooManyFields& error) {
      throw Error{dataset_.path().string() + ": " + error.what()};
    }
  }
}

std::optional<std::string> DatasetReader::title() const {
  const auto title = naming(dataset_, [&] { return dataset_.info().title(); });
  return title ? std::optional<std::string>{*title} : std::nullopt;
}

bool DatasetReader::read(RecordBatch& batch) {
  batch.clear();
  return naming(dataset_, [&] { return read_some(batch); });
}

bool DatasetReader::read_some(RecordBatch& batch) {
  if (ordinal_ == dataset_.size()) return false;
  const Info& info = dataset_.info();
  std::uint64_t source_end = 0;
  for (;; ++source_) {
    const Source source = info.source(source_);
    source_end = std::uint64_t{source.first_ordinal} + source.records;
    if (source_end > ordinal_) break;
  }
  batch.source = first_source_ + source_;
  while (ordinal_ < source_end && batch.bytes.size() < batch_bytes_) {
    if (block_ == nullptr || ordinal_ - block_->first == block_->texts.count) open_block();
    // A block of more than twice its usual size holds a record, with its fields, of more than that.
    constexpr std::size_t usual_bytes = 2 * format::block_target_bytes;
    if (dataset_.at(ordinal_).text().size() > allowed_bytes_ ||
        block_->block.size > std::max(allowed_bytes_, usual_bytes))
      break;
    add_record(batch);
    ++ordinal_;
  }
  return true;
}

void DatasetReader::open_block() {
  if (block_ != nullptr) release({reinterpret_cast<const char*>(block_->block.data), block_->block.size});
  block_ = &blocks_[next_block_++];
  bytes_read_ += block_->block.size;
  columns_.clear();
  queue_.clear();
  const FlatTable root = block_->root();
  for (std::uint32_t i = 0; i < block_->columns.count; ++i) open_column(root.table_at(block_->columns, i));
}

void DatasetReader::open_column(const FlatTable& table) {
  using C = format::Column;
  Column column;
  const auto field = table.scalar<std::uint32_t>(C::VT_FIELD);
  if (field >= numbers_.size()) block_->block.fail("a column's field is not there");
  column.field = numbers_[field];
  column.is_dense = !table.has(C::VT_ROWS);
  column.rows = table.span<std::uint32_t>(C::VT_ROWS);
  column.values = table.vector<std::uint32_t>(C::VT_VALUES);
  column.spans = table.span<format::Span>(C::VT_SPANS);
  column.count = column.is_dense ? block_->texts.count : static_cast<std::uint32_t>(column.rows.size());
  if (column.count == 0) return;
  if (column.values.count != (column.spans.empty() ? column.count : 0) ||
      (!column.spans.empty() && column.spans.size() != column.count))
    block_->block.fail("a column has not one value for each of its rows");
  columns_.push_back(column);
  advance(static_cast<std::uint32_t>(columns_.size()) - 1);
}

bool DatasetReader::later(std::uint32_t a, std::uint32_t b) const {
  const std::uint32_t row_a = columns_[a].row();
  const std::uint32_t row_b = columns_[b].row();
  return row_a != row_b ? row_a > row_b : columns_[a].field > columns_[b].field;
}

// Puts a column back into the queue, unless it is at its end.
void DatasetReader::advance(std::uint32_t index) {
  const Column& column = columns_[index];
  if (column.next == column.count) return;
  if (column.row() >= block_->texts.count) block_->block.fail("a column's rows are wrong");
  queue_.push_back(index);
  std::push_heap(queue_.begin(), queue_.end(), [this](auto a, auto b) { return later(a, b); });
}

void DatasetReader::add_record(RecordBatch& batch) {
  const Record record = dataset_.at(ordinal_);
  RawRecord raw;
  raw.line = record.line();
  raw.text = {batch.bytes.size(), record.text().size()};
  make_room(batch.bytes, record.text().size());
  batch.bytes += record.text();
  if (record.has_own_key()) {
    const std::string_view key = record.key();
    raw.key = Slice{batch.bytes.size(), key.size()};
    batch.bytes += key;
  }
  raw.first_field = static_cast<std::uint32_t>(batch.fields.size());
  add_fields(batch, record.text(), raw.text.begin);
  raw.fields = static_cast<std::uint32_t>(batch.fields.size()) - raw.first_field;
  batch.records.push_back(raw);
}

void DatasetReader::add_fields(RecordBatch& batch, std::string_view text, std::size_t text_begin) {
  const std::uint32_t row = ordinal_ - block_->first;
  const std::size_t first = batch.fields.size();
  while (!queue_.empty() && columns_[queue_.front()].row() <= row) {
    std::pop_heap(queue_.begin(), queue_.end(), [this](auto a, auto b) { return later(a, b); });
    const std::uint32_t index = queue_.back();
    queue_.pop_back();
    Column& column = columns_[index];
    if (column.row() < row) block_->block.fail("a column's rows are wrong");
    const bool is_new = batch.fields.size() == first || batch.fields.back().field != column.field;
    if (!is_new) block_->block.fail("a record has a field twice");
    const std::string_view value = value_of(column, text);
    if (column.spans.empty()) {
      batch.fields.push_back({column.field, {batch.bytes.size(), value.size()}, false});
      make_room(batch.bytes, value.size());
      batch.bytes += value;
    } else {
      const auto offset = static_cast<std::size_t>(value.data() - text.data());
      batch.fields.push_back({column.field, {text_begin + offset, value.size()}, true});
    }
    ++column.next;
    advance(index);
  }
}

std::string_view DatasetReader::value_of(const Column& column, std::string_view text) const {
  if (column.spans.empty()) return string_at(block_->block, column.values, column.next);
  const format::Span& span = column.spans[column.next];
  if (span.begin() > text.size() || span.length() > text.size() - span.begin())
    block_->block.fail("a field lies outside its text");
  return text.substr(span.begin(), span.length());
}

}  // namespace corpack
