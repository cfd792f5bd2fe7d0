// fold(): one word as the analyzer would write it, for callers that hold a word or the start of one and no
// text (prefix queries, `terms PREFIX`). Case, compatibility forms and diacritics go, a lone Greek letter or
// named symbol becomes its name, ignorable code points and invalid bytes are left out, other characters stay.
// fold(fold(x)) == fold(x) for words. Linear time; thread-safe.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <corpack/code_point.hpp>
#include <corpack/folded_text.hpp>
#include <corpack/symbols.hpp>

namespace corpack {

inline std::string fold(std::string_view text) {
  FoldedText word;
  std::size_t kept = 0;
  char32_t last = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto decoded = decode_code_point(text, at);
    at += decoded.length == 0 ? 1 : decoded.length;
    if (decoded.length == 0) continue;
    const auto folded = fold_code_point(decoded.value);
    for (std::size_t i = 0; i < folded.count; ++i) {
      word.append(folded.folded[i], folded.kinds[i]);
      if (folded.kinds[i] == LetterKind::mark && is_diacritic(folded.folded[i])) continue;
      last = folded.folded[i];
      ++kept;
    }
  }
  if (kept == 1 && is_greek_symbol(last)) return std::string(greek_name(last));
  if (kept == 1 && !symbol_name(last).empty()) return std::string(symbol_name(last));
  bool cut = false;
  return std::string(word.finish(cut));
}

}  // namespace corpack
