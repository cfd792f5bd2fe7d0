// Scanner reads a text from its first byte to its last and drives a TokenBuilder: UTF-8, LaTeX, punctuation.
// schema/ANALYZER.md has the rules. ASCII words between separators, nearly all of English, take a short way.
// Lifetime: refers to text, folder and sink. Linear time. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/ascii.hpp>
#include <corpack/code_point.hpp>
#include <corpack/folded_text.hpp>
#include <corpack/latex.hpp>
#include <corpack/lookahead.hpp>
#include <corpack/symbols.hpp>
#include <corpack/token.hpp>
#include <corpack/token_builder.hpp>

namespace corpack::detail {

template <class Sink>
class Scanner {
 public:
  // Requires text.size() <= 2 GiB, so that offsets and counts have room.
  Scanner(std::string_view text, CodePointFolder& folder, Sink& sink) noexcept
      : text_(text), folder_(folder), ahead_(text, folder), builder_(sink) {}

  AnalysisCounts run() {
    while (at_ < text_.size()) {
      switch (class_at(at_)) {
        case ByteClass::separator:
          builder_.end_word();
          ++at_;
          break;
        case ByteClass::letter:
        case ByteClass::digit:
          builder_.idle() ? plain_words() : ascii_run();
          break;
        case ByteClass::punctuation:
          punctuation(text_[at_], 1);
          break;
        case ByteClass::latex:
          latex();
          break;
        case ByteClass::non_ascii:
          code_point();
          break;
      }
    }
    builder_.end_word();
    return builder_.counts();
  }

 private:
  static constexpr std::size_t no_offset = static_cast<std::size_t>(-1);

