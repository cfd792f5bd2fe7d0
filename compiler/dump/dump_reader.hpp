// Reads one dump as batches of records, in the order of the input.
//
// Text dumps: the first line that is not blank is the title (unless has_title is false); then paragraphs
// separated by blank lines, each one record. JSON lines: one object a line. CR and CRLF end lines as LF does,
// and become LF in a text dump's records; a UTF-8 byte order mark at the start is no part of the dump.
//
// Lifetime: a reader owns its Input and refers to the FieldNames and Diagnostics it was given. Requirements:
// batch_bytes and max_record_bytes are not 0. Errors: corpack::Error for an input that cannot be read or is
// UTF-16 or UTF-32, and for a title that is no title; what is wrong with single records is reported to the
// Diagnostics, and reading goes on. Memory: about batch_bytes and the longest record. Complexity: linear in
// the input. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "dump/diagnostics.hpp"
#include "dump/field_names.hpp"
#include "dump/input.hpp"
#include "dump/record_batch.hpp"

namespace corpack {

enum class DumpFormat : std::uint8_t { text, jsonl };

struct DumpOptions {
  DumpFormat format = DumpFormat::text;
  bool has_title = true;                               // text dumps only
  std::optional<std::string> id_field = std::nullopt;  // JSON lines only: the member that is the key
  std::uint32_t source = 0;                            // goes into each batch
  std::size_t batch_bytes = std::size_t{1} << 20;

  // A record whose text has this many bytes or more is rejected, and so is one whose line of JSON, or whose
  // paragraph with the blank line after it, has more: nothing longer is ever held in memory.
  std::size_t max_record_bytes = std::size_t{1} << 30;
};

class DumpReader {
 public:
  virtual ~DumpReader() = default;

  // Replaces the batch's content with the next records, from about batch_bytes of input or one bigger record.
  // False: the end, and the batch has no records.
  virtual bool read(RecordBatch& batch) = 0;

  // Known after the first read(); absent where the dump has none.
  virtual std::optional<std::string> title() const = 0;

  virtual const Input& input() const = 0;
};

std::unique_ptr<DumpReader> open_dump(Input input, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics);

}  // namespace corpack
