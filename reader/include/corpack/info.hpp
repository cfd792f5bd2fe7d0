// What a dataset says about itself: the block of table `meta`, read in place.
//
// Lifetime: views into the dataset. Errors: FormatError when the block is damaged. Cost: nothing is copied;
// each call is constant work, source_of() a binary search. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <corpack/block.hpp>
#include <corpack/field_name.hpp>
#include <corpack/hash.hpp>
#include <corpack/listing.hpp>

namespace corpack {

// One input file; it owns the ordinals first_ordinal .. first_ordinal + records.
struct Source {
  std::string_view name;
  std::optional<std::string_view> title;
  std::uint32_t first_ordinal = 0;
  std::uint32_t records = 0;
};

// A key=value pair that whoever compiled the dataset wanted to be seen.
struct Pair {
  std::string_view key;
  std::string_view value;
};

// How the dataset's text was cut into words.
struct AnalyzerSettings {
  std::uint32_t version = 0;
  std::string_view language;
  std::string_view unicode_version;
  std::uint64_t stemmer_fingerprint = 0;
};

// Totals of one field's inverted tables.
struct IndexInfo {
  std::uint32_t field = 0;
  std::uint64_t words = 0;     // distinct folded words
  std::uint64_t lists = 0;     // posting lists, one for each distinct stem
  std::uint64_t postings = 0;  // pairs of list and record
  std::uint64_t tokens = 0;    // sum of the records' lengths
  std::uint64_t records = 0;   // records with at least one token
  bool positions = false;
};

// Checksums of one table's blocks, XXH3-64 each, in key order.
struct TableSums {
  std::string_view name;
  std::span<const std::uint64_t> checksums;
};

class Info {
 public:
  // Checks the version, the codec and each vector's extent.
  explicit Info(const Block& block) : block_(block) {
    using M = format::Meta;
    const FlatTable meta = root();
    major_ = meta.scalar<std::uint16_t>(M::VT_MAJOR);
    minor_ = meta.scalar<std::uint16_t>(M::VT_MINOR);
    if (major_ != format::major_version)
      throw FormatError("format version " + std::to_string(major_) + ": this reader knows version " +
                        std::to_string(format::major_version) + "; use a corpack release of that format");
    const std::uint8_t codec = meta.scalar<std::uint8_t>(M::VT_CODEC);
    if (codec != format::plain_codec)
      throw FormatError("its text codec is number " + std::to_string(codec) +
                        ", this reader knows number 0 only");
    records_ = meta.scalar<std::uint64_t>(M::VT_RECORDS);
    if (records_ > format::max_records) block_.fail("too many records");
    sources_ = meta.vector<std::uint32_t>(M::VT_SOURCES);
    fields_ = meta.vector<std::uint32_t>(M::VT_FIELDS);
    pairs_ = meta.vector<std::uint32_t>(M::VT_PAIRS);
    indexes_ = meta.vector<std::uint32_t>(M::VT_INDEXES);
    tables_ = meta.vector<std::uint32_t>(M::VT_TABLES);
    file_ = meta.struct_position<format::FileSum>(M::VT_FILE);
    if (file_ == 0 || file_ % 8 != 0) block_.fail("the file's checksum is missing");
    if (!meta.has(M::VT_ANALYZER)) block_.fail("the analyzer's settings are missing");
  }

  std::uint16_t format_major() const { return major_; }
  std::uint16_t format_minor() const { return minor_; }
  std::optional<std::string_view> title() const {
    const FlatTable meta = root();
    if (!meta.has(format::Meta::VT_TITLE)) return std::nullopt;
    return meta.string(format::Meta::VT_TITLE);
  }
  std::uint64_t records() const { return records_; }
  std::uint64_t text_bytes() const { return root().scalar<std::uint64_t>(format::Meta::VT_TEXT_BYTES); }

  Source source(std::uint32_t number) const {
    using S = format::Source;
    const FlatTable table = root().table_at(sources_, number);
    Source source{table.string(S::VT_NAME), std::nullopt, table.scalar<std::uint32_t>(S::VT_FIRST_ORDINAL),
                  table.scalar<std::uint32_t>(S::VT_RECORDS)};
    if (table.has(S::VT_TITLE)) source.title = table.string(S::VT_TITLE);
    return source;
  }
  Listing<Info, &Info::source> sources() const { return {this, 0, sources_.count}; }

