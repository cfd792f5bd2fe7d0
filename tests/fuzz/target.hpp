// What each target defines: it uses one input and returns 0. What is wrong ends the process, by a sanitizer,
// a signal or an exception that nobody catches. libFuzzer calls it, or replay.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace corpack::test {

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace corpack::test
