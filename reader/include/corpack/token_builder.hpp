// TokenBuilder puts letters, marks, connectors and breaks, in the order of the text, together into tokens.
// A part is what becomes one token: "pre", "fine" and "tuning" of pre-fine-tuning. It is given out when the
// next part begins or at a break, because a possessive or a second Greek letter may still change it.
// Lifetime: refers to its sink. Not thread-safe. Linear time over all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/code_point.hpp>
#include <corpack/folded_text.hpp>
#include <corpack/symbols.hpp>
#include <corpack/token.hpp>

namespace corpack {

struct TextSpan {
  std::uint32_t begin = 0, end = 0;  // bytes of the original text
};

enum class PartKind : std::uint8_t {
  none,
  plain,
  greek,    // Greek letters only; one alone becomes its name
  symbol,   // a named symbol; complete, but the next part may be joined to it
  command,  // a LaTeX function's name; a word of its own unless a connector joins it
};

template <class Sink>
class TokenBuilder {
 public:
  explicit TokenBuilder(Sink& sink) noexcept : sink_(sink) {}

  bool idle() const noexcept { return kind_ == PartKind::none && cjk_.value == 0; }
  // A part is there and nothing has come after it.
  bool in_part() const noexcept { return kind_ != PartKind::none && connector_ == 0; }
  // The last character read is part of a word.
  bool in_word() const noexcept { return in_part() || cjk_.value != 0; }
  // The open part as it is gathered, empty if it is closed to more letters.
  std::string_view open_part() const noexcept {
    return in_part() && kind_ == PartKind::plain && !sealed_ ? text_.raw() : std::string_view{};
  }
  const AnalysisCounts& counts() const noexcept { return counts_; }

  // Where the caller's fast path writes a word of ASCII letters and digits. Requires idle().
  char* buffer() noexcept { return text_.buffer(); }

  // The word in buffer() is complete. Requires idle() and 1 to FoldedText::max_bytes bytes.
  void finish_buffer(std::size_t size, TextSpan span) {
    const std::string_view word{text_.buffer(), size};
    sink_(Token{word, counts_.positions++, span.begin, span.end, TokenKind::word, false});
  }

  // The word in buffer() may go on.
  void continue_buffer(std::size_t size, TextSpan span) noexcept {
    text_.clear();
    text_.set_ascii(size);
    kind_ = PartKind::plain;
    span_ = span;
    joined_ = sealed_ = false;
  }

  // Folded ASCII letters and digits: a run of the text, or a named symbol or command.
  void ascii(std::string_view folded, PartKind kind, TextSpan span) {
    prepare(kind, is_digit(folded.front()), span);
    text_.append_ascii(folded);
    sealed_ = kind != PartKind::plain;
  }

  // One folded code point, which is no mark.
  void letter(char32_t folded, LetterKind kind, TextSpan span) {
    if (kind == LetterKind::cjk) return cjk(folded, span);
    const bool digit = folded >= '0' && folded <= '9';
    prepare(kind == LetterKind::greek ? PartKind::greek : PartKind::plain, digit, span);
    text_.append(folded, kind);
  }

  void mark(char32_t folded, TextSpan span) {
    if (cjk_.value != 0) {
      if (const char32_t composed = compose_pair(cjk_.value, folded); composed != 0) cjk_.value = composed;
      cjk_.span.end = span.end;
    } else if (!in_part()) {
      end_word();
    } else {
      if (!sealed_) text_.append(folded, LetterKind::mark);
      span_.end = span.end;
    }
  }

  // One of - _ ^ ' & . , between what came and what comes; two in a row are a break.
  void connector(char ascii) {
    if (cjk_.value != 0 || connector_ != 0) return end_word();
    if (kind_ != PartKind::none) connector_ = ascii;
  }

  // Adds `folded` to the part (if anything) and closes it: "c" to "c++", "network" of "network's". Requires
  // in_part().
  void seal(std::string_view folded, std::uint32_t end) noexcept {
    text_.append_ascii(folded);
    span_.end = end;
    sealed_ = true;
  }

