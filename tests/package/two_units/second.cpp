#include <cstdint>
#include <string_view>

#include <corpack/corpack.hpp>

std::uint64_t hash_in_second_unit(std::string_view bytes) {
  return corpack::hash64(bytes);
}

bool opens_in_second_unit(const char* path) {
  try {
    const corpack::Dataset dataset{path};
    corpack::Searcher searcher{dataset};
    return searcher.search("word", {.limit = 1}).hits.size() <= 1;
  } catch (const corpack::Error&) {
    return false;
  }
}
