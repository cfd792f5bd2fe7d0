// JSON: an array of objects, or objects one after another, each one record (json_object.hpp).
//
// Where a value cannot go on as it does (a line ends in a string, a brace or a bracket stands where none
// can), it is rejected, and reading goes on with the next line that begins with a brace.

#include <algorithm>
#include <string>
#include <utility>

#include "dump/formats/dump_format.hpp"
#include "dump/formats/json_error.hpp"
#include "dump/formats/json_object.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

class JsonValues final : public RecordFormat {
 public:
  explicit JsonValues(const DumpOptions& options) : object_{options} {}

  Scan scan(std::string_view bytes, bool at_end) override {
    std::size_t at = 0;
    while (at < bytes.size()) {
      if (is_lost_) {
        if (find_way(bytes, at)) return end_at(at);
      } else if (in_string_) {
        at = skip_string(bytes, at);
        if (!in_string_ && !is_lost_ && open_.empty()) return end_at(at);
      } else if (!open_.empty()) {
        if (step_inside(bytes[at])) return end_at(at + 1);
        if (!is_lost_) ++at;
      } else if (in_scalar_) {
        if (is_json_space(bytes[at]) || std::string_view{",[]{}\""}.find(bytes[at]) != std::string_view::npos)
          return end_at(at);
        ++at;
      } else {
        step_between(bytes[at++]);
      }
    }
    return at_end ? end_at(at) : Scan{at, false};
  }

  void restart() override {
    in_string_ = is_escaped_ = in_scalar_ = is_lost_ = false;
    open_.clear();
  }

  bool take(std::string_view raw, RecordDraft& draft) override {
    const bool was_lost = std::exchange(ended_lost_, false);
    const std::size_t begin = skip_separators(raw, draft);
    if (begin == raw.size() || draft.rejection()) return false;
    draft.starts_at(begin);
    object_.read(raw.substr(begin), begin, draft);
    // Of what was between a lost value and the next nothing is known.
    after_value_ = !was_lost;
    after_comma_ = false;
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
    ended_lost_ = is_lost_;
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
    if (byte == '{' || byte == '[') open_ = byte;
    before_ = byte;
    at_line_begin_ = false;
  }

  // Whether the value ends with this byte. A byte that cannot be there is left to find_way().
  bool step_inside(char byte) {
    if (is_json_space(byte)) {
      at_line_begin_ = at_line_begin_ || byte == '\n';
      return false;
    }
    const bool in_object = open_.back() == '{';
    if (byte == '{' || byte == '[') {
      is_lost_ = in_object ? before_ != ':' : before_ != ',' && before_ != '[';
      is_lost_ = is_lost_ || open_.size() > max_json_depth;
      if (is_lost_) return false;
      open_ += byte;
    } else if (byte == '}' || byte == ']') {
      is_lost_ = in_object != (byte == '}');
      if (is_lost_) return false;
      open_.pop_back();
      if (open_.empty()) return true;
    }
    in_string_ = byte == '"';
    before_ = byte;
    at_line_begin_ = false;
    return false;
  }

  // To behind the string's end, or to the end of the bytes, or to where a line ends in it.
  std::size_t skip_string(std::string_view bytes, std::size_t at) {
    if (std::exchange(is_escaped_, false) && bytes[at] != '\n') return at + 1;
    at = bytes.find_first_of("\"\\\n", at);
    if (at == std::string_view::npos) return bytes.size();
    is_escaped_ = bytes[at] == '\\';
    is_lost_ = bytes[at] == '\n';
    in_string_ = is_escaped_;
    return is_lost_ ? at : at + 1;
  }

  // Takes what is before the next line that begins with a brace, or a bracket that may close the array.
  bool find_way(std::string_view bytes, std::size_t& at) {
    while (at < bytes.size()) {
      if (at_line_begin_ && (bytes[at] == '{' || bytes[at] == ']')) return true;
      at_line_begin_ = bytes[at] == '\n' || (at_line_begin_ && is_json_space(bytes[at]));
      ++at;
      if (!at_line_begin_) at = std::min(bytes.find('\n', at), bytes.size());
    }
    return false;
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

  JsonObjectReader object_;

  // What scan() is in.
  bool begins_array_ = false;
  bool has_begun_ = false;  // the dump's first byte was seen
  bool in_string_ = false;
  bool is_escaped_ = false;  // the next byte of the string
  bool in_scalar_ = false;
  bool is_lost_ = false;        // the value cannot be JSON any more
  bool ended_lost_ = false;     // the same of the value that ended
  bool at_line_begin_ = false;  // only white space since
  char before_ = 0;             // the last byte of the value that is no white space
  std::string open_;            // the containers around the next byte, by their opening bytes

  // What take() is in.
  bool has_taken_ = false;
  bool in_array_ = false;
  bool after_value_ = false;
  bool after_comma_ = false;
};

bool begins_json(std::string_view opening) {
  const std::size_t text = skip_white(opening, 0, opening.size());
  if (text == opening.size()) return false;
  const std::size_t next = skip_white(opening, text + 1, opening.size());
  if (next == opening.size()) return false;
  return (opening[text] == '[' && opening[next] == '{') || (opening[text] == '{' && opening[next] == '"');
}

}  // namespace

extern const DumpFormat json_format;
const DumpFormat json_format{"json", {"json"}, begins_json, open_records<JsonValues>};

}  // namespace corpack
