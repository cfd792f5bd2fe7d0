// TREC collections: records between <DOC> and </DOC>, DOCNO their key.
//
// Each element of the record is a field; what is between elements is the field `text`. Of what is inside an
// element, tags are taken out and the five entities of SGML are characters again; white space around it goes.

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "dump/formats/dump_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

constexpr std::string_view opening_tag = "<DOC>";
// Elements of one record that are never closed, past which none is looked for any more.
constexpr std::size_t max_unclosed = 100;

constexpr std::string_view closing_tag = "</DOC>";

constexpr std::array<std::pair<std::string_view, char>, 5> entities{
    {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};

bool is_name_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '-' || byte == '_' || byte == '.';
}

// The length of the tag or comment that `text` begins with; 0: it begins with none.
std::size_t tag_bytes(std::string_view text) {
  if (!text.starts_with('<')) return 0;
  if (text.starts_with("<!--")) {
    const std::size_t end = text.find("-->", 4);
    return end == std::string_view::npos ? 0 : end + 3;
  }
  const std::size_t name = text.starts_with("</") ? 2 : 1;
  // A comparison is no tag, whatever follows it.
  const bool is_name =
      name < text.size() && is_name_byte(text[name]) && !(text[name] >= '0' && text[name] <= '9');
  const std::size_t end = text.find_first_of("<>\n", 1);
  return is_name && end != std::string_view::npos && text[end] == '>' ? end + 1 : 0;
}

std::string_view tag_name(std::string_view tag) {
  const std::size_t begin = tag.starts_with("</") ? 2 : 1;
  std::size_t end = begin;
  while (end < tag.size() && is_name_byte(tag[end])) ++end;
  return tag.substr(begin, end - begin);
}

void append_plain(std::string& plain, std::string_view marked) {
  while (!marked.empty()) {
    const std::size_t mark = std::min(marked.find_first_of("<&"), marked.size());
    plain += marked.substr(0, mark);
    marked.remove_prefix(mark);
    if (marked.empty()) return;
    std::size_t taken = tag_bytes(marked);
    for (const auto& [entity, byte] : entities)
      if (marked.starts_with(entity)) {
        plain += byte;
        taken = entity.size();
      }
    if (taken == 0) {
      plain += marked[0];
      taken = 1;
    }
    marked.remove_prefix(taken);
  }
}

class TrecRecords final : public RecordFormat {
 public:
  explicit TrecRecords(const DumpOptions&) {}

  Scan scan(std::string_view bytes, bool at_end) override {
    const std::size_t end = bytes.find(closing_tag);
    if (end != std::string_view::npos) return {end + closing_tag.size(), true};
    if (at_end) return {bytes.size(), true};
    // The tag may be cut.
    return {bytes.size() - std::min(bytes.size(), closing_tag.size() - 1), false};
  }

  void restart() override {}

  bool take(std::string_view raw, RecordDraft& draft) override {
    const std::size_t begin = skip_white(raw, 0, raw.size());
    if (begin == raw.size()) return false;
    if (!raw.substr(begin).starts_with(opening_tag)) return reject_outside(raw, begin, draft);
    const std::size_t content = begin + opening_tag.size();
    if (!raw.ends_with(closing_tag)) {
      draft.reject(Trouble::malformed, begin, "a <DOC> without </DOC>");
      return false;
    }
    const std::size_t next = raw.rfind(opening_tag);
    if (next != begin) {
      draft.reject(Trouble::malformed, begin, "a <DOC> without </DOC>", next);
      return false;
    }
    draft.starts_at(begin);
    take_elements(raw.substr(content, raw.size() - closing_tag.size() - content), draft);
    return true;
  }

 private:
  static bool reject_outside(std::string_view raw, std::size_t begin, RecordDraft& draft) {
    const std::size_t next = raw.find(opening_tag, begin);
    draft.reject(Trouble::malformed, begin, "text that is in no <DOC>", next);
    return false;
  }

  void take_elements(std::string_view content, RecordDraft& draft) {
    loose_.clear();
    unclosed_.clear();
    while (!content.empty()) {
      const std::size_t mark = std::min(content.find('<'), content.size());
      append_plain(loose_, content.substr(0, mark));
      content.remove_prefix(mark);
      if (content.empty()) break;
      const std::size_t opening = tag_bytes(content);
      const std::string_view name = opening == 0 ? std::string_view{} : tag_name(content.substr(0, opening));
      const std::size_t end =
          opening == 0 || content[1] == '/' ? std::string_view::npos : find_closing(content, opening, name);
      if (end == std::string_view::npos) {
        append_plain(loose_, content.substr(0, std::max<std::size_t>(opening, 1)));
        content.remove_prefix(std::max<std::size_t>(opening, 1));
        continue;
      }
      take_element(name, content.substr(opening, end - opening), draft);
      content.remove_prefix(end + name.size() + 3);
    }
    if (const std::string_view text = trimmed(loose_); !text.empty()) draft.add(draft.field("text"), text);
  }

  // Where `</name>` begins.
  std::size_t find_closing(std::string_view content, std::size_t from, std::string_view name) {
    closing_.assign("</").append(name).append(">");
    if (unclosed_.size() == max_unclosed || unclosed_.contains(closing_)) return std::string_view::npos;
    const std::size_t found = content.find(closing_, from);
    if (found == std::string_view::npos) unclosed_.insert(closing_);
    return found;
  }

  void take_element(std::string_view name, std::string_view content, RecordDraft& draft) {
    plain_.clear();
    append_plain(plain_, content);
    const std::string_view value = trimmed(plain_);
    DraftField& field = draft.field(name);
    const bool is_key = (name == "DOCNO" || name == "docno") && !draft.has(field);
    if (is_key) draft.set_id(field);
    draft.add(field, value);
  }

  std::string plain_;
  std::string loose_;  // what is in no element
  std::string closing_;
  std::set<std::string> unclosed_;  // closing tags that the rest of the record does not have
};

bool begins_trec(std::string_view opening) {
  return opening.substr(skip_white(opening, 0, opening.size())).starts_with(opening_tag);
}

}  // namespace

extern const DumpFormat trec_format;
const DumpFormat trec_format{"trec", {"trec", "sgml"}, begins_trec, open_records<TrecRecords>};

}  // namespace corpack
