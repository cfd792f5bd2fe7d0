// All inputs of a compilation, read one after another.
//
// Lifetime: refers to the inputs, the FieldNames and the Diagnostics it was given. Requirements: none.
// Errors: corpack::Error, at once for an input that does not exist, else as open_dump() and read() say.
// Complexity: one input is open at a time. Thread safety: none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dump/dump_reader.hpp"

namespace corpack {

struct DumpSource {
  std::string name;
  std::string shown_path;
  std::optional<std::string> title;  // known once the source is read
};

class DumpSet {
 public:
  DumpSet(const std::vector<std::string>& inputs, const DumpOptions& options, FieldNames& names,
          Diagnostics& diagnostics);

  // The next records, of one source: batch.source is its number. False: the end of all inputs.
  bool read(RecordBatch& batch);

  // One for each input.
  const std::vector<DumpSource>& sources() const { return sources_; }

  std::uint64_t bytes_read() const { return bytes_read_ + (reader_ ? reader_->input().bytes_read() : 0); }

  // Absent: an input is a pipe, which is read once and has no size.
  std::optional<std::uint64_t> total_bytes() const { return total_bytes_; }

 private:
  void check(const std::string& path);
  void open_next();
  void close();

  const std::vector<std::string>& inputs_;
  const DumpOptions options_;
  FieldNames& names_;
  Diagnostics& diagnostics_;
  std::vector<DumpSource> sources_;
  std::unique_ptr<DumpReader> reader_;  // of input next_ - 1
  std::size_t next_ = 0;
  std::uint64_t bytes_read_ = 0;
  std::optional<std::uint64_t> total_bytes_ = 0;
};

}  // namespace corpack
