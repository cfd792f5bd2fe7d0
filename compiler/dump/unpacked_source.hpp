// What is inside a file that gzip, zstd, xz or bzip2 packed. Built without libarchive and zlib, corpack
// refuses such files instead.
//
// Lifetime: the result refers to the source below and the path. Requirements: none. Errors: corpack::Error
// that names the path, for archives of several files and for packed data that is damaged or cut. Complexity:
// linear; memory is the unpacker's, whatever the file grows to. Thread safety: none.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "dump/byte_source.hpp"

namespace corpack {

// How many of a file's first bytes tell how it is packed.
inline constexpr std::size_t packing_bytes = 512;

// Whether a file that begins so is packed. Throws for archives, and for what this build cannot unpack.
bool is_packed(std::string_view opening, const std::string& path);

// Throws where a file that begins so is an archive (zip, tar, 7z): which of its files would be the dump? So
// it does for a dataset, which is read in place.
void refuse_archive(std::string_view opening, const std::string& path);

// REQUIRES: is_packed().
std::unique_ptr<ByteSource> unpack(PeekedSource& below, const std::string& path);

}  // namespace corpack
