// How the terms of indexed fields are told apart where the lists of all fields are gathered together: a term
// of a field other than the text has the byte 0xFF and the field's number before it, two bytes, the high one
// first.
//
// UTF-8 has no such byte, so in the order of bytes the text's terms come first, then those of one field after
// the other. The prefix alone names a field's list of record lengths, which so comes before its terms.
//
// Plain functions. Requirements: fields are below 2^16 (max_field_names). Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <corpack/format.hpp>

namespace corpack {

inline constexpr std::size_t field_prefix_bytes = 3;

inline std::string field_prefix(std::uint32_t field) {
  return {'\xFF', static_cast<char>(field >> 8), static_cast<char>(field & 0xFFu)};
}

inline bool is_field_term(std::string_view term) {
  return !term.empty() && term.front() == '\xFF';
}

inline std::uint32_t field_of_term(std::string_view term) {
  if (!is_field_term(term)) return format::text_field;
  return static_cast<std::uint32_t>(static_cast<unsigned char>(term[1])) << 8 |
         static_cast<unsigned char>(term[2]);
}

// The term as the field's dictionary has it.
inline std::string_view without_field(std::string_view term) {
  return is_field_term(term) ? term.substr(field_prefix_bytes) : term;
}

}  // namespace corpack
