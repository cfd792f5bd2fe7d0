#include "bench/measure/pointer_chase.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include <sys/mman.h>

#include <corpack/error.hpp>

namespace corpack::bench {

PointerChase::PointerChase(std::size_t bytes, std::size_t lines, std::mt19937_64& random)
    : lines_(std::max<std::size_t>(2, std::min(lines, bytes / line_bytes))),
      stride_lines_(std::max<std::size_t>(1, bytes / line_bytes / lines_)),
      bytes_(lines_ * stride_lines_ * line_bytes) {
  void* const memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw Error("cannot have " + std::to_string(bytes_) +
                " bytes for the pointer chase: " + std::strerror(errno));
  // Where the system knows no huge pages the call fails and changes nothing.
  ::madvise(memory, bytes_, MADV_NOHUGEPAGE);
  memory_ = static_cast<std::byte*>(memory);
  for (std::uint64_t line = 0; line < lines_; ++line) next(line) = place_of(line);
  // Sattolo's shuffle: what comes out is one cycle.
  for (std::uint64_t line = lines_ - 1; line > 0; --line) std::swap(next(line), next(random() % line));
}

PointerChase::~PointerChase() {
  ::munmap(memory_, bytes_);
}

}  // namespace corpack::bench
