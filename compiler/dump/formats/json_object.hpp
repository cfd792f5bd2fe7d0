// Reads one JSON object into a RecordDraft, for the formats that have records as objects.
//
// Strings, numbers, true and false are fields, as written but for strings' escapes; null and empty containers
// hold nothing. A member of a nested object has the path as its name (`a.b`); the values of an array are
// values of the array's name. Of members with one name in one object the first counts, which is reported. An
// object as `corpack dump --format jsonl` writes it, read without options that name fields, gives back the
// record it was made of.
//
// Lifetime: refers to nothing. Requirements: RecordFormat::padding_bytes can be read behind the bytes.
// Errors: what is no JSON, or no object, is rejected. Complexity: linear. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "dump/record_draft.hpp"

namespace corpack {

class JsonObjectReader {
 public:
  explicit JsonObjectReader(const DumpOptions& options)
      : may_be_own_{!options.id_field && !options.text_fields} {}

  // `offset` is where the object begins in the record's bytes, from which places are counted.
  void read(std::string_view object, std::size_t offset, RecordDraft& draft);

 private:
  using Value = simdjson::ondemand::value;
  using Object = simdjson::ondemand::object;

  void parse(std::string_view object, RecordDraft& draft, bool is_own);
  void take_object(Object object, RecordDraft& draft, std::size_t depth);
  void take_value(Value value, RecordDraft& draft, std::size_t depth, bool in_array);
  void take_own(Object object, RecordDraft& draft);

  bool may_be_own_;
  simdjson::ondemand::parser parser_;
  std::string path_;             // of the value in progress
  std::uint64_t objects_ = 0;    // that were met so far
  std::uint64_t in_object_ = 0;  // the number of the one in progress
};

}  // namespace corpack
