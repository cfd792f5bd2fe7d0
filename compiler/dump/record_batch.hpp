// Records as they come out of a dump: bytes, and slices of them, so that a record costs no allocation.
//
// Lifetime: views are valid until the batch's bytes change. Requirements: slices belong to the batch they are
// used with. Errors: none. Thread safety: a plain value; a batch belongs to one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace corpack {

// A part of RecordBatch::bytes.
struct Slice {
  std::size_t begin = 0;
  std::size_t length = 0;
};

// The value of one field of one record.
struct FieldSlice {
  std::uint32_t field = 0;  // as FieldNames numbers it
  Slice value;
  bool in_text = false;  // the value is a part of the record's text, and need not be stored again
};

struct RawRecord {
  Slice text;
  std::optional<Slice> key;       // absent: the text is the key
  std::uint32_t line = 0;         // where it begins in its source, 1-based; 2^32-1 from there on
  std::uint32_t first_field = 0;  // its fields besides `text`: a range of RecordBatch::fields
  std::uint32_t fields = 0;
};

// Some consecutive records of one source. `bytes` may hold bytes that belong to no record.
struct RecordBatch {
  std::string bytes;
  std::vector<RawRecord> records;
  std::vector<FieldSlice> fields;
  std::uint32_t source = 0;

  // Empties the batch and keeps its memory.
  void clear() {
    bytes.clear();
    records.clear();
    fields.clear();
  }

  std::string_view view(Slice slice) const {
    return std::string_view{bytes}.substr(slice.begin, slice.length);
  }
};

}  // namespace corpack
