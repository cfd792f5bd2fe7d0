// Full verification of tables `meta`, `records` and `ids`: each invariant that schema/FORMAT.md states of
// them.
//
// Lifetime: refers to the Dataset and the Findings during the call. Errors: what is wrong is added to the
// Findings. Complexity: linear in the dataset, and one bit of memory for each record. Thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <corpack/damage.hpp>
#include <corpack/dataset.hpp>
#include <corpack/number.hpp>

namespace corpack::detail {

// Every block of an inverted table belongs to an indexed field.
inline void verify_block_fields(const Dataset& dataset, const char* table, Findings& findings) {
  std::size_t owned = 0;
  for (std::uint32_t index = 0; index < dataset.indexes(); ++index)
    owned += dataset.blocks(table, dataset.index(index).field()).size();
  if (owned != dataset.blocks(table).size())
    findings.add("table '" + std::string{table} + "': blocks of a field that is not indexed");
}

// Names that lie in one block and differ.
class UniqueNames {
 public:
  // `bytes`: of the block.
  explicit UniqueNames(std::uint64_t bytes) : bytes_left_(bytes) {}

  // False: the name was added before, or shares bytes with others. Of such names a small block may have any
  // number, each of any length.
  bool add(std::string_view name) {
    if (name.size() > bytes_left_) return false;
    bytes_left_ -= name.size();
    return names_.insert(name).second;
  }

 private:
  std::uint64_t bytes_left_;
  std::unordered_set<std::string_view> names_;
};

// Sources own consecutive ranges of ordinals that cover all records; names are unique.
inline void verify_meta(const Dataset& dataset, Findings& findings) {
  const Info& info = dataset.info();
  std::uint64_t next = 0;
  for (const Source& source : info.sources()) {
    if (source.first_ordinal != next)
      findings.add("table 'meta': the sources' records do not follow each other");
    next = std::uint64_t{source.first_ordinal} + source.records;
  }
  if (next != info.records()) findings.add("table 'meta': the sources do not own all records");
  if (info.fields().empty() || info.field(0) != "text") findings.add("table 'meta': field 0 is not 'text'");
  const std::uint64_t bytes = dataset.blocks(format::tables::meta).front().size;
  UniqueNames fields{bytes};
  for (const std::string_view name : info.fields())
    if (!fields.add(name)) {
      findings.add("table 'meta': two fields are named '" + std::string{name.substr(0, 64)} + "'");
      break;
    }
  if (info.fields().size() > format::max_fields) findings.add("table 'meta': it has too many fields");
  for (const char* const table : {format::tables::lengths, format::tables::terms, format::tables::postings,
                                  format::tables::positions, format::tables::bitmaps})
    verify_block_fields(dataset, table, findings);
  UniqueNames keys{bytes};
  for (const Pair& pair : info.pairs())
    if (!keys.add(pair.key)) {
      findings.add("table 'meta': two pairs have the key '" + std::string{pair.key.substr(0, 64)} + "'");
      break;
    }
  static_cast<void>(info.title());
  static_cast<void>(info.analyzer());
}

class RecordsCheck {
 public:
  RecordsCheck(const Dataset& dataset, Findings& findings) : dataset_(dataset), findings_(findings) {}

  // Whether the texts, keys and columns lie apart. Of those that don't, a small file may have any number of
  // bytes: whoever reads all of them would not come to an end.
  bool run() {
    std::uint64_t text_bytes = 0;
    bool apart = true;
    for (const Block& block : dataset_.blocks(format::tables::records)) {
      block_bytes_ = 0;
      findings_.guard([&] { text_bytes += check_block(RecordBlock{block}); });
      if (block_bytes_ <= block.size) continue;
      findings_.add(block.place() + "its texts or columns overlap");
      apart = false;
    }
    const std::uint32_t fields = dataset_.info().fields().size();
    for (std::uint32_t field = 0; apart && field < fields; ++field)
      if (dataset_.info().has_numbers(field) != (has_numbers_.count(field) != 0))
        findings_.add("table 'meta': whether field " + std::to_string(field) + " has numbers is wrong");
    if (text_bytes != dataset_.info().text_bytes())
      findings_.add("table 'records': the texts have " + std::to_string(text_bytes) + " bytes, 'meta' says " +
                    std::to_string(dataset_.info().text_bytes()));
    return apart;
  }

