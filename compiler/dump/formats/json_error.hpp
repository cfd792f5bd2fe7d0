// Finds where a line stops being JSON (RFC 8259), for messages: the fast parser says that it is not, not
// where.
//
// Lifetime: the reason is a literal. Requirements: none, any bytes. Errors: none. Complexity: linear; nesting
// is bounded by max_json_depth. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace corpack {

// Deeper nesting is refused, as most JSON parsers do; records have none.
inline constexpr std::size_t max_json_depth = 512;

struct JsonError {
  std::size_t offset = 0;  // of the first byte that cannot be right
  std::string_view reason;
};

// The first error of a text that should be one JSON value; nothing if it is one.
std::optional<JsonError> find_json_error(std::string_view text);

constexpr bool is_json_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}

// The length of the JSON number that `text` begins with, 0 if it begins with none.
std::size_t json_number_bytes(std::string_view text);

}  // namespace corpack
