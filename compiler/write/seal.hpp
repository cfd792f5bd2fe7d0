// Last touches to a finished dataset file: its map size, its length and its checksum, and whether its blocks
// are what was put into them.
#pragma once

#include <filesystem>

namespace corpack {

// Sets the map size in both LMDB meta pages to the file's length, cuts the file to its pages, and writes
// length and XXH3-128 of the whole file into their slot in `meta`, so that any flipped bit is found later.
// REQUIRES: a closed file written by Store, with a `meta` block. Errors: corpack::Error naming the path, also
// where a block that is read back is not as it was put. Complexity: two passes over the file, side by side.
void seal(const std::filesystem::path& path);

}  // namespace corpack