 private:
  std::uint64_t check_block(const RecordBlock& block) {
    std::uint64_t bytes = 0;
    for (std::uint32_t row = 0; row < block.texts.count; ++row)
      bytes += string_at(block.block, block.texts, row).size();
    block_bytes_ += bytes;
    if (block_bytes_ > block.block.size) return bytes;
    const FlatTable root = block.root();
    if (block.has_keys) {
      const FlatTable keys = root.table(format::Records::VT_KEYS);
      check_column(block, keys);
      if (!keys.has(format::Column::VT_VALUES)) findings_.add(block.block.place() + "keys are no values");
      if (block_bytes_ > block.block.size) return bytes;
      check_keys(block, keys);
    }
    std::uint32_t field_before = 0;
    bool spans_before = false;
    for (std::uint32_t i = 0; i < block.columns.count; ++i) {
      const FlatTable column = root.table_at(block.columns, i);
      const std::uint32_t field = column.scalar<std::uint32_t>(format::Column::VT_FIELD);
      const bool spans = column.has(format::Column::VT_SPANS);
      if (field >= dataset_.info().fields().size())
        findings_.add(block.block.place() + "a column's field is not there");
      if (i > 0 && (field < field_before || (field == field_before && (spans_before || !spans))))
        return findings_.add(block.block.place() + "its columns are out of order"), bytes;
      if (i > 0 && field == field_before) check_apart(block, root.table_at(block.columns, i - 1), column);
      field_before = field;
      spans_before = spans;
      check_column(block, column);
      if (block_bytes_ > block.block.size) break;
      check_numbers(block, column);
    }
    return bytes;
  }

  // Rows ascend and are rows of the block; each has a value, which lies inside.
  void check_column(const RecordBlock& block, const FlatTable& column) {
    using C = format::Column;
    const std::string place = block.block.place();
    const auto rows = column.span<std::uint32_t>(C::VT_ROWS);
    const std::size_t expected = column.has(C::VT_ROWS) ? rows.size() : block.texts.count;
    block_bytes_ += rows.size_bytes();
    if (block_bytes_ > block.block.size) return;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i] >= block.texts.count || (i > 0 && rows[i] <= rows[i - 1]))
        return findings_.add(place + "a column's rows are wrong");
    if (column.has(C::VT_VALUES) == column.has(C::VT_SPANS))
      return findings_.add(place + "a column has not exactly one of values and spans");
    if (column.has(C::VT_VALUES)) {
      const VectorExtent values = column.vector<std::uint32_t>(C::VT_VALUES);
      if (values.count != expected) return findings_.add(place + "a column's number of values is wrong");
      block_bytes_ += std::uint64_t{4} * values.count;
      if (block_bytes_ > block.block.size) return;
      for (std::uint32_t i = 0; i < values.count; ++i)
        block_bytes_ += string_at(block.block, values, i).size();
      return;
    }
    const auto spans = column.span<format::Span>(C::VT_SPANS);
    if (spans.size() != expected) return findings_.add(place + "a column's number of spans is wrong");
    block_bytes_ += spans.size_bytes();
    if (block_bytes_ > block.block.size) return;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const std::uint32_t row = rows.empty() ? static_cast<std::uint32_t>(i) : rows[i];
      if (std::uint64_t{spans[i].begin()} + spans[i].length() >
          string_at(block.block, block.texts, row).size())
        return findings_.add(place + "a field of row " + std::to_string(row) + " lies outside its text");
    }
  }

  // Numbers are those of the values, which lie inside; a column without a number has none.
  void check_numbers(const RecordBlock& block, const FlatTable& column) {
    using C = format::Column;
    const auto rows = column.span<std::uint32_t>(C::VT_ROWS);
    const auto numbers = column.span<double>(C::VT_NUMBERS);
    const VectorExtent values = column.vector<std::uint32_t>(C::VT_VALUES);
    const auto spans = column.span<format::Span>(C::VT_SPANS);
    const std::size_t count = std::max<std::size_t>(values.count, spans.size());
    const std::string place = block.block.place();
    if (column.has(C::VT_NUMBERS) && numbers.size() != count)
      return findings_.add(place + "a column's number of numbers is wrong");
    bool any = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::string_view value;
      if (spans.empty()) {
        value = string_at(block.block, values, i);
      } else {
        const std::uint32_t row = rows.empty() ? i : i < rows.size() ? rows[i] : block.texts.count;
        if (row >= block.texts.count) return;
        const std::string_view text = string_at(block.block, block.texts, row);
        if (std::uint64_t{spans[i].begin()} + spans[i].length() > text.size()) return;
        value = text.substr(spans[i].begin(), spans[i].length());
      }
      const std::optional<double> number = parse_number(value);
      any = any || number.has_value();
      const double stored = numbers.empty() ? std::numeric_limits<double>::quiet_NaN() : numbers[i];
      if (number ? stored != *number : stored == stored)
        return findings_.add(place + "a column's numbers are not those of its values");
    }
    if (any != column.has(C::VT_NUMBERS)) findings_.add(place + "a column has numbers where no value is one");
    if (any) has_numbers_.insert(column.scalar<std::uint32_t>(C::VT_FIELD));
  }

  // A key is stored only where it is not the text.
  void check_keys(const RecordBlock& block, const FlatTable& keys) {
    const auto rows = keys.span<std::uint32_t>(format::Column::VT_ROWS);
    const VectorExtent values = keys.vector<std::uint32_t>(format::Column::VT_VALUES);
    for (std::uint32_t i = 0; i < values.count; ++i) {
      const std::uint32_t row = rows.empty() ? i : i < rows.size() ? rows[i] : block.texts.count;
      if (row < block.texts.count &&
          string_at(block.block, values, i) == string_at(block.block, block.texts, row))
        return findings_.add(block.block.place() + "the key of row " + std::to_string(row) + " is its text");
    }
  }

  // No row has both a value and a span of one field.
  void check_apart(const RecordBlock& block, const FlatTable& values, const FlatTable& spans) {
    const auto one = values.span<std::uint32_t>(format::Column::VT_ROWS);
    const auto other = spans.span<std::uint32_t>(format::Column::VT_ROWS);
    std::size_t i = 0;
    std::size_t k = 0;
    bool both = one.empty() || other.empty();
    while (!both && i < one.size() && k < other.size()) {
      both = one[i] == other[k];
      one[i] < other[k] ? ++i : ++k;
    }
    if (both) findings_.add(block.block.place() + "a row has a field twice");
  }

  const Dataset& dataset_;
  Findings& findings_;
  std::unordered_set<std::uint32_t> has_numbers_;  // fields
  std::uint64_t block_bytes_ = 0;                  // of texts and columns of a block
};

