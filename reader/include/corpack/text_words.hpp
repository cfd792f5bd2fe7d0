// The words of a text that a dataset's dictionary knows, in order, and which of them stand side by side.
//
// Single CJK characters are left out, since the bigrams they are part of say more. Lifetime: views into the
// dataset. Errors: those of the Analyzer and the Dataset. Complexity: linear in the text, a dictionary
// look-up for each word. Not thread-safe (uses the caller's Analyzer).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>

namespace corpack {

struct TextWord {
  Term term;
  // What joins it to the word before: ' ' or '-', or 0 where other signs or an unknown word stand between
  // them, or where the text is CJK.
  char joint;
};

namespace detail {

inline char joint_of(std::string_view gap) {
  if (gap == "-") return '-';
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
  return !gap.empty() && std::all_of(gap.begin(), gap.end(), is_blank) ? ' ' : '\0';
}

}  // namespace detail

// At most the first `max_bytes` of a text, cut at a blank where there is one.
inline std::string_view beginning(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  const std::size_t blank = text.find_last_of(" \t\n", max_bytes);
  return text.substr(0, blank == text.npos ? max_bytes : blank);
}

// Calls sink(const TextWord&) for each word.
template <class Sink>
void for_each_word(std::string_view text, const Dataset& dataset, Analyzer& analyzer, Sink&& sink) {
  bool follows = false;  // a known word of a spaced script came before
  std::uint32_t before_end = 0;
  std::uint32_t before_position = 0;
  analyzer.analyze(text, [&](const Token& token) {
    if (token.kind == TokenKind::cjk_single) {
      follows = false;
      return;
    }
    const auto term = dataset.term(token.word);
    const bool is_next = follows && token.kind == TokenKind::word && token.position == before_position + 1;
    const char joint = is_next ? detail::joint_of(text.substr(before_end, token.begin - before_end)) : '\0';
    follows = term.has_value() && token.kind == TokenKind::word;
    before_end = token.end;
    before_position = token.position;
    if (term) sink(TextWord{*term, joint});
  });
}

}  // namespace corpack
