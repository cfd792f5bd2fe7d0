// Markdown lists of records: a heading or a bullet begins a record.
//
// The first heading, of level 1, is the dump's title, unless it has fields of its own. Any other heading
// begins a record, and so does a bullet at the line's begin, unless it is in a record that began as a heading
// and is a field, or has something before it there. A heading with nothing below but bullets or deeper
// headings is a section: the records in it have it as their field `section`, outer ones first, ` / ` between.
// The line that begins a record is its `title`, but for a bullet that is a field with others below it; where
// it begins with a link, the link's text is the title, its target the `url`, and the rest text. Lines
// `**Name**: value` or `**Name:** value`, with or without a bullet, are fields; a value goes on to a blank
// line or the next field, or, where its own line has none, to the next field. The rest is `text`.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dump/formats/dump_format.hpp"
#include "dump/formats/line_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

// 1 to 6; 0: the line is no heading.
std::size_t heading_level(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level <= 6 && level < line.size() && (line[level] == ' ' || line[level] == '\t') ? level : 0;
}

// Three or more of one sign, which draw a line: `* * *`.
bool is_thematic_break(std::string_view line) {
  const std::string_view marks = trimmed(line);
  return !marks.empty() && (marks[0] == '-' || marks[0] == '*') &&
         std::count(marks.begin(), marks.end(), marks[0]) >= 3 &&
         marks.find_first_not_of(std::string{' ', '\t', marks[0]}) == std::string_view::npos;
}

// The length of the bullet or number that `line` begins with; 0: it begins with none.
std::size_t bullet_bytes(std::string_view line) {
  std::size_t mark = 0;
  if (is_thematic_break(line)) return 0;
  if (line.starts_with('-') || line.starts_with('*') || line.starts_with('+')) {
    mark = 1;
  } else {
    mark = std::min(line.find_first_not_of("0123456789"), line.size());
    if (mark == 0 || mark > 9 || mark == line.size() || (line[mark] != '.' && line[mark] != ')')) return 0;
    ++mark;
  }
  return mark < line.size() && (line[mark] == ' ' || line[mark] == '\t') ? mark + 1 : 0;
}

struct NamedValue {
  std::string_view name;
  std::string_view value;
};