  TextSpan span(std::size_t begin, std::size_t end) const noexcept {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  // ASCII words, each followed by one separator (perhaps after a full stop or a comma) and another such word.
  void plain_words() {
    const auto is_separator = [&](std::size_t at) { return class_at(at) == ByteClass::separator; };
    for (;;) {
      const auto begin = at_;
      const auto end = std::min(text_.size(), begin + FoldedText::max_bytes);
      char* to = builder_.buffer();
      std::size_t size = 0;
      while (end - at_ >= 8) {
        const auto run = lower_alphanumerics(text_.data() + at_, to + size);
        size += run;
        at_ += run;
        if (run < 8) break;
      }
      while (at_ < end && byte_tables.lower[byte(at_)] != 0) to[size++] = byte_tables.lower[byte(at_++)];
      const auto stop = char_at(at_);
      if (is_separator(at_)) {
        at_ += 1;
      } else if ((stop == '.' || stop == ',') && is_separator(at_ + 1)) {
        at_ += 2;
      } else {
        builder_.continue_buffer(size, span(begin, at_));
        return;
      }
      builder_.finish_buffer(size, span(begin, begin + size));
      if (at_ >= text_.size()) {
        at_ = text_.size();
        return;
      }
      if (byte_tables.lower[byte(at_)] == 0) return;
    }
  }

  void ascii_run() {
    std::array<char, 64> folded{};
    const auto begin = at_;
    std::size_t size = 0;
    while (size < folded.size() && at_ < text_.size() && byte_tables.lower[byte(at_)] != 0) {
      folded[size++] = byte_tables.lower[byte(at_++)];
    }
    builder_.ascii({folded.data(), size}, PartKind::plain, span(begin, at_));
  }

  void code_point() {
    const auto decoded = decode_code_point(text_, at_);
    if (decoded.length == 0) {
      builder_.invalid_byte();
      ++at_;
      return;
    }
    const auto& folded = folder_(decoded.value);
    const auto where = span(at_, at_ + decoded.length);
    switch (folded.kind) {
      case CodePointKind::separator:
        builder_.end_word();
        break;
      case CodePointKind::ignorable:
        break;
      case CodePointKind::punctuation:
        return punctuation(static_cast<char>(folded.folded[0]), decoded.length);
      case CodePointKind::symbol:
        symbol(symbol_name(folded.folded[0]), where);
        break;
      case CodePointKind::mark:
        builder_.mark(folded.folded[0], where);
        break;
      case CodePointKind::letters:
        for (std::size_t i = 0; i < folded.count; ++i) {
          if (folded.kinds[i] == LetterKind::none) {
            builder_.end_word();
          } else if (folded.kinds[i] == LetterKind::mark) {
            builder_.mark(folded.folded[i], where);
          } else {
            builder_.letter(folded.folded[i], folded.kinds[i], where);
          }
        }
        break;
    }
    at_ += decoded.length;
  }

  void symbol(std::string_view name, TextSpan where) { builder_.ascii(name, PartKind::symbol, where); }

  // A character that connects, or that makes a name with its neighbours: c++, c#, .net, network's.
  void punctuation(char ascii, std::uint32_t length) {
    const auto next = at_ + length;
    if (ascii == '+' || ascii == '#') {
      if (const auto end = ahead_.language_name_end(builder_.open_part(), ascii, next); end != 0) {
        builder_.seal(ascii == '+' ? "++" : "#", static_cast<std::uint32_t>(end));
        at_ = end;
      } else {
        builder_.end_word();
        at_ = next;
      }
      return;
    }
    if (ascii == '\'' && builder_.in_part()) {
      if (const auto end = ahead_.possessive_end(next); end != 0) {
        builder_.seal({}, static_cast<std::uint32_t>(end));
        at_ = end;
        return;
      }
    }
    if (ascii == '.' && !builder_.in_word()) {
      if (const auto end = ahead_.net_end(next); end != 0) {
        builder_.end_word();
        builder_.ascii(".net", PartKind::plain, span(at_, end));
        builder_.seal({}, static_cast<std::uint32_t>(end));
        at_ = end;
        return;
      }
    }
    builder_.connector(ascii);
    at_ = next;
    if (ascii == '_' || ascii == '^') transparent_brace_at_ = at_;
  }

  void latex() {
    switch (text_[at_]) {
      case '$':
        if (char_at(at_ + 1) == '$') {
          builder_.end_word();
          ++at_;
        }
        break;
      case '{':
        return open_brace();
      case '}':
        if ((braces_ & 1) == 0) builder_.end_word();
        braces_ >>= 1;
        break;
      default:
        return is_letter_at(at_ + 1) ? command() : escape();
    }
    ++at_;
  }

  void open_brace() {
    const bool transparent =
        transparent_brace_at_ == at_ || (separating_brace_at_ != at_ && char_at(at_ + 1) == '\\');
    if (!transparent) builder_.end_word();
    braces_ = braces_ << 1 | (transparent ? 1u : 0u);
    ++at_;
  }

  // A backslash and no letter: an accent, a mathematics bracket, or the character itself.
  void escape() {
    const char escaped = char_at(at_ + 1);
    const auto target = char_at(at_ + 2);
    const bool accentable =
        is_letter_at(at_ + 2) || target == '{' || (target == '\\' && is_letter_at(at_ + 3));
    const bool accent = std::string_view("\"'`^~=.").find(escaped) != std::string_view::npos && accentable;
    if (accent || std::string_view("()-/").find(escaped) != std::string_view::npos) {
      at_ += 2;
      transparent_brace_at_ = at_;
      return;
    }
    ++at_;
    if (class_at(at_) == ByteClass::punctuation && escaped != ',') return punctuation(escaped, 1);
    builder_.end_word();
    if (at_ < text_.size() && byte(at_) < 0x80) ++at_;
  }

  void command() {
    const auto begin = at_++;
    while (is_letter_at(at_)) ++at_;
    const auto name = text_.substr(begin + 1, at_ - begin - 1);
    const auto where = span(begin, at_);
    if (char_at(at_) == '*' && char_at(at_ + 1) == '{') ++at_;
    transparent_brace_at_ = at_;
    const auto command = latex_command(name);
    switch (command.kind) {
      case LatexKind::format:
        break;
      case LatexKind::separator:
        builder_.end_word();
        transparent_brace_at_ = no_offset;
        separating_brace_at_ = at_;
        break;
      case LatexKind::symbol:
        symbol(command.text, where);
        break;
      case LatexKind::letter:
        builder_.ascii(command.text, PartKind::plain, where);
        if (char_at(at_) == ' ' && is_letter_at(at_ + 1)) ++at_;
        break;
      case LatexKind::accent:
        if (char_at(at_) == ' ' && is_letter_at(at_ + 1)) {
          ++at_;
        } else if (char_at(at_) != '{') {
          word_command(name, where);
        }
        break;
      case LatexKind::word:
        word_command(name, where);
        break;
    }
  }

  void word_command(std::string_view name, TextSpan where) {
    std::array<char, FoldedText::max_bytes + 1> folded{};
    const auto size = std::min(name.size(), folded.size());
    for (std::size_t i = 0; i < size; ++i) folded[i] = byte_tables.lower[static_cast<unsigned char>(name[i])];
    builder_.ascii({folded.data(), size}, PartKind::command, where);
  }

  // The text's end reads as a separator, and as a NUL.
  unsigned char byte(std::size_t at) const noexcept { return static_cast<unsigned char>(text_[at]); }
  ByteClass class_at(std::size_t at) const noexcept {
    return at < text_.size() ? byte_tables.classes[byte(at)] : ByteClass::separator;
  }
  char char_at(std::size_t at) const noexcept { return at < text_.size() ? text_[at] : '\0'; }
  bool is_letter_at(std::size_t at) const noexcept { return class_at(at) == ByteClass::letter; }

  std::string_view text_;
  CodePointFolder& folder_;
  Lookahead ahead_;
  TokenBuilder<Sink> builder_;
  std::size_t at_ = 0;
  std::size_t transparent_brace_at_ = no_offset;  // a brace here vanishes
  std::size_t separating_brace_at_ = no_offset;   // a brace here does not
  std::uint64_t braces_ = 0;  // the open braces, innermost lowest: 1 if it vanishes, 0 if it separates
};

}  // namespace corpack::detail
