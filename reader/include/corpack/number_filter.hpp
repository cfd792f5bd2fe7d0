// A condition on a field's number, and how people write it: year>=2020, year<2000, year=2024,
// year:2020..2024.
//
// Lifetime: a NumberFilter's field is a view into what was parsed. Complexity: linear in the text.
// Thread-safe.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>

#include <corpack/number.hpp>

namespace corpack {

struct NumberRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool most_excluded = false;

  // False for NaN.
  bool holds(double number) const {
    return (least_excluded ? number > least : number >= least) &&
           (most_excluded ? number < most : number <= most);
  }
};

struct NumberFilter {
  std::string_view field;  // as written
  NumberRange range;
};

// Absent: the text is no filter.
inline std::optional<NumberFilter> parse_filter(std::string_view text) {
  const std::size_t sign = text.find_first_of("<>=");
  if (sign == std::string_view::npos) {
    const std::size_t dots = text.rfind("..");
    const std::size_t colon = dots == std::string_view::npos ? dots : text.rfind(':', dots);
    if (colon == std::string_view::npos || colon == 0) return std::nullopt;
    const auto least = parse_number(text.substr(colon + 1, dots - colon - 1));
    const auto most = parse_number(text.substr(dots + 2));
    if (!least || !most) return std::nullopt;
    return NumberFilter{text.substr(0, colon), {*least, *most, false, false}};
  }
  const bool has_equal = text[sign] != '=' && sign + 1 < text.size() && text[sign + 1] == '=';
  const auto number = parse_number(text.substr(sign + (has_equal ? 2 : 1)));
  if (!number || sign == 0) return std::nullopt;
  NumberFilter filter{text.substr(0, sign), {}};
  while (!filter.field.empty() && filter.field.back() == ' ') filter.field.remove_suffix(1);
  if (text[sign] != '<') {
    filter.range.least = *number;
    filter.range.least_excluded = text[sign] == '>' && !has_equal;
  }
  if (text[sign] != '>') {
    filter.range.most = *number;
    filter.range.most_excluded = text[sign] == '<' && !has_equal;
  }
  return filter;
}

}  // namespace corpack