// `**Name**: value` and `**Name:** value`, after white space and a bullet if there is one.
std::optional<NamedValue> field_of(std::string_view line) {
  line = trimmed(line);
  line.remove_prefix(bullet_bytes(line));
  line = trimmed(line);
  if (!line.starts_with("**")) return std::nullopt;
  const std::size_t end = line.find("**", 2);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view name = line.substr(2, end - 2);
  std::string_view value = line.substr(end + 2);
  if (name.ends_with(':')) {
    name.remove_suffix(1);
  } else if (value.starts_with(':')) {
    value.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  name = trimmed(name);
  if (name.empty()) return std::nullopt;
  return NamedValue{name, trimmed(value)};
}

class MarkdownRecords final : public LineFormat {
 public:
  explicit MarkdownRecords(const DumpOptions& options) : wants_title_{options.has_title} {}

  bool take(std::string_view raw, RecordDraft& draft) override {
    const bool is_section = std::exchange(is_section_, false);
    const std::size_t begin = skip_white(raw, 0, raw.size());
    if (begin == raw.size()) return false;
    // White space before a bullet makes it a part of something.
    const std::size_t line_begin = begin == 0 ? 0 : raw.rfind('\n', begin - 1) + 1;
    draft.starts_at(begin);
    const std::size_t first_end = std::min(raw.find('\n', begin), raw.size());
    const std::string_view first = raw.substr(line_begin, first_end - line_begin);
    const std::string_view body = raw.substr(std::min(first_end + 1, raw.size()));
    if (heading_level(first) != 0) return take_heading(first, body, is_section, begin, draft);
    const std::size_t bullet = bullet_bytes(first);
    if (bullet != 0) {
      if (field_of(first) && has_fields(body))
        take_record({}, raw.substr(begin), draft);
      else
        take_record(trimmed(first.substr(bullet)), body, draft);
      return true;
    }
    draft.remark(Trouble::left_out, begin, "what is before the first heading or bullet is left out");
    return false;
  }

  std::optional<std::string> title() const override { return title_; }

 private:
  enum class Start { none, heading, bullet };

  struct Section {
    std::size_t level;
    std::string name;
  };

  LineRole role_of(std::string_view line) override {
    if (is_blank(line)) return LineRole::goes_on;
    const std::string_view text = trimmed(line);
    if (text.starts_with("```") || text.starts_with("~~~")) in_code_ = !in_code_;
    const std::size_t level = in_code_ ? 0 : heading_level(line);
    const bool is_bullet = !in_code_ && level == 0 && bullet_bytes(line) != 0 &&
                           (start_ != Start::heading || (!field_of(line) && (!has_body_ || in_title_)));
    in_title_ = in_title_ && !field_of(line);
    if (level == 0 && !is_bullet) {
      has_body_ = true;
      return LineRole::goes_on;
    }
    in_title_ = wants_title_ && level == 1;
    is_section_ = start_ == Start::heading && !has_body_ && (is_bullet || level > level_);
    start_ = level != 0 ? Start::heading : Start::bullet;
    level_ = level;
    has_body_ = false;
    return LineRole::begins;
  }

  bool take_heading(std::string_view first, std::string_view body, bool is_section, std::size_t begin,
                    RecordDraft& draft) {
    const std::size_t level = heading_level(first);
    std::string_view name = trimmed(first.substr(level));
    const std::size_t closing = name.find_last_not_of('#');
    if (closing != std::string_view::npos && name[closing] == ' ') name = trimmed(name.substr(0, closing));
    while (!sections_.empty() && sections_.back().level >= level) sections_.pop_back();
    if (std::exchange(wants_title_, false) && level == 1 && !has_fields(body)) {
      title_ = name;
      if (!is_blank(body))
        draft.remark(Trouble::left_out, begin + first.size() + 1 + skip_white(body, 0, body.size()),
                     "what is below the dump's title is left out");
      return false;
    }
    if (is_section) {
      sections_.push_back({level, std::string{name}});
      return false;
    }
    take_record(name, body, draft);
    return true;
  }

  static bool has_fields(std::string_view body) {
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t end = std::min(body.find('\n', at), body.size());
      if (field_of(body.substr(at, end - at))) return true;
      at = end + 1;
    }
    return false;
  }

  // `first`: the line with its title, without marks; empty: it has none.
  void take_record(std::string_view first, std::string_view body, RecordDraft& draft) {
    text_.clear();
    if (!first.empty()) take_title(first, draft);
    DraftField* field = nullptr;
    bool to_next_field = false;
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t end = std::min(body.find('\n', at), body.size());
      const std::string_view line = body.substr(at, end - at);
      at = end + 1;
      if (const std::optional<NamedValue> named = field_of(line)) {
        end_value(field, draft);
        field = &draft.field(named->name);
        value_ = named->value;
        to_next_field = value_.empty();
      } else if (field != nullptr && (to_next_field || goes_on(line))) {
        value_.append(1, '\n').append(line);
      } else {
        end_value(field, draft);
        field = nullptr;
        text_.append(line).append(1, '\n');
      }
    }
    end_value(field, draft);
    if (const std::string_view text = trimmed(text_); !text.empty()) draft.add(draft.field("text"), text);
    add_section(draft);
  }

  // Whether a field's value goes on in this line.
  static bool goes_on(std::string_view line) { return !is_blank(line) && bullet_bytes(trimmed(line)) == 0; }

  // Where the `](` of the link is that `line` begins with, past brackets inside of its text.
  static std::size_t link_text_end(std::string_view line) {
    if (!line.starts_with('[')) return std::string_view::npos;
    std::size_t depth = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (line[at] == '[') ++depth;
      if (line[at] == ']' && --depth == 0)
        return line.substr(at).starts_with("](") ? at : std::string_view::npos;
    }
    return std::string_view::npos;
  }

  // `[title](url) rest`, or all of it.
  void take_title(std::string_view line, RecordDraft& draft) {
    const std::size_t middle = link_text_end(line);
    const std::size_t end = middle == std::string_view::npos ? middle : line.find(')', middle);
    if (end == std::string_view::npos) {
      draft.add(draft.field("title"), line);
      return;
    }
    draft.add(draft.field("title"), trimmed(line.substr(1, middle - 1)));
    draft.add(draft.field("url"), trimmed(line.substr(middle + 2, end - middle - 2)));
    text_.append(line.substr(end + 1)).append(1, '\n');
  }

  void end_value(DraftField* field, RecordDraft& draft) {
    if (field != nullptr) draft.add(*field, trimmed(value_));
  }

  void add_section(RecordDraft& draft) const {
    std::string path;
    for (const Section& section : sections_) {
      if (!path.empty()) path += " / ";
      path += section.name;
    }
    // Other than a string, so that it is no text unless it was asked for.
    if (!path.empty()) draft.add(draft.field("section"), path, ValueKind::other);
  }

  // What role_of() has seen: of the record in progress, and whether the one before it was a section.
  Start start_ = Start::none;
  std::size_t level_ = 0;
  bool has_body_ = false;
  bool in_title_ = false;  // in what may be the dump's title and what is below it
  bool in_code_ = false;
  bool is_section_ = false;

  // What take() has seen.
  bool wants_title_;
  std::optional<std::string> title_;
  std::vector<Section> sections_;
  std::string value_;
  std::string text_;
};

}  // namespace

extern const DumpFormat markdown_format;
const DumpFormat markdown_format{"markdown", {"md", "markdown"}, nullptr, open_records<MarkdownRecords>};

}  // namespace corpack
