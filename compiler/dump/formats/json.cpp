// JSON: an array of objects, or objects one after another, each one record (json_object.hpp).
//
// Where a value is never closed, brackets say no more where the next one begins: reading goes on with the
// next line that begins with a brace. That may happen a number of times; after it, the rest of the dump is
// rejected as a whole, so that the time stays bounded.

#include <algorithm>
#include <utility>

#include "dump/formats/dump_format.hpp"
#include "dump/formats/json_object.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

constexpr unsigned max_resumptions = 64;

bool is_json_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

class JsonValues final : public RecordFormat {
 public:
  explicit JsonValues(const DumpOptions& options) : object_{options} {}

  Scan scan(std::string_view bytes, bool at_end) override {
    std::size_t at = 0;
    while (at < bytes.size()) {
      if (in_string_) {
        at = skip_string(bytes, at);
        if (!in_string_ && depth_ == 0) return end_at(at);
      } else if (depth_ != 0) {
        if (step_inside(bytes[at++])) return end_at(at);
      } else if (in_scalar_) {
        if (is_json_space(bytes[at]) || std::string_view{",[]{}\""}.find(bytes[at]) != std::string_view::npos)
          return end_at(at);
        ++at;
      } else {
        step_between(bytes[at++]);
      }
    }
    if (!at_end) return {at, false};
    is_cut_ = depth_ != 0 || in_string_;
    return end_at(at);
  }

  void restart() override {
    in_string_ = is_escaped_ = in_scalar_ = false;
    depth_ = 0;
  }

  bool take(std::string_view raw, RecordDraft& draft) override {
    const bool is_cut = std::exchange(is_cut_, false);
    const std::size_t begin = skip_separators(raw, draft);
    if (begin == raw.size() || draft.rejection()) return false;
    draft.starts_at(begin);
    object_.read(raw.substr(begin), begin, draft);
    after_value_ = true;
    after_comma_ = false;
    if (is_cut && draft.rejection()) resume(raw, draft);
    return true;
  }

  void skip() override {
    if (!std::exchange(has_taken_, true)) in_array_ = begins_array_;
    after_value_ = true;
    after_comma_ = false;
  }

  void end(RecordDraft& draft) override {
    if (in_array_) draft.reject(Trouble::malformed, 0, "the array is not closed: is the dump cut?");
  }

 private:
  Scan end_at(std::size_t at) {
    restart();
    return {at, true};
  }

  void step_between(char byte) {
    if (is_json_space(byte)) return;
    const bool opens_array = byte == '[' && !has_begun_;
    has_begun_ = true;
    begins_array_ = begins_array_ || opens_array;
    if (opens_array || byte == ',' || byte == ']') return;
    in_string_ = byte == '"';
    in_scalar_ = byte != '"' && byte != '{' && byte != '[';
    if (byte == '{' || byte == '[') {
      depth_ = 1;
      opening_ = byte;
    }
  }

  // Whether the value ends with this byte.
  bool step_inside(char byte) {
    in_string_ = byte == '"';
    if (byte == '{' || byte == '[') ++depth_;
    if ((byte != '}' && byte != ']') || --depth_ != 0) return false;
    is_cut_ = (byte == '}') != (opening_ == '{');
    return true;
  }

  // To behind the string's end, or to the end of the bytes.
  std::size_t skip_string(std::string_view bytes, std::size_t at) {
    if (std::exchange(is_escaped_, false)) return at + 1;
    at = bytes.find_first_of("\"\\", at);
    if (at == std::string_view::npos) return bytes.size();
    is_escaped_ = bytes[at] == '\\';
    in_string_ = is_escaped_;
    return at + 1;
  }

  // Where the value begins; what is before it must be as JSON has it.
  std::size_t skip_separators(std::string_view raw, RecordDraft& draft) {
    for (std::size_t at = 0; at < raw.size(); ++at) {
      const char byte = raw[at];
      if (is_json_space(byte)) continue;
      if (byte == '[' && !std::exchange(has_taken_, true)) {
        in_array_ = true;
      } else if (byte == ',') {
        if (!in_array_ || !after_value_ || after_comma_)
          draft.reject(Trouble::malformed, at, "not JSON, a comma without a value before it", at + 1);
        after_comma_ = true;
      } else if (byte == ']') {
        if (!in_array_ || after_comma_)
          draft.reject(Trouble::malformed, at, "not JSON, a bracket that closes nothing, or after a comma",
                       at + 1);
        in_array_ = after_value_ = after_comma_ = false;
      } else {
        has_taken_ = true;
        if (in_array_ && after_value_ && !std::exchange(after_comma_, true))
          draft.reject(Trouble::malformed, at, "not JSON, a comma is missing before this", at);
        return at;
      }
      if (draft.rejection()) return at;
    }
    return raw.size();
  }

  void resume(std::string_view raw, RecordDraft& draft) {
    if (resumptions_ == max_resumptions) return;
    ++resumptions_;
    std::size_t line = raw.find('\n', draft.rejection()->offset);
    while (line != std::string_view::npos) {
      const std::size_t text = skip_white(raw, line + 1, raw.size());
      if (text != raw.size() && raw[text] == '{') {
        draft.reject_only(line + 1);
        after_comma_ = true;
        return;
      }
      line = raw.find('\n', text);
    }
  }

  JsonObjectReader object_;
  unsigned resumptions_ = 0;

  // What scan() is in.
  bool begins_array_ = false;
  bool has_begun_ = false;  // the dump's first byte was seen
  bool in_string_ = false;
  bool is_escaped_ = false;  // the next byte of the string
  bool in_scalar_ = false;
  bool is_cut_ = false;    // the value that ended was not closed
  char opening_ = '{';     // the value's first byte
  std::size_t depth_ = 0;  // containers around the next byte, in the value

  // What take() is in.
  bool has_taken_ = false;
  bool in_array_ = false;
  bool after_value_ = false;
  bool after_comma_ = false;
};

bool begins(std::string_view opening) {
  const std::size_t text = skip_white(opening, 0, opening.size());
  if (text == opening.size()) return false;
  const std::size_t next = skip_white(opening, text + 1, opening.size());
  if (next == opening.size()) return false;
  return (opening[text] == '[' && opening[next] == '{') || (opening[text] == '{' && opening[next] == '"');
}

}  // namespace

extern const DumpFormat json_format;
const DumpFormat json_format{"json", {"json"}, begins, open_records<JsonValues>};

}  // namespace corpack
