// How much of the memory that a compilation may use goes where.
//
// All private memory of the process counts, address space that may be written included (what `ulimit -d`
// limits), but for the id table's 16 bytes a record. What cannot be chosen is taken off first: the process
// itself, the block being built and LMDB's copy of it. A worker needs its words, its stack and its share of
// the batches under way; where many would leave too little for the gathered postings, fewer work. Figures are
// for text that is all short words, or Chinese, which takes several times as much as English.
//
// Plain values; thread-safe. Errors: corpack::Error where the memory is less than any compilation needs.
#pragma once

#include <cstddef>

namespace corpack {

struct MemoryPlan {
  MemoryPlan(std::size_t memory_bytes, unsigned threads);

  static constexpr std::size_t least_bytes = std::size_t{64} << 20;
  static constexpr std::size_t stack_bytes = std::size_t{1} << 20;  // of a worker

  unsigned workers = 1;
  std::size_t batch_bytes = 0;        // of input, in one batch
  std::size_t record_bytes = 0;       // a larger record is not read while others are under way
  std::size_t lone_record_bytes = 0;  // a larger record does not fit
  std::size_t piece_tokens = 0;       // of a lone record's text, inverted together
  std::size_t vocabulary_bytes = 0;   // of the words that a worker remembers
  std::size_t gather_bytes = 0;       // of postings, while batches come
  std::size_t merge_bytes = 0;        // of postings, while they are packed and written
  std::size_t list_bytes = 0;         // a larger list is packed in pieces

  // What a record of so many bytes may take of the memory while it is alone: its bytes as the dump has them,
  // as the batch has them, in the block and in LMDB's copy of it.
  static constexpr std::size_t lone_record_factor = 4;

  // Batches, or groups of lists, that are under way at once.
  std::size_t tokens() const { return workers + 2; }
};

}  // namespace corpack
