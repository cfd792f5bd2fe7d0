// Where graphemes begin and end in a text: what people take for one letter, such as a letter with its marks,
// a syllable of Hangul or a flag. A cut between two of them leaves no half letter.
//
// Of text that is no UTF-8 each stray byte is a grapheme. One of more than grapheme_reach bytes may be cut
// between its code points, so that each call is constant work. Lifetime: plain functions. Errors: none.
// Complexity: constant. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/code_point.hpp>

namespace corpack {

inline constexpr std::size_t grapheme_reach = 64;

namespace detail {

// Where the character at `at` begins; of a run of stray bytes, `at` or a little before.
inline std::size_t character_begin(std::string_view text, std::size_t at) {
  const auto is_continuation = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0u) == 0x80u;
  };
  for (unsigned i = 0; i < 3 && at > 0 && at < text.size() && is_continuation(at); ++i) --at;
  return at;
}

// Where the grapheme that begins at `begin` ends; behind `limit`, where its next code point ends.
// REQUIRES: begin < limit <= text.size().
inline std::size_t grapheme_after(std::string_view text, std::size_t begin, std::size_t limit) {
  std::int32_t state = 0;
  Decoded before = decode_code_point(text, begin);
  std::size_t end = begin + std::max<std::size_t>(1, before.length);
  while (before.length > 0 && end < limit) {
    const Decoded after = decode_code_point(text, end);
    if (after.length == 0 || grapheme_breaks(before.value, after.value, state)) break;
    before = after;
    end += after.length;
  }
  return end;
}

}  // namespace detail

// The last place up to `at` where a grapheme begins or the text ends. REQUIRES: at <= text.size().
inline std::size_t grapheme_begin(std::string_view text, std::size_t at) {
  if (at == text.size()) return at;
  const std::size_t start = detail::character_begin(text, at > grapheme_reach ? at - grapheme_reach : 0);
  std::size_t begin = start;
  for (std::size_t end = begin; end <= at; end = detail::grapheme_after(text, begin, at + 1)) begin = end;
  // What begins before the reach may be the middle of a grapheme.
  return begin == start && start > 0 ? detail::character_begin(text, at) : begin;
}

// The first place from `at` on where a grapheme ends or the text begins. REQUIRES: at <= text.size().
inline std::size_t grapheme_end(std::string_view text, std::size_t at) {
  const std::size_t begin = grapheme_begin(text, at);
  if (begin == at) return at;
  return std::max(at, detail::grapheme_after(text, begin, std::min(text.size(), at + grapheme_reach)));
}

}  // namespace corpack
