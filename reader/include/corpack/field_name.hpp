// How fields are named in a query: by letters, digits, `_`, `.` and `-`. For any ASCII character of a field's
// name that is no letter or digit (a blank, a sign) may stand `_`, and the case of ASCII letters does not
// count.
//
// Pure functions; thread-safe. Complexity: linear in the names.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <corpack/ascii.hpp>

namespace corpack {

// Whether the byte is a letter or a digit, or one of a character beyond ASCII.
constexpr bool is_in_word(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether the byte may stand in a field's name in a query.
constexpr bool in_field_name(char c) noexcept {
  return is_in_word(c) || c == '_' || c == '.' || c == '-';
}

// Whether a field may be meant by a name.
inline bool means_field(std::string_view name, std::string_view field) noexcept {
  if (detail::same_but_case(name, field)) return true;
  return std::equal(name.begin(), name.end(), field.begin(), field.end(), [](char asked, char c) {
    return (asked == '_' && !is_in_word(c)) || detail::same_but_case({&asked, 1}, {&c, 1});
  });
}

// A field's name as it is written in a query.
inline std::string name_in_query(std::string_view field) {
  std::string name{field};
  for (char& c : name)
    if (!in_field_name(c)) c = '_';
  return name;
}

}  // namespace corpack
