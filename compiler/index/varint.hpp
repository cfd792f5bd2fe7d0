// Variable-length integers of 7 bits a byte, lowest first: what gathered postings are kept in.
// Plain functions, thread-safe. REQUIRES: the bytes read were written by append_varint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace corpack {

inline constexpr std::size_t max_varint_bytes = 5;

// Returns the end of what was written. REQUIRES: room for max_varint_bytes.
inline char* write_varint(char* to, std::uint32_t value) {
  while (value >= 128) {
    *to++ = static_cast<char>(value | 128u);
    value >>= 7;
  }
  *to++ = static_cast<char>(value);
  return to;
}

inline void append_varint(std::string& to, std::uint32_t value) {
  char bytes[max_varint_bytes];
  to.append(bytes, static_cast<std::size_t>(write_varint(bytes, value) - bytes));
}

inline std::uint32_t read_varint(const std::uint8_t*& from) {
  std::uint32_t value = *from & 127u;
  for (unsigned shift = 7; *from++ >= 128; shift += 7)
    value |= static_cast<std::uint32_t>(*from & 127u) << shift;
  return value;
}

}  // namespace corpack
