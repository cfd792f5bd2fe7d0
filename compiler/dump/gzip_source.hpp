// What is inside a file that gzip packed: of one member, or of several one behind the other (RFC 1952).
//
// Lifetime: the result refers to the source below and the path. Errors: corpack::Error that names the path,
// for data that is damaged or cut (each member's checksum and length are compared), and for other bytes
// behind it than zeros. Complexity: linear; some 300 kB of memory. Thread safety: none.
#pragma once

#include <memory>
#include <string>

#include "dump/byte_source.hpp"

namespace corpack {

std::unique_ptr<ByteSource> unpack_gzip(ByteSource& below, const std::string& path);

}  // namespace corpack
