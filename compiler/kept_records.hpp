// The first stage of a compilation: which of the records that are read are kept, under which keys, and where
// they are stored.
//
// Lifetime: refers to everything it was given. Requirements: batches come in input order. Errors:
// corpack::Error for a key that is there already, where the options say so, and for more records than a
// dataset holds. Complexity: a hash look-up for each record; 16 bytes of memory. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compile.hpp"
#include "dump/dump_set.hpp"
#include "dump/superseded.hpp"
#include "encode/meta_block.hpp"
#include "encode/record_blocks.hpp"
#include "index/id_table.hpp"
#include "index/inverter.hpp"
#include "indexed_fields.hpp"
#include "write/store.hpp"

namespace corpack {

// A batch, and what is kept of it: views into the batch.
struct KeptBatch {
  RecordBatch batch;
  std::vector<std::string_view> texts;
  std::vector<FieldText> fields;  // what is indexed besides
  std::vector<std::uint32_t> lines;
  std::uint32_t first_ordinal = 0;
};

class KeptRecords {
 public:
  KeptRecords(const CompileOptions& options, Store& store, const DumpSet& dumps, IndexedFields& indexed,
              Diagnostics& diagnostics);

  // Records that a later one replaces.
  void leave_out(SupersededRecords superseded) { superseded_ = std::move(superseded); }

  // Stores the records of the batch that are kept.
  void store(KeptBatch& kept);

  // Writes the last block of records.
  void finish() { blocks_.finish(); }
  // Writes the id directory. REQUIRES: finish() was called.
  void write_ids();

  std::uint64_t read() const { return read_; }  // records, those that were dropped among them
  std::uint32_t records() const { return blocks_.records(); }
  std::uint64_t text_bytes() const { return blocks_.text_bytes(); }
  const std::vector<bool>& has_numbers() const { return blocks_.has_numbers(); }  // by field

  // All sources of the dumps, with the records that they own. REQUIRES: everything is stored.
  std::vector<SourceContent> sources();

  // What the id table takes beyond 16 bytes a record.
  std::size_t extra_id_bytes() const;

 private:
  // Notes where sources begin, up to this number of them.
  void begin_sources(std::size_t sources);
  void store_record(const RawRecord& raw, KeptBatch& kept);
  // The ordinal of the record with this key.
  std::optional<std::uint32_t> record_of(std::uint64_t hash, std::string_view key);
  // The key under which the record is kept; empty: it is dropped.
  std::string settle_duplicate(const RawRecord& raw, std::uint32_t first, std::uint64_t hash,
                               std::string_view key);
  void report_duplicate(const RawRecord& raw, const std::string& message);
  // Where a record stands in its dump.
  std::string place_of(std::uint32_t ordinal);

  const CompileOptions& options_;
  Store& store_;
  const DumpSet& dumps_;
  IndexedFields& indexed_;
  Diagnostics& diagnostics_;
  IdTable ids_;
  RecordBlocks blocks_;
  SupersededRecords superseded_;
  std::uint64_t read_ = 0;
  std::vector<std::uint32_t> source_starts_;                 // ordinals, of the sources begun so far
  std::unordered_map<std::uint64_t, std::uint32_t> copies_;  // of duplicates kept, by their key's hash
  std::vector<NewField> fields_;
};

}  // namespace corpack
