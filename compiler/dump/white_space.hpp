// White space in UTF-8 text: the characters with Unicode's property White_Space, of which LF is one.
//
// Lifetime: views are into the argument. Requirements: begin <= end <= bytes.size(). Errors: none; bytes that
// are not UTF-8 are simply not white. Complexity: linear in the white space passed over. Thread safety: pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace corpack {

// The first position from `begin` on that is not white, or `end`.
std::size_t skip_white(std::string_view bytes, std::size_t begin, std::size_t end);

// The position after the last byte before `end` that is not white, or `begin`.
std::size_t trim_end(std::string_view bytes, std::size_t begin, std::size_t end);

// True if `rest` is the beginning of a white character whose remaining bytes are still to come.
bool is_cut_white(std::string_view rest);

// Whether all of `bytes` is white.
inline bool is_blank(std::string_view bytes) {
  return skip_white(bytes, 0, bytes.size()) == bytes.size();
}

// `bytes` without the white space around it.
std::string_view trimmed(std::string_view bytes);

}  // namespace corpack
