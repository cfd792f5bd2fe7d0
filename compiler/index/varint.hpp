// Variable-length integers of 7 bits a byte, lowest first: what gathered postings are kept in.
// Plain functions, thread-safe. REQUIRES: the bytes read were written by append_varint.
#pragma once

#include <cstdint>
#include <string>

namespace corpack {

inline void append_varint(std::string& to, std::uint32_t value) {
  while (value >= 128) {
    to.push_back(static_cast<char>(value | 128u));
    value >>= 7;
  }
  to.push_back(static_cast<char>(value));
}

inline std::uint32_t read_varint(const std::uint8_t*& from) {
  std::uint32_t value = *from & 127u;
  for (unsigned shift = 7; *from++ >= 128; shift += 7)
    value |= static_cast<std::uint32_t>(*from & 127u) << shift;
  return value;
}

}  // namespace corpack
