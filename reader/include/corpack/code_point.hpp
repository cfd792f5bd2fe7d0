// Code points: UTF-8, classes and folding. The one place that includes utf8proc.
// Pure functions of their arguments and of utf8proc's tables; no locale; thread-safe; constant time each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include <utf8proc.h>

#include <corpack/symbols.hpp>

namespace corpack {

struct Decoded {
  char32_t value = 0;
  std::uint32_t length = 0;  // bytes read; 0 where the text is no UTF-8
};

// The code point at text[at]. Requires at < text.size(). Refuses overlong forms and surrogates.
inline Decoded decode_code_point(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::uint32_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() - at < length) return {};
  char32_t value = first & (0x7Fu >> length);
  for (std::uint32_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    value = value << 6 | (byte(i) & 0x3Fu);
  }
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  if (value < smallest[length] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length};
}

// Writes the code point as UTF-8 and returns its length. Requires a valid code point and room for 4 bytes.
inline std::size_t encode_code_point(char32_t value, char* to) noexcept {
  const auto put = [&](std::size_t i, char32_t byte) { to[i] = static_cast<char>(byte); };
  if (value < 0x80) return put(0, value), 1;
  if (value < 0x800) return put(0, 0xC0 | value >> 6), put(1, 0x80 | (value & 0x3F)), 2;
  if (value < 0x10000) {
    put(0, 0xE0 | value >> 12), put(1, 0x80 | (value >> 6 & 0x3F)), put(2, 0x80 | (value & 0x3F));
    return 3;
  }
  put(0, 0xF0 | value >> 18), put(1, 0x80 | (value >> 12 & 0x3F)), put(2, 0x80 | (value >> 6 & 0x3F));
  put(3, 0x80 | (value & 0x3F));
  return 4;
}

struct CodePointRange {
  char32_t first, last;
};

inline bool in_ranges(std::span<const CodePointRange> ranges, char32_t value) noexcept {
  return std::ranges::any_of(ranges, [&](auto r) { return value >= r.first && value <= r.last; });
}

// What a folded code point is to a word.
enum class LetterKind : std::uint8_t { none, plain, greek, cjk, mark };

inline LetterKind letter_kind(char32_t folded) noexcept {
  static constexpr CodePointRange cjk[] = {{0x1100, 0x11FF},   {0x2E80, 0x4DBF},  {0x4E00, 0x9FFF},
                                           {0xA960, 0xA97F},   {0xAC00, 0xD7FF},  {0xF900, 0xFAFF},
                                           {0x1AFF0, 0x1B16F}, {0x20000, 0x3FFFF}};
  if (is_greek_symbol(folded)) return LetterKind::greek;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(folded));
  if (category >= UTF8PROC_CATEGORY_MN && category <= UTF8PROC_CATEGORY_ME) return LetterKind::mark;
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
  const bool number = category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
  if (!letter && !number) return LetterKind::none;
  return in_ranges(cjk, folded) ? LetterKind::cjk : LetterKind::plain;
}

// Marks that say how a letter is pronounced and not which letter it is: of Latin, Greek and Cyrillic letters,
// of symbols, Hebrew points, Arabic harakat. Others (vowel signs of Indic scripts, kana voicing) are part of
// the word.
inline bool is_diacritic(char32_t mark) noexcept {
  static constexpr CodePointRange ranges[] = {
      {0x300, 0x36F}, {0x483, 0x487},   {0x591, 0x5C7},   {0x610, 0x61A},   {0x64B, 0x652},
      {0x670, 0x670}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE20, 0xFE2F}};
  return in_ranges(ranges, mark);
}

enum class CodePointKind : std::uint8_t {
  separator,
  letters,  // folds to letters, digits and marks, some of which may separate (the fraction slash of 1/2)
  mark,
  ignorable,    // as if it weren't there: soft hyphen, joiners, variation selectors, direction marks
  punctuation,  // stands for the ASCII punctuation in folded[0]
  symbol,       // a symbol with a name: ell, partial, nabla
};

struct FoldedCodePoint {
  static constexpr std::size_t max_count = 18;  // the longest NFKD there is (U+FDFA)
  char32_t source = 0;
  CodePointKind kind = CodePointKind::separator;
  std::uint8_t count = 0;
  std::array<LetterKind, max_count> kinds{};
  std::array<char32_t, max_count> folded{};

  void append(char32_t value) noexcept {
    if (count == max_count) return;
    kinds[count] = letter_kind(value);
    folded[count++] = value;
  }
};

namespace detail {

inline std::span<const char32_t> decompose(char32_t value, bool fold_case,
                                           std::span<char32_t, 32> to) noexcept {
  std::array<utf8proc_int32_t, 32> raw;
  int last_class = 0;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                                      (fold_case ? UTF8PROC_CASEFOLD : 0));
  const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), raw.data(),
                                             static_cast<utf8proc_ssize_t>(raw.size()), options, &last_class);
  if (count <= 0 || static_cast<std::size_t>(count) > raw.size()) return {};
  std::transform(raw.begin(), raw.begin() + count, to.begin(),
                 [](auto v) { return static_cast<char32_t>(v); });
  return to.first(static_cast<std::size_t>(count));
}

// Letters that NFKD leaves whole though readers type them without the stroke or as two letters.
inline std::string_view plain_letters(char32_t folded) noexcept {
  switch (folded) {
    case 0xE6:
      return "ae";
    case 0xF8:
      return "o";
    case 0x111:
      return "d";
    case 0x131:
      return "i";
    case 0x142:
      return "l";
    case 0x153:
      return "oe";
    case 0x237:
      return "j";
    default:
      return {};
  }
}

