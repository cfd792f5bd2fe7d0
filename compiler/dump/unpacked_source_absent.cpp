#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/unpacked_source.hpp"

namespace corpack {

// In a build without libarchive, or zlib.
std::unique_ptr<ByteSource> unpack(PeekedSource&, const std::string& path) {
  throw Error{
      fmt::format("{}: is packed, and this corpack was built without libarchive and zlib; unpack it into a "
                  "pipe: … | corpack "
                  "compile - -o …",
                  path)};
}

}  // namespace corpack
