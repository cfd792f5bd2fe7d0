// Version of the reader and of the format it reads.
#pragma once

namespace corpack {

inline constexpr const char* version = "0.1.0";

}  // namespace corpack
