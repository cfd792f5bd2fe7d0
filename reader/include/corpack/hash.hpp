// xxHash behind one header: XXH3-64 and XXH3-128 with seed 0, as `xxhsum -H3` and `xxhsum -H2` print them.
// Thread-safe; no state. Source: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md
#pragma once

// Private names: a program that also links libxxhash sees no second definition.
#define XXH_INLINE_ALL
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <xxhash.h>

namespace corpack {

inline std::uint64_t hash64(std::string_view bytes) noexcept {
  return XXH3_64bits(bytes.data(), bytes.size());
}

struct Hash128 {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Hash128&, const Hash128&) = default;
};

// XXH3-128 of bytes that come in pieces.
class Hasher128 {
 public:
  Hasher128() noexcept { XXH3_128bits_reset(&state_); }
  void update(std::string_view bytes) noexcept { XXH3_128bits_update(&state_, bytes.data(), bytes.size()); }
  Hash128 digest() const noexcept {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    return {hash.low64, hash.high64};
  }

 private:
  XXH3_state_t state_{};
};

}  // namespace corpack
