// Reads one input, a dump or a dataset, as batches of records in the order of the input.
//
// Lifetime: as the readers say. Requirements: none. Errors: corpack::Error that names the input. Thread
// safety: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dump/record_batch.hpp"

namespace corpack {

class BatchReader {
 public:
  virtual ~BatchReader() = default;

  // Replaces the batch's content with the next records, of one source. False: the end, and the batch has no
  // records.
  virtual bool read(RecordBatch& batch) = 0;

  // Known after the first read(); absent where the input has none.
  virtual std::optional<std::string> title() const = 0;

  virtual std::uint64_t bytes_read() const = 0;
};

}  // namespace corpack
