// The machine's own limit: a walk through memory in which each address is read from the one before, one cache
// line a step, in one random cycle over lines that are spread evenly. A look-up that waits for one line of so
// much memory takes a step at least.
//
// The memory is asked for in small pages, as a file's mapping has them. Errors: Error where the system gives
// no memory. Complexity: linear in the memory to make it, constant for a step. Thread-safe once made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace corpack::bench {

class PointerChase {
 public:
  static constexpr std::size_t line_bytes = 64;

  // `lines` of `bytes`: at least two, at most all.
  PointerChase(std::size_t bytes, std::size_t lines, std::mt19937_64& random);
  PointerChase(const PointerChase&) = delete;
  PointerChase& operator=(const PointerChase&) = delete;
  ~PointerChase();

  // Steps until the walk comes back.
  std::size_t lines() const { return lines_; }

  // The place that follows this one; places begin at 0.
  std::uint64_t after(std::uint64_t place) const {
    return *reinterpret_cast<const std::uint64_t*>(memory_ + place);
  }

 private:
  // REQUIRES: line < lines().
  std::uint64_t& next(std::uint64_t line) {
    return *reinterpret_cast<std::uint64_t*>(memory_ + place_of(line));
  }
  std::uint64_t place_of(std::uint64_t line) const { return line * stride_lines_ * line_bytes; }

  std::size_t lines_;
  std::size_t stride_lines_;
  std::size_t bytes_;
  std::byte* memory_ = nullptr;
};

}  // namespace corpack::bench
