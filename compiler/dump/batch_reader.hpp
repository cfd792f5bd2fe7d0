// Reads one input, a dump or a dataset, as batches of records in the order of the input.
//
// A reader never holds more of a record than it is allowed to, so that memory is the caller's to share out.
// Lifetime: as the readers say. Requirements: none. Errors: corpack::Error that names the input. Thread
// safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "dump/record_batch.hpp"

namespace corpack {

class BatchReader {
 public:
  virtual ~BatchReader() = default;

  // Replaces the batch's content with the next records, of one source. False: the end, and the batch has no
  // records. True without a record: the next one takes more bytes than are allowed, and waits for more.
  virtual bool read(RecordBatch& batch) = 0;

  // From now on, this many bytes of one record may be held; any number at first.
  void allow(std::size_t record_bytes) { allowed_bytes_ = record_bytes; }

  // Where the record stands that waits; 1-based.
  virtual std::uint64_t line() const = 0;

  // Known after the first read(); absent where the input has none.
  virtual std::optional<std::string> title() const = 0;

  virtual std::uint64_t bytes_read() const = 0;

 protected:
  std::size_t allowed_bytes_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace corpack
