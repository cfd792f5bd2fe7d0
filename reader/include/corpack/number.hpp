// A field's value as a number (schema/FORMAT.md, "Records and ids"), whatever the locale is.
//
// Plain functions. Complexity: linear in the text; a text that begins as no number does is not read on.
// Thread-safe.
#pragma once

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

namespace corpack {

// The number that the whole text is, white space around it aside: digits with at most one point among them, a
// minus before them, an exponent behind them. Absent: it is none, or beyond what a double holds.
inline std::optional<double> parse_number(std::string_view text) {
  constexpr std::string_view white = " \t\n\v\f\r";
  const std::size_t begin = text.find_first_not_of(white);
  if (begin == std::string_view::npos) return std::nullopt;
  const char first = text[begin];
  if (!(first >= '0' && first <= '9') && first != '-' && first != '.') return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(white) + 1 - begin);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace corpack
