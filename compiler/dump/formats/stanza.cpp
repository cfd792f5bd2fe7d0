// Stanzas as Debian's control files have them: `Key: value` lines, blank lines between records.
//
// A line that begins with a space or a tab goes on with the value: it is one more line of it, without that
// first character, and ` .` stands for a blank one. Lines that begin with # are comments.

#include <algorithm>

#include "dump/formats/dump_format.hpp"
#include "dump/formats/line_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

bool is_key(std::string_view key) {
  return !key.empty() &&
         std::all_of(key.begin(), key.end(), [](char byte) { return byte > ' ' && byte != 0x7F; });
}

// Where the key ends, which is at a colon; npos: the line begins with none.
std::size_t key_end(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != std::string_view::npos && is_key(line.substr(0, colon)) ? colon : std::string_view::npos;
}

class Stanzas final : public LineFormat {
 public:
  explicit Stanzas(const DumpOptions&) {}

  bool take(std::string_view raw, RecordDraft& draft) override {
    field_ = nullptr;
    bool is_record = false;
    for (std::size_t at = 0; at < raw.size();) {
      const std::size_t end = std::min(raw.find('\n', at), raw.size());
      const std::string_view line = raw.substr(at, end - at);
      if (!is_blank(line) && line[0] != '#') {
        is_record = true;
        if (!take_line(line, at, draft)) break;
      }
      at = end + 1;
    }
    end_field(draft);
    return is_record;
  }

 private:
  LineRole role_of(std::string_view line) override {
    return is_blank(line) ? LineRole::ends : LineRole::goes_on;
  }

  bool take_line(std::string_view line, std::size_t offset, RecordDraft& draft) {
    if (line[0] == ' ' || line[0] == '\t') {
      if (field_ == nullptr) {
        draft.reject(Trouble::malformed, offset, "a line that goes on with a value, before any key");
        return false;
      }
      line.remove_prefix(1);
      line = line.substr(0, trim_end(line, 0, line.size()));
      value_ += '\n';
      if (line != ".") value_ += line;
      return true;
    }
    end_field(draft);
    const std::size_t colon = key_end(line);
    if (colon == std::string_view::npos) {
      draft.reject(Trouble::malformed, offset, "a line without a key and a colon");
      return false;
    }
    field_ = &draft.field(line.substr(0, colon));
    value_ = trimmed(line.substr(colon + 1));
    return true;
  }

  void end_field(RecordDraft& draft) {
    if (field_ == nullptr) return;
    // A value that begins in its second line.
    const bool on_next_line = value_.starts_with('\n');
    draft.add(*field_, std::string_view{value_}.substr(on_next_line ? 1 : 0));
    field_ = nullptr;
  }

  DraftField* field_ = nullptr;
  std::string value_;
};

// Two lines with keys; a title and a paragraph have none, or one by chance.
bool begins_stanza(std::string_view opening) {
  const std::size_t text = skip_white(opening, 0, opening.size());
  opening.remove_prefix(text);
  const std::size_t first_end = opening.find('\n');
  if (first_end == std::string_view::npos || key_end(opening.substr(0, first_end)) == std::string_view::npos)
    return false;
  std::string_view second = opening.substr(first_end + 1);
  second = second.substr(0, second.find('\n'));
  const std::size_t colon = key_end(second);
  return colon != std::string_view::npos && (colon + 1 == second.size() || second[colon + 1] == ' ');
}

}  // namespace

extern const DumpFormat stanza_format;
const DumpFormat stanza_format{
    "stanza", {"stanza", "stanzas", "deb822", "control", "dsc"}, begins_stanza, open_records<Stanzas>};

}  // namespace corpack
