// JSON lines: one object a line, each one record (json_object.hpp). Blank lines are none.

#include "dump/formats/dump_format.hpp"
#include "dump/formats/json_error.hpp"
#include "dump/formats/json_object.hpp"
#include "dump/formats/line_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

class JsonLines final : public LineFormat {
 public:
  explicit JsonLines(const DumpOptions& options) : object_{options} {}

  bool take(std::string_view raw, RecordDraft& draft) override {
    if (skip_white(raw, 0, raw.size()) == raw.size()) return false;
    object_.read(raw, 0, draft);
    return true;
  }

 private:
  LineRole role_of(std::string_view) override { return LineRole::ends; }

  JsonObjectReader object_;
};

// The first line is an object, whole or longer than what is seen.
bool begins_jsonl(std::string_view opening) {
  opening.remove_prefix(skip_white(opening, 0, opening.size()));
  const std::size_t end = opening.find('\n');
  if (!opening.starts_with('{')) return false;
  if (end == std::string_view::npos && opening.size() >= opening_bytes / 2) {
    const std::size_t name = skip_white(opening, 1, opening.size());
    return name < opening.size() && opening[name] == '"';
  }
  return !find_json_error(opening.substr(0, end));
}

}  // namespace

extern const DumpFormat jsonl_format;
const DumpFormat jsonl_format{"jsonl", {"jsonl", "ndjson"}, begins_jsonl, open_records<JsonLines>};

}  // namespace corpack
