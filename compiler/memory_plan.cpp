#include "memory_plan.hpp"

#include <algorithm>
#include <string>

#include <corpack/error.hpp>

namespace corpack {

namespace {

constexpr std::size_t kib = std::size_t{1} << 10;
constexpr std::size_t mib = std::size_t{1} << 20;

// The process, a block being built, and LMDB's pages: a block and its own tables.
constexpr std::size_t reading_bytes = 40 * mib;
// The process, blocks of postings, positions and bitmaps, and LMDB's pages.
constexpr std::size_t writing_bytes = 44 * mib;
constexpr std::size_t least_worker_bytes = 16 * mib;

// Of each byte of a batch: the words that it may add to those a worker remembers, where each two Chinese
// characters are a new one; what the worker holds beside it while it inverts; and what waits to be gathered.
constexpr std::size_t new_words_factor = 128;
constexpr std::size_t inverting_factor = 12;
constexpr std::size_t waiting_factor = 10;
// Of each byte of a gathered list: what it takes unpacked.
constexpr std::size_t unpacked_factor = 8;
// The stack, and what malloc() keeps for a thread.
constexpr std::size_t thread_bytes = 2 * mib;

}  // namespace

MemoryPlan::MemoryPlan(std::size_t memory_bytes, unsigned threads) {
  if (memory_bytes < least_bytes)
    throw Error("a compilation takes at least " + std::to_string(least_bytes / mib) + "M of memory, not " +
                std::to_string(memory_bytes / kib) + "K: raise --memory");
  const std::size_t budget = memory_bytes - reading_bytes;
  workers = static_cast<unsigned>(std::clamp<std::size_t>(budget / least_worker_bytes, 1, threads));
  const std::size_t share = budget / 2 / workers;
  vocabulary_bytes = std::clamp(share / 4, mib, 32 * mib);
  batch_bytes = std::clamp(share / 128, 32 * kib, mib);
  const std::size_t worker_bytes =
      vocabulary_bytes + thread_bytes + (new_words_factor + inverting_factor) * batch_bytes;
  record_bytes = 2 * batch_bytes;
  piece_tokens = batch_bytes / 2;
  lone_record_bytes = budget / lone_record_factor - budget / lone_record_factor / 10;
  gather_bytes =
      budget - std::min(budget - 2 * mib, workers * worker_bytes + tokens() * waiting_factor * batch_bytes);
  list_bytes = std::clamp(memory_bytes / 64 / workers, 256 * kib, 4 * mib);
  const std::size_t packing_bytes = workers * (thread_bytes + unpacked_factor * list_bytes) + tokens() * mib;
  const std::size_t left_bytes = memory_bytes - writing_bytes;
  merge_bytes = left_bytes - std::min(left_bytes - 2 * mib, packing_bytes);
}

}  // namespace corpack
