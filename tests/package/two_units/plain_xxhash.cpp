// The rest of a program that links libxxhash and knows nothing of corpack.
#include <cstdint>
#include <string_view>

#include <xxhash.h>

std::uint64_t hash_by_library(std::string_view bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}
