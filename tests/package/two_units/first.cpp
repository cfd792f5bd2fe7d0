// One of two units that include every header. This one has seen the plain xxhash.h before, as a program that
// uses libxxhash itself may.
#include <cstdint>
#include <cstdio>
#include <string_view>

#include <xxhash.h>

#include <corpack/corpack.hpp>

std::uint64_t hash_in_second_unit(std::string_view bytes);
std::uint64_t hash_by_library(std::string_view bytes);
bool opens_in_second_unit(const char* path);

int main() {
  const std::string_view bytes = "Nystr\xc3\xb6m";
  if (corpack::hash64(bytes) != hash_in_second_unit(bytes) ||
      corpack::hash64(bytes) != hash_by_library(bytes)) {
    std::fputs("the units disagree on a hash\n", stderr);
    return 1;
  }
  // An exception crosses the units, and is known for what it is.
  try {
    const corpack::Dataset dataset{"/nonexistent/dataset.corpack"};
  } catch (const corpack::Error&) {
    return opens_in_second_unit("/nonexistent/dataset.corpack") ? 1 : 0;
  }
  std::fputs("a file that is not there was opened\n", stderr);
  return 1;
}
