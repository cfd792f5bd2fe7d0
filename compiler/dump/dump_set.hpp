// All inputs of a compilation, dumps and datasets, read one after another.
//
// Lifetime: refers to the inputs, the FieldNames and the Diagnostics it was given. Requirements: none.
// Errors: corpack::Error, at once for an input that does not exist and a dataset that does not open, else as
// open_dump(), DatasetReader and read() say. Complexity: one dump is open at a time; datasets are held open,
// so that all of them stay as they were first seen. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>

#include "dump/batch_reader.hpp"
#include "dump/diagnostics.hpp"
#include "dump/dump_options.hpp"
#include "dump/field_names.hpp"
#include "dump/source_names.hpp"

namespace corpack {

struct DumpSource {
  std::string name;
  std::string shown_path;
  std::optional<std::string> title;  // of a dump, known once it is read
};

class DumpSet {
 public:
  DumpSet(const std::vector<std::string>& inputs, const DumpOptions& options, FieldNames& names,
          Diagnostics& diagnostics);

  // The next records, of one source: batch.source is its number. False: the end of all inputs. True without a
  // record: as BatchReader says.
  bool read(RecordBatch& batch);

  // From now on, as BatchReader.
  void allow(std::size_t record_bytes);

  // Says where the record stands that waits for more, and that it gets none.
  [[noreturn]] void refuse_record() const;

  // One for each dump, and those of each dataset.
  const std::vector<DumpSource>& sources() const { return sources_; }

  // The inputs that are datasets, in their order.
  std::vector<const Dataset*> datasets() const;

  // Of the first input that has one, known once all are read.
  const std::optional<std::string>& title() const { return title_; }

  // Of datasets only their records count.
  std::uint64_t bytes_read() const { return bytes_read_ + (reader_ ? reader_->bytes_read() : 0); }

  // Absent: an input is a pipe, which is read once and has no size.
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

 private:
  struct Entry {
    std::string path;
    std::unique_ptr<Dataset> dataset;  // null: a dump
    std::uint32_t first_source = 0;
  };

  void add_dataset(Entry& entry, std::vector<SourcePath>& paths);
  void check_dump(const std::string& path);
  void open_next();
  void close();

  const DumpOptions options_;
  FieldNames& names_;
  Diagnostics& diagnostics_;
  std::vector<Entry> entries_;
  std::vector<DumpSource> sources_;
  std::optional<std::string> title_;
  std::unique_ptr<BatchReader> reader_;  // of entry next_ - 1
  std::size_t next_ = 0;
  std::size_t allowed_bytes_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> total_bytes_ = 0;
};

}  // namespace corpack
