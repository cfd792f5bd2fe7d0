#include "verbs/record_json.hpp"

namespace corpack {

void write_identity(JsonWriter& json, const Record& record) {
  json.member("id", record.id().to_string());
  if (record.has_own_key()) json.member("key", record.key());
}

void write_content(JsonWriter& json, const Record& record) {
  json.member("ordinal", record.ordinal());
  json.member("source", record.source().name);
  json.member("line", record.line());
  json.member("text", record.text());
  const std::vector<FieldValue> fields = record.fields();
  if (fields.empty()) return;
  json.key("fields");
  json.begin_object();
  for (const FieldValue& field : fields) json.member(field.name, field.value);
  json.end_object();
}

void write_record_line(JsonWriter& json, const Record& record) {
  json.begin_object();
  write_identity(json, record);
  write_content(json, record);
  json.end_object();
  json.end_line();
}

}  // namespace corpack