  void end_word() {
    if (cjk_.value != 0) end_cjk();
    if (kind_ != PartKind::none) flush();
    kind_ = PartKind::none;
    connector_ = 0;
  }

  void invalid_byte() {
    end_word();
    ++counts_.invalid_bytes;
  }

 private:
  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  bool ends_in_digit() const noexcept { return kind_ == PartKind::plain && is_digit(text_.raw().back()); }

  // Makes the current part one that takes the next letters.
  void prepare(PartKind kind, bool digit, TextSpan span) {
    if (cjk_.value != 0) end_cjk();
    if (kind_ != PartKind::none && continues(kind, digit)) {
      span_.end = span.end;
      return;
    }
    const bool joined = kind_ != PartKind::none && joins(kind, digit);
    if (kind_ != PartKind::none) flush();
    text_.clear();
    kind_ = kind;
    span_ = span;
    joined_ = joined;
    sealed_ = false;
    connector_ = 0;
  }

  bool continues(PartKind kind, bool digit) noexcept {
    if (sealed_ || kind != kind_ || (kind != PartKind::plain && kind != PartKind::greek)) return false;
    if (connector_ == 0) return true;
    if ((connector_ != '.' && connector_ != ',') || !digit || !ends_in_digit()) return false;
    text_.append_ascii({&connector_, 1});
    connector_ = 0;
    return true;
  }

  bool joins(PartKind kind, bool digit) const noexcept {
    if (connector_ == 0) return kind_ != PartKind::command && kind != PartKind::command;
    if (connector_ == '.') return !digit && !ends_in_digit();
    return connector_ != ',';
  }

  void flush() {
    bool cut = false;
    auto word = text_.finish(cut);
    if (cut) ++counts_.cut_words;
    if (kind_ == PartKind::greek && word.size() == 2) {
      const auto decoded = decode_code_point(word, 0);
      if (is_greek_symbol(decoded.value)) word = greek_name(decoded.value);
    }
    sink_(Token{word, counts_.positions++, span_.begin, span_.end, TokenKind::word, joined_});
  }

  struct CjkCharacter {
    char32_t value = 0;
    TextSpan span;
  };

  void cjk(char32_t folded, TextSpan span) {
    if (cjk_.value == 0) {
      end_word();
    } else if (is_hangul_tail(folded)) {
      if (const char32_t composed = compose_pair(cjk_.value, folded); composed != 0) {
        cjk_.value = composed;
        cjk_.span.end = span.end;
        return;
      }
    }
    if (cjk_.value != 0) complete_cjk();
    cjk_ = {folded, span};
  }

  // Nothing more composes with the last character, so the one before it and the pair are known.
  void complete_cjk() {
    if (before_.value != 0) give_cjk(before_, &cjk_);
    before_ = cjk_;
  }

  void end_cjk() {
    complete_cjk();
    give_cjk(before_, nullptr);
    before_ = cjk_ = {};
  }

  void give_cjk(const CjkCharacter& one, const CjkCharacter* next) {
    std::array<char, 8> bytes;
    const auto size = encode_code_point(one.value, bytes.data());
    const auto position = counts_.positions++;
    sink_(Token{{bytes.data(), size}, position, one.span.begin, one.span.end, TokenKind::cjk_single, false});
    if (next == nullptr) return;
    const auto both = size + encode_code_point(next->value, bytes.data() + size);
    sink_(
        Token{{bytes.data(), both}, position, one.span.begin, next->span.end, TokenKind::cjk_bigram, false});
  }

  Sink& sink_;
  FoldedText text_;
  TextSpan span_;
  PartKind kind_ = PartKind::none;
  char connector_ = 0;   // what came after the part
  bool joined_ = false;  // the part to the one before
  bool sealed_ = false;  // the part takes no more letters
  CjkCharacter cjk_;     // the last character, which may still compose with what follows
  CjkCharacter before_;  // the one before it, which waits for its pair
  AnalysisCounts counts_;
};

}  // namespace corpack
