// A record as members of a JSON object; the same members, in the same order, for every verb.
// Lifetime: nothing is kept. Errors: FormatError where the record's block is damaged. Complexity: linear.
// Thread safety: none.
#pragma once

#include <corpack/record.hpp>

#include "verbs/json_writer.hpp"

namespace corpack {

// "id", and "key" where it is not the text itself.
void write_identity(JsonWriter& json, const Record& record);

// "ordinal", "source", "line", "text", and "fields" where the record has any.
void write_content(JsonWriter& json, const Record& record);

// One record as an object on a line of its own.
void write_record_line(JsonWriter& json, const Record& record);

}  // namespace corpack
