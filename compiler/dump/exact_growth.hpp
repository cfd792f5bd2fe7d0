// Makes room in a string that may be as long as the longest record, without doubling it as append() would.
//
// Complexity: constant a byte, on average. Errors: std::bad_alloc. Thread safety: none.
#pragma once

#include <cstddef>
#include <string>

namespace corpack {

// Small strings grow as they always do.
inline void make_room(std::string& bytes, std::size_t more) {
  constexpr std::size_t small_bytes = std::size_t{4} << 20;
  const std::size_t needed = bytes.size() + more;
  if (needed <= small_bytes || needed <= bytes.capacity()) return;
  std::string larger;
  larger.reserve(needed + needed / 8);
  larger.append(bytes);
  bytes.swap(larger);
}

// Whether a long record left room that `used_bytes` do not need.
inline bool has_much_room(const std::string& bytes, std::size_t used_bytes) {
  constexpr std::size_t much_bytes = std::size_t{8} << 20;
  return bytes.capacity() > much_bytes && used_bytes < bytes.capacity() / 4;
}

// Gives it back.
inline void drop_room(std::string& bytes) {
  if (has_much_room(bytes, bytes.size())) std::string{bytes}.swap(bytes);
}

}  // namespace corpack