  // The source that owns a record.
  Source source_of(std::uint32_t ordinal) const {
    std::uint32_t first = 0;
    std::uint32_t last = sources_.count;
    while (first < last) {  // the first source that begins after the ordinal
      const std::uint32_t middle = first + (last - first) / 2;
      if (source(middle).first_ordinal <= ordinal)
        first = middle + 1;
      else
        last = middle;
    }
    if (first == 0) block_.fail("no source owns record " + std::to_string(ordinal));
    return source(first - 1);
  }

  // Field names by number; number 0 is `text`.
  std::string_view field(std::uint32_t number) const {
    return root().table_at(fields_, number).string(format::Field::VT_NAME);
  }
  Listing<Info, &Info::field> fields() const { return {this, 0, fields_.count}; }
  // Whether a value of the field is a number.
  bool has_numbers(std::uint32_t field) const {
    return root().table_at(fields_, field).scalar<std::uint8_t>(format::Field::VT_NUMBERS) != 0;
  }

  // The field of this name for which `fits(number)` holds, else the first that may be meant by it
  // (field_name.hpp).
  template <class Fits>
  std::optional<std::uint32_t> find_field(std::string_view name, Fits&& fits) const {
    std::optional<std::uint32_t> alike;
    const std::uint32_t count = std::min(fields_.count, format::max_fields);
    for (std::uint32_t number = 0; number < count; ++number) {
      const std::string_view other = field(number);
      if (other.size() != name.size() || !means_field(name, other) || !fits(number)) continue;
      if (other == name) return number;
      if (!alike) alike = number;
    }
    return alike;
  }
  std::optional<std::uint32_t> find_field(std::string_view name) const {
    return find_field(name, [](std::uint32_t) { return true; });
  }
  // The field of this name that has numbers.
  std::optional<std::uint32_t> find_numbers(std::string_view name) const {
    return find_field(name, [this](std::uint32_t number) { return has_numbers(number); });
  }

  Pair pair(std::uint32_t number) const {
    const FlatTable table = root().table_at(pairs_, number);
    return {table.string(format::Pair::VT_KEY), table.string(format::Pair::VT_VALUE)};
  }
  Listing<Info, &Info::pair> pairs() const { return {this, 0, pairs_.count}; }

  AnalyzerSettings analyzer() const {
    using A = format::Analyzer;
    const FlatTable table = root().table(format::Meta::VT_ANALYZER);
    return {table.scalar<std::uint32_t>(A::VT_VERSION), table.string(A::VT_LANGUAGE),
            table.string(A::VT_UNICODE_VERSION), table.scalar<std::uint64_t>(A::VT_STEMMER_FINGERPRINT)};
  }

  IndexInfo index_number(std::uint32_t number) const {
    using I = format::Index;
    const FlatTable table = root().table_at(indexes_, number);
    return {table.scalar<std::uint32_t>(I::VT_FIELD),        table.scalar<std::uint64_t>(I::VT_WORDS),
            table.scalar<std::uint64_t>(I::VT_LISTS),        table.scalar<std::uint64_t>(I::VT_POSTINGS),
            table.scalar<std::uint64_t>(I::VT_TOKENS),       table.scalar<std::uint64_t>(I::VT_RECORDS),
            table.scalar<std::uint8_t>(I::VT_POSITIONS) != 0};
  }
  Listing<Info, &Info::index_number> indexes() const { return {this, 0, indexes_.count}; }

  // Totals of the text's inverted tables; all 0 where it has none.
  IndexInfo index() const {
    for (const IndexInfo& each : indexes())
      if (each.field == format::text_field) return each;
    return {};
  }

  TableSums table(std::uint32_t number) const {
    const FlatTable table = root().table_at(tables_, number);
    return {table.string(format::TableSums::VT_NAME),
            table.span<std::uint64_t>(format::TableSums::VT_CHECKSUMS)};
  }
  Listing<Info, &Info::table> tables() const { return {this, 0, tables_.count}; }

  // Length and checksum of the whole file, as taken when it was built.
  std::uint64_t file_bytes() const { return file_sum().length(); }
  Hash128 file_checksum() const { return {file_sum().xxh3_low(), file_sum().xxh3_high()}; }

  // Address of the 24 bytes that hold them.
  const std::uint8_t* file_sum_address() const { return block_.data + file_; }

 private:
  FlatTable root() const { return FlatTable::root(block_, format::MetaIdentifier()); }
  const format::FileSum& file_sum() const {
    return *reinterpret_cast<const format::FileSum*>(file_sum_address());
  }

  Block block_;
  std::uint16_t major_ = 0;
  std::uint16_t minor_ = 0;
  std::uint64_t records_ = 0;
  VectorExtent sources_, fields_, pairs_, indexes_, tables_;
  std::uint32_t file_ = 0;
};

}  // namespace corpack
