// Reads one dump as batches of records, in the order of the input.
//
// compiler/README.md says what each format looks like; formats/ has one reader for each. In all of them CR
// and CRLF end lines as LF does, and become LF in the records; an input may be packed, or of another encoding
// (line_input.hpp).
//
// Lifetime: a reader owns its input and refers to the FieldNames and Diagnostics it was given. Requirements:
// batch_bytes and max_record_bytes are not 0. Errors: corpack::Error for an input that cannot be read, and
// for a title or a header that is none; what is wrong with single records is reported to the Diagnostics, and
// reading goes on. Memory: about batch_bytes and the longest record. Complexity: linear in the input. Thread
// safety: none.
#pragma once

#include <memory>

#include "dump/batch_reader.hpp"
#include "dump/diagnostics.hpp"
#include "dump/dump_options.hpp"
#include "dump/field_names.hpp"
#include "dump/input.hpp"

namespace corpack {

// read() takes about batch_bytes of input, or one bigger record.
class DumpReader : public BatchReader {
 public:
  virtual const Input& input() const = 0;
  std::uint64_t bytes_read() const final { return input().bytes_read(); }
};

// Throws where options.format is no format.
std::unique_ptr<DumpReader> open_dump(Input input, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics);

}  // namespace corpack
