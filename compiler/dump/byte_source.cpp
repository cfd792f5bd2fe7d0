#include "dump/byte_source.hpp"

#include <algorithm>

namespace corpack {

std::string_view PeekedSource::peek(std::size_t size) {
  const std::size_t before = held_.size();
  if (before < size) {
    held_.resize(size);
    held_.resize(before + below_.read(held_.data() + before, size - before));
  }
  return std::string_view{held_}.substr(0, size);
}

std::size_t PeekedSource::read(char* bytes, std::size_t size) {
  const std::size_t held = std::min(size, held_.size());
  std::copy_n(held_.data(), held, bytes);
  held_.erase(0, held);
  return held + (held < size ? below_.read(bytes + held, size - held) : 0);
}

}  // namespace corpack
