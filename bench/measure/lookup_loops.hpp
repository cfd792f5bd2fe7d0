// The loop around every look-up that is timed: the same for each engine, kind of key and form.
//
// In the independent form look-ups follow each other and the processor overlaps them. In the dependent form
// each key is chosen by the byte that the one before read, so that a look-up takes its full latency.
//
// Lifetime: keys must outlive the pass; `look_up` is kept by value. Errors: those of `look_up`. Thread
// safety: as `look_up` has it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bench/measure/clock.hpp"
#include "bench/measure/sampler.hpp"

namespace corpack::bench {

// What a look-up gives: 0 where there is no record, else 1 and more, depending on the text's first byte.
inline std::uint64_t first_byte(std::string_view text) {
  return text.empty() ? 1 : 1 + std::uint64_t{static_cast<unsigned char>(text.front())};
}

// `keys[i]` is what `look_up` takes.
template <class Keys, class LookUp>
Pass lookup_loop(const Keys& keys, Dependence dependence, LookUp look_up) {
  if (dependence == Dependence::independent)
    return [&keys, look_up](std::size_t begin, std::size_t count) mutable {
      std::uint64_t sum = 0;
      for (std::size_t i = begin; i < begin + count; ++i) sum += look_up(keys[i]);
      return sum;
    };
  return [&keys, look_up](std::size_t begin, std::size_t count) mutable {
    const std::uint64_t zero = unknown_zero.load(std::memory_order_relaxed);
    std::uint64_t byte = 0;
    for (std::size_t i = begin; i < begin + count; ++i) byte = look_up(keys[i + (byte & zero)]);
    return byte;
  };
}

}  // namespace corpack::bench