// Entries ascend by (hash, ordinal), lie in their buckets, and lead each to its own record; none is missing.
class IdsCheck {
 public:
  IdsCheck(const Dataset& dataset, Findings& findings)
      : dataset_(dataset), findings_(findings), seen_(dataset.size()) {}

  void run() {
    for (const Block& block : dataset_.blocks(format::tables::ids))
      findings_.guard([&] { check_block(block); });
  }

 private:
  void check_block(const Block& block) {
    using I = format::Ids;
    const FlatTable table = FlatTable::root(block, format::IdsIdentifier());
    const auto starts = table.span<std::uint32_t>(I::VT_STARTS);
    const auto entries = table.span<format::IdEntry>(I::VT_ENTRIES);
    const unsigned shift = table.scalar<std::uint8_t>(I::VT_SHIFT);
    const std::uint64_t base = table.scalar<std::uint64_t>(I::VT_BASE);
    const std::string place = block.place();
    for (std::size_t i = 1; i < entries.size(); ++i)
      if (entries[i].hash() < entries[i - 1].hash() ||
          (entries[i].hash() == entries[i - 1].hash() && entries[i].ordinal() <= entries[i - 1].ordinal()))
        return findings_.add(place + "its entries are not ascending");
    if (entries.front().hash() != base) findings_.add(place + "its base is not its first hash");
    if (entries.back().hash() != block.key) findings_.add(place + "its key is not its last hash");
    bool buckets_right = base <= block.key && starts.size() == ((block.key - base) >> shift) + 2 &&
                         starts.front() == 0 && starts.back() == entries.size();
    for (std::size_t i = 1; buckets_right && i < starts.size(); ++i)
      buckets_right = starts[i] >= starts[i - 1];
    for (std::size_t i = 0; buckets_right && i < entries.size(); ++i) {
      const std::uint64_t bucket = (entries[i].hash() - base) >> shift;
      buckets_right = bucket + 1 < starts.size() && i >= starts[bucket] && i < starts[bucket + 1];
    }
    if (!buckets_right) findings_.add(place + "an entry is not in its bucket");
    check_entries(entries, place);
  }

  void check_entries(std::span<const format::IdEntry> entries, const std::string& place) {
    std::unordered_set<std::string_view> keys;  // of one hash
    for (std::size_t i = 0; i < entries.size() && !findings_.full(); ++i) {
      const format::IdEntry& entry = entries[i];
      if (entry.ordinal() >= dataset_.size()) {
        findings_.add(place + "it names a record that is not there");
        continue;
      }
      const std::string record_name = "record " + std::to_string(entry.ordinal());
      if (seen_[entry.ordinal()]) findings_.add(place + record_name + " stands in it twice");
      seen_[entry.ordinal()] = true;
      findings_.guard([&] {
        const Record record = dataset_.at(entry.ordinal());
        if (dataset_.text_at(entry.ordinal(), entry.offset()).data() != record.text().data())
          findings_.add(place + "the offset of " + record_name + " does not lead to its text");
        const std::string_view key = record.key();
        if (Id::of(key).value() != entry.hash())
          findings_.add(place + "the hash of " + record_name + " is not that of its key");
        const bool first = i == 0 || entries[i - 1].hash() != entry.hash();
        const bool alone = first && (i + 1 == entries.size() || entries[i + 1].hash() != entry.hash());
        if (first) keys.clear();
        if (!alone && !keys.insert(key).second)
          findings_.add(place + record_name + " has the key of another record");
      });
    }
  }

  const Dataset& dataset_;
  Findings& findings_;
  std::vector<bool> seen_;  // the number of entries is that of the records, so none missing means none twice
};

}  // namespace corpack::detail
