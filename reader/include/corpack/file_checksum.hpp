// The checksum of a whole dataset file: XXH3-128 with the 24 bytes of its own slot taken as zeros.
// Thread-safe; no state. Cost: one pass over the file.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <corpack/format.hpp>
#include <corpack/hash.hpp>

namespace corpack {

// REQUIRES: slot + 24 <= file.size().
inline Hash128 file_checksum(std::string_view file, std::uint64_t slot) {
  static constexpr std::array<char, sizeof(format::FileSum)> zeros{};
  Hasher128 hasher;
  hasher.update(file.substr(0, slot));
  hasher.update({zeros.data(), zeros.size()});
  hasher.update(file.substr(slot + zeros.size()));
  return hasher.digest();
}

}  // namespace corpack