inline constexpr char32_t cyrillic_i = 0x438, cyrillic_short_i = 0x439, breve = 0x306;

// Appends the folded form: NFKD, diacritics removed, case folded. Marks that belong to words stay decomposed.
inline void append_folded(char32_t source, FoldedCodePoint& out) noexcept {
  std::array<char32_t, 32> whole, part;
  for (const char32_t value : decompose(source, false, whole)) {
    if (is_diacritic(value) && value != breve)
      continue;  // before case folding makes a letter of iota subscript
    for (const char32_t folded : decompose(value, true, part)) {
      if (folded == breve && out.count > 0 && out.folded[out.count - 1u] == cyrillic_i) {
        out.folded[out.count - 1u] = cyrillic_short_i;
      } else if (const auto letters = plain_letters(folded); !letters.empty()) {
        for (const char letter : letters) out.append(static_cast<char32_t>(letter));
      } else if (!is_diacritic(folded)) {
        out.append(folded);
      }
    }
  }
}

inline char32_t ascii_punctuation(char32_t source) noexcept {
  if (source == 0x2010 || source == 0x2011 || source == 0x2212) return '-';
  if (source == 0x2019) return '\'';
  if (source < 0xFF01 || source > 0xFF5E) return 0;
  const char32_t ascii = source - 0xFF01 + '!';
  return std::u32string_view(U"-_^'.,&+#").find(ascii) == std::u32string_view::npos ? 0 : ascii;
}

}  // namespace detail

// Class and folded form of one code point.
inline FoldedCodePoint fold_code_point(char32_t source) noexcept {
  FoldedCodePoint out;
  out.source = source;
  if (!symbol_name(source).empty()) {
    out.kind = CodePointKind::symbol;
    out.append(source);
    return out;
  }
  if (const char32_t ascii = detail::ascii_punctuation(source); ascii != 0) {
    out.kind = CodePointKind::punctuation;
    out.append(ascii);
    return out;
  }
  const auto* property = utf8proc_get_property(static_cast<utf8proc_int32_t>(source));
  if (property->ignorable) {
    out.kind = source == 0x200B ? CodePointKind::separator : CodePointKind::ignorable;
    return out;
  }
  const auto kind = letter_kind(source);
  if (kind == LetterKind::mark) {
    out.kind = CodePointKind::mark;
    out.append(source);
    return out;
  }
  detail::append_folded(source, out);
  const bool named = out.count == 1 && !symbol_name(out.folded[0]).empty();
  const bool cjk_symbol = source >= 0x2E80 && source <= 0x33FF && property->category == UTF8PROC_CATEGORY_SO;
  if (named) {
    out.kind = CodePointKind::symbol;
  } else if (kind != LetterKind::none || cjk_symbol) {
    out.kind = CodePointKind::letters;
  }
  return out;
}

// Remembers folded code points, since texts use few different ones. One per thread.
class CodePointFolder {
 public:
  const FoldedCodePoint& operator()(char32_t source) noexcept {
    auto& entry = entries_[source % entries_.size()];
    if (entry.source != source) entry = fold_code_point(source);
    return entry;
  }

 private:
  // A fresh entry is that of code point 0, a separator, and matches no other code point of its slot.
  std::array<FoldedCodePoint, 256> entries_{};
};

// Puts marks into canonical order and composes (NFC) in place; returns the new length. Allocates only where
// marks are out of order.
inline std::size_t compose(std::span<std::int32_t> code_points) noexcept {
  const auto class_of = [](std::int32_t c) { return utf8proc_get_property(c)->combining_class; };
  for (auto at = code_points.begin(); at != code_points.end();) {
    const auto marks = std::find_if(at, code_points.end(), [&](auto c) { return class_of(c) != 0; });
    at = std::find_if(marks, code_points.end(), [&](auto c) { return class_of(c) == 0; });
    const auto before = [&](auto a, auto b) { return class_of(a) < class_of(b); };
    if (!std::is_sorted(marks, at, before)) std::stable_sort(marks, at, before);
  }
  const auto length =
      utf8proc_normalize_utf32(code_points.data(), static_cast<utf8proc_ssize_t>(code_points.size()),
                               static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
  return length < 0 ? code_points.size() : static_cast<std::size_t>(length);
}

// The one code point that two make together in NFC (a syllable, a voiced kana), or 0.
inline char32_t compose_pair(char32_t first, char32_t second) noexcept {
  std::array<std::int32_t, 2> pair = {static_cast<std::int32_t>(first), static_cast<std::int32_t>(second)};
  return compose(pair) == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

// Medial and final letters of Hangul syllables: with marks, the only code points that compose with the one
// before.
inline bool is_hangul_tail(char32_t folded) noexcept {
  return (folded >= 0x1161 && folded <= 0x1175) || (folded >= 0x11A8 && folded <= 0x11C2);
}

// Whether what people take for one letter ends between two code points (Unicode's extended grapheme
// clusters). `state` is 0 before the first pair and kept from pair to pair.
inline bool grapheme_breaks(char32_t before, char32_t after, std::int32_t& state) noexcept {
  return utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(before),
                                          static_cast<utf8proc_int32_t>(after), &state);
}

// The version of the Unicode tables in use.
inline std::string unicode_data_version() {
  return utf8proc_unicode_version();
}

}  // namespace corpack
