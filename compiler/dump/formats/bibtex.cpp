// BibTeX: each entry is a record, its citation key the key, its type the field `type`.
//
// Field names are in lower case, as BibTeX takes no notice of it; values are what is between their braces or
// quotes, pieces that # joins put together, names that @string gave replaced, white space made single spaces
// as BibTeX does. Inner braces and LaTeX stay. What is outside of entries is a comment, and so are @comment
// and @preamble. An entry ends, closed or not, where a line begins the next one.

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "dump/excerpt.hpp"
#include "dump/formats/dump_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

constexpr std::size_t max_strings = 65536;
// What they stand for in one entry, and all together: names in names double with each line.
constexpr std::size_t max_replaced_bytes = std::size_t{1} << 20;
constexpr std::size_t max_strings_bytes = std::size_t{1} << 26;
constexpr std::size_t opening_type_bytes = 64;

std::string lower(std::string_view name) {
  std::string lower{name};
  for (char& byte : lower) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  return lower;
}

bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// The length of `@type{`, which `text` begins with; 0: it does not.
std::size_t opening_bytes_of(std::string_view text) {
  if (!text.starts_with('@')) return 0;
  std::size_t at = 1;
  while (at < text.size() && is_letter(text[at])) ++at;
  if (at == 1) return 0;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at < text.size() && (text[at] == '{' || text[at] == '(') ? at + 1 : 0;
}

// The first line of `raw` that begins an entry, or its end.
std::size_t entry_begin(std::string_view raw) {
  std::size_t at = skip_white(raw, 0, raw.size());
  while (at < raw.size() && opening_bytes_of(raw.substr(at, opening_type_bytes)) == 0) {
    const std::size_t line = raw.find('\n', at);
    at = line == std::string_view::npos ? raw.size() : skip_white(raw, line + 1, raw.size());
  }
  return at;
}

// One entry's text, read from front to back.
class Entry {
 public:
  explicit Entry(std::string_view text) : text_{text} {}

  std::size_t at() const { return at_; }
  bool at_end() const { return at_ == text_.size(); }
  char front() const { return at_end() ? '\0' : text_[at_]; }
  void skip(std::size_t bytes) { at_ += bytes; }
  void skip_space() { at_ = skip_white(text_, at_, text_.size()); }

  bool take(char byte) {
    skip_space();
    if (at_end() || text_[at_] != byte) return false;
    ++at_;
    return true;
  }

