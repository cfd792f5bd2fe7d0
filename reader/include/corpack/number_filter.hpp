// A condition on a field's number, and how people write it: year>=2020, year<2000, year=2024, year:>=2020,
// year:2020..2024, year:2020.., year:..2024.
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

  // It ends before it begins, and holds no number.
  bool is_reversed() const { return most < least; }
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

// The field that is compared, in what may be a filter: what stands before the first < = or >, or before the
// last colon with .. behind it. Empty: there is none.
inline std::string_view compared_field(std::string_view text) {
  std::size_t end = text.find_first_of("<>=");
  if (end == std::string_view::npos) {
    const std::size_t dots = text.rfind("..");
    end = dots == std::string_view::npos ? dots : text.rfind(':', dots);
    return end == std::string_view::npos ? std::string_view{} : text.substr(0, end);
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  if (end > 0 && text[end - 1] == ':') --end;
  return text.substr(0, end);
}

namespace detail {

// False: the text is no number.
inline bool read_number(std::string_view text, double& number) {
  const std::optional<double> read = parse_number(text);
  number = read.value_or(number);
  return read.has_value();
}

}  // namespace detail

// Absent: the text is no filter.
inline std::optional<NumberFilter> parse_filter(std::string_view text) {
  NumberFilter filter{compared_field(text), {}};
  if (filter.field.empty()) return std::nullopt;
  const std::size_t sign = text.find_first_of("<>=");
  if (sign == std::string_view::npos) {
    const std::string_view range = text.substr(filter.field.size() + 1);
    const std::size_t dots = range.rfind("..");
    const std::string_view least = range.substr(0, dots);
    const std::string_view most = range.substr(dots + 2);
    if (least.empty() && most.empty()) return std::nullopt;
    if (!least.empty() && !detail::read_number(least, filter.range.least)) return std::nullopt;
    if (!most.empty() && !detail::read_number(most, filter.range.most)) return std::nullopt;
    return filter;
  }
  const bool has_equal = text[sign] != '=' && sign + 1 < text.size() && text[sign + 1] == '=';
  const auto number = parse_number(text.substr(sign + (has_equal ? 2 : 1)));
  if (!number) return std::nullopt;
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
