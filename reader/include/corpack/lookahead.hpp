// Lookahead recognizes what needs more than the next character: c++, c#, .net and the possessive.
// Lifetime: refers to text and folder. Constant time. Not thread-safe, because the folder remembers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/ascii.hpp>
#include <corpack/code_point.hpp>

namespace corpack::detail {

class Lookahead {
 public:
  Lookahead(std::string_view text, CodePointFolder& folder) noexcept : text_(text), folder_(folder) {}

  // Where the ++ of letters++ or the # of one letter# ends, 0 if it is none. `part` is what comes before
  // them, folded, and `next` is behind the first sign.
  std::size_t language_name_end(std::string_view part, char sign, std::size_t next) noexcept {
    const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
    if (part.empty() || !std::all_of(part.begin(), part.end(), letter)) return 0;
    if (sign == '#') return part.size() == 1 && !ahead(next).continues_word() ? next : 0;
    const auto second = ahead(next);
    if (second.value != '+') return 0;
    const auto after = ahead(next + second.length);
    return after.letter || after.mark ? 0 : next + second.length;
  }

  // Where the s after an apostrophe ends if it ends the word, else 0.
  std::size_t possessive_end(std::size_t next) noexcept {
    const auto s = ahead(next);
    if (s.value != 's' && s.value != 'S') return 0;
    return ahead(next + s.length).continues_word() ? 0 : next + s.length;
  }

  // Where the net after a full stop ends if it is a word, else 0.
  std::size_t net_end(std::size_t next) noexcept {
    for (const char expected : std::string_view("net")) {
      const auto letter = ahead(next);
      if ((letter.value | 0x20u) != static_cast<unsigned char>(expected)) return 0;
      next += letter.length;
    }
    return ahead(next).continues_word() ? 0 : next;
  }

 private:
  struct Ahead {
    char32_t value = 0;  // ASCII for the punctuation that stands for it and for full-width letters, else 0
    std::uint32_t length = 0;
    bool letter = false, digit = false, mark = false;
    bool continues_word() const noexcept { return letter || digit || mark; }
  };

  Ahead ahead(std::size_t at) noexcept {
    if (at >= text_.size()) return {};
    const auto byte = static_cast<unsigned char>(text_[at]);
    const auto byte_class = byte_tables.classes[byte];
    if (byte_class != ByteClass::non_ascii) {
      return {byte, 1, byte_class == ByteClass::letter, byte_class == ByteClass::digit, false};
    }
    const auto decoded = decode_code_point(text_, at);
    if (decoded.length == 0) return {};
    const auto& folded = folder_(decoded.value);
    const bool letters = folded.kind == CodePointKind::letters || folded.kind == CodePointKind::symbol;
    const char32_t first = folded.count == 1 && folded.folded[0] < 0x80 ? folded.folded[0] : 0;
    const bool digit = letters && first >= '0' && first <= '9';
    return {first, decoded.length, letters && !digit, digit, folded.kind == CodePointKind::mark};
  }

  std::string_view text_;
  CodePointFolder& folder_;
};

}  // namespace corpack::detail