  // Up to one of `ends` or white space.
  std::string_view word(std::string_view ends) {
    skip_space();
    const std::size_t begin = at_;
    while (!at_end() && ends.find(text_[at_]) == std::string_view::npos && text_[at_] != ' ' &&
           text_[at_] != '\t' && text_[at_] != '\n')
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // What is between the quote or brace here and the one that closes it. False: nothing does.
  bool enclosed(std::string& value) {
    const char closing = text_[at_] == '"' ? '"' : '}';
    const std::size_t begin = ++at_;
    for (std::size_t depth = 0; !at_end(); ++at_) {
      const char byte = text_[at_];
      if (depth == 0 && byte == closing) {
        value += text_.substr(begin, at_++ - begin);
        return true;
      }
      if (byte == '{') ++depth;
      if (byte == '}' && depth != 0) --depth;
    }
    at_ = begin - 1;
    return false;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

std::string single_spaced(std::string_view value) {
  std::string spaced;
  bool is_space = false;
  for (const char byte : trimmed(value)) {
    const bool white = byte == ' ' || byte == '\t' || byte == '\n';
    if (white && !is_space) spaced += ' ';
    if (!white) spaced += byte;
    is_space = white;
  }
  return spaced;
}

class Entries final : public RecordFormat {
 public:
  explicit Entries(const DumpOptions&) {}

  Scan scan(std::string_view bytes, bool at_end) override {
    for (std::size_t at = 0; at < bytes.size();) {
      const char byte = bytes[at];
      if (byte == '@' && at_line_begin_) {
        const std::string_view rest = bytes.substr(at, opening_type_bytes);
        if (!at_end && rest.size() < opening_type_bytes &&
            rest.find_first_of("{(\n") == std::string_view::npos)
          return {at, false};
        if (const std::size_t opening = opening_bytes_of(rest); opening != 0) {
          if (in_entry_) return end_at(at);
          in_entry_ = true;
          closing_ = rest[opening - 1] == '(' ? ')' : '}';
          depth_ = 0;
          in_quotes_ = false;
          at_line_begin_ = false;
          at += opening;
          continue;
        }
      }
      ++at;
      if (byte == '\n')
        at_line_begin_ = true;
      else if (byte != ' ' && byte != '\t')
        at_line_begin_ = false;
      if (!in_entry_) continue;
      // A quoted value may hold the parenthesis that would close the entry; of braces, only pairs.
      if (byte == '"' && closing_ == ')' && depth_ == 0) in_quotes_ = !in_quotes_;
      if (byte == closing_ && depth_ == 0 && !in_quotes_) return end_at(at);
      if (byte == '{') ++depth_;
      if (byte == '}' && depth_ != 0) --depth_;
    }
    return at_end ? end_at(bytes.size()) : Scan{bytes.size(), false};
  }

  void restart() override {
    in_entry_ = false;
    at_line_begin_ = true;
  }

  bool take(std::string_view raw, RecordDraft& draft) override {
    const std::size_t begin = entry_begin(raw);
    if (begin == raw.size()) return false;
    draft.starts_at(begin);
    Entry entry{raw};
    entry.skip(begin + opening_bytes_of(raw.substr(begin)));
    const std::string type = lower(Entry{raw.substr(begin + 1)}.word("{("));
    if (type == "comment" || type == "preamble") return false;
    const char closing = raw[entry.at() - 1] == '(' ? ')' : '}';
    if (type != "string") {
      const std::string_view key = entry.word("=,{}");
      const std::size_t key_begin = entry.at() - key.size();
      const bool has_more = !entry.take(closing);
      if (key.empty() || (has_more && !entry.take(','))) {
        draft.reject(Trouble::malformed, key_begin, "an entry without a citation key and a comma");
        return false;
      }
      add_head(key, type, draft);
      if (!has_more) return true;
    }
    replaced_bytes_ = 0;
    const bool is_whole = take_fields(entry, closing, type == "string", draft);
    return is_whole && type != "string";
  }

 private:
  Scan end_at(std::size_t at) {
    restart();
    return {at, true};
  }

  static void add_head(std::string_view key, std::string_view type, RecordDraft& draft) {
    DraftField& field = draft.field("key");
    draft.add(field, key);
    draft.set_id(field);
    draft.add(draft.field("type"), type, ValueKind::other);
  }

  bool take_fields(Entry& entry, char closing, bool are_strings, RecordDraft& draft) {
    while (!entry.take(closing)) {
      const std::string name = lower(entry.word("=,{}\"#"));
      if (name.empty() || !entry.take('=')) {
        draft.reject(Trouble::malformed, entry.at(),
                     entry.at_end() ? "an entry that is not closed" : "a name and = are expected");
        return false;
      }
      std::string value;
      if (!take_value(entry, value)) {
        draft.reject(Trouble::malformed, entry.at(),
                     replaced_bytes_ > max_replaced_bytes
                         ? "names that @string gave stand for more than 1 MiB"
                         : "a value that is not closed");
        return false;
      }
      if (are_strings) {
        if (strings_.size() == max_strings || strings_bytes_ + value.size() > max_strings_bytes) {
          draft.reject(Trouble::malformed, entry.at(), "more than 65536 names from @string, or than 64 MiB");
          return false;
        }
        strings_bytes_ += value.size();
        strings_[name] = single_spaced(value);
      } else {
        add_field(name, value, draft);
      }
      if (!entry.take(',')) {
        if (entry.take(closing)) return true;
        draft.reject(Trouble::malformed, entry.at(),
                     entry.at_end() ? "an entry that is not closed" : "a comma is expected");
        return false;
      }
    }
    return true;
  }

  bool take_value(Entry& entry, std::string& value) {
    do {
      entry.skip_space();
      if (entry.front() == '{' || entry.front() == '"') {
        if (!entry.enclosed(value)) return false;
        continue;
      }
      const std::string_view word = entry.word(",}#)");
      if (word.empty()) return false;
      const auto found = strings_.find(lower(word));
      if (found != strings_.end() && (replaced_bytes_ += found->second.size()) > max_replaced_bytes)
        return false;
      value += found == strings_.end() ? word : std::string_view{found->second};
    } while (entry.take('#'));
    return true;
  }

  static void add_field(const std::string& name, const std::string& value, RecordDraft& draft) {
    DraftField& field = draft.field(name);
    if (draft.has(field) && name != "type") {
      draft.remark(Trouble::repeated_field, draft.start(),
                   fmt::format("field \"{}\" comes again, the first one counts", excerpt(name)));
      return;
    }
    draft.add(field, single_spaced(value));
  }

  std::unordered_map<std::string, std::string> strings_;
  std::size_t strings_bytes_ = 0;   // of all values that they were given
  std::size_t replaced_bytes_ = 0;  // of the entry in progress
  bool in_entry_ = false;
  bool at_line_begin_ = true;
  char closing_ = '}';
  std::size_t depth_ = 0;  // of braces, inside the entry's own
  bool in_quotes_ = false;
};

bool begins_bibtex(std::string_view opening) {
  opening.remove_prefix(skip_white(opening, 0, opening.size()));
  return opening_bytes_of(opening.substr(0, opening_type_bytes)) != 0;
}

}  // namespace

extern const DumpFormat bibtex_format;
const DumpFormat bibtex_format{"bibtex", {"bib", "bibtex"}, begins_bibtex, open_records<Entries>};

}  // namespace corpack
