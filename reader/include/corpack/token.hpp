// What the analyzer gives out: tokens, one after the other, and counts at the end. Plain values.
#pragma once

#include <cstdint>
#include <string_view>

namespace corpack {

enum class TokenKind : std::uint8_t {
  word,
  cjk_single,  // one Chinese, Japanese or Korean character
  cjk_bigram,  // two such characters in a row, at the position of the first
};

struct Token {
  std::string_view word;     // folded; valid until the sink returns
  std::uint32_t position;    // token position within the text, from 0
  std::uint32_t begin, end;  // bytes of the original text, begin < end, on code point boundaries
  TokenKind kind;
  bool joined;  // written as one word with the token before: "fine" and "tuning" of pre-fine-tuning
};

struct AnalysisCounts {
  std::uint32_t positions = 0;      // token positions used, which is the text's length in tokens
  std::uint32_t invalid_bytes = 0;  // bytes that are no UTF-8
  std::uint32_t cut_words = 0;      // words longer than FoldedText::max_bytes when folded
};

}  // namespace corpack
