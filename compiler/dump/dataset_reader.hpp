// Reads a dataset as an input: its records by ordinal, as they are, to be indexed anew.
//
// Lifetime: refers to the Dataset and the FieldNames. Requirements: none; nothing in the file is believed.
// Errors: FormatError that names the file, from the constructor where its bytes are not those it was built
// with, from read() where they were built wrong. Complexity: the constructor reads the file once, read() is
// linear but for the logarithm of the number of fields. Memory: a batch, and a few words for each field.
// Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/dataset.hpp>

#include "dump/batch_reader.hpp"
#include "dump/field_names.hpp"

namespace corpack {

// Whether a file that begins so is one of LMDB's.
bool begins_dataset(std::string_view opening);

// Whether an input is a dataset and no dump: by its first bytes, or a regular file named *.corpack.
bool is_dataset_input(const std::string& path);

// Bytes of all its records, as DatasetReader counts them.
std::uint64_t record_bytes(const Dataset& dataset);

class DatasetReader final : public BatchReader {
 public:
  // The dataset's first source is number `first_source` among those of all inputs.
  DatasetReader(const Dataset& dataset, std::uint32_t first_source, FieldNames& names,
                std::size_t batch_bytes);

  bool read(RecordBatch& batch) override;
  std::optional<std::string> title() const override;
  std::uint64_t line() const override { return dataset_.at(ordinal_).line(); }
  std::uint64_t bytes_read() const override { return bytes_read_; }

 private:
  // A field's values in the block at hand, and the next of them.
  struct Column {
    std::uint32_t field = 0;
    bool is_dense = false;
    std::span<const std::uint32_t> rows;
    VectorExtent values;
    std::span<const format::Span> spans;
    std::uint32_t count = 0;
    std::uint32_t next = 0;

    std::uint32_t row() const { return is_dense ? next : rows[next]; }
  };

  void check_bytes() const;
  void check_sources() const;
  void number_fields(FieldNames& names);
  bool read_some(RecordBatch& batch);
  void open_block();
  void open_column(const FlatTable& table);
  void add_record(RecordBatch& batch);
  void add_fields(RecordBatch& batch, std::string_view text, std::size_t text_begin);
  std::string_view value_of(const Column& column, std::string_view text) const;
  bool later(std::uint32_t a, std::uint32_t b) const;
  void advance(std::uint32_t column);

  const Dataset& dataset_;
  std::uint32_t first_source_;
  std::size_t batch_bytes_;
  std::vector<std::uint32_t> numbers_;  // in the dataset being made, of each field
  std::vector<RecordBlock> blocks_;
  std::size_t next_block_ = 0;
  std::uint32_t source_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::uint32_t ordinal_ = 0;

  // Of the block at hand.
  const RecordBlock* block_ = nullptr;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> queue_;  // a heap of columns: that of the least row first
};

}  // namespace corpack
