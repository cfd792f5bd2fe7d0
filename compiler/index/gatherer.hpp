// Gathers the posting lists of all batches, and gives them out once, in the byte order of their terms.
//
// Batches come in input order, so each list only grows at its end. When the lists take more than the memory
// they may, they are written as a sorted run (run.hpp) and gathering begins anew; next() merges all runs and
// what is in memory in one pass. The result does not depend on how often that happened.
//
// A gathered list is a sequence of segments: varint distance of the first ordinal from the last one of the
// segment before (or from 0), varint number of postings, then the bytes of the batch (inverter.hpp).
//
// Errors: corpack::Error when a run cannot be written. Complexity: one hash look-up for each list of a batch.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "index/byte_streams.hpp"
#include "index/inverter.hpp"
#include "index/run.hpp"
#include "index/string_table.hpp"

namespace corpack {

class Gatherer {
 public:
  Gatherer(std::size_t memory_bytes, std::filesystem::path tmp_folder);
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;
  ~Gatherer();

  void add(const BatchIndex& batch);

  // Number of runs written so far.
  std::size_t runs() const { return runs_.size(); }

  // Bytes of all segments that were gathered.
  std::uint64_t gathered_bytes() const { return gathered_bytes_; }

  // Ends gathering: from now on, next() gives out the lists.
  void finish();

  // The next list in the byte order of the terms. False: there is none. REQUIRES: finish() was called.
  bool next(GatheredList& list);

 private:
  struct List {
    ByteStreams::Stream stream;
    std::uint32_t last = 0;              // ordinal
    std::uint32_t first_word = no_word;  // chain through next_word_
  };
  struct SortedList {
    std::uint64_t first_bytes;  // of its term
    std::uint32_t number;
  };
  static constexpr std::uint32_t no_word = ~std::uint32_t{0};
  // What the vectors of lists and words take for each of them, roughly.
  static constexpr std::size_t list_bytes = sizeof(List) + 4;

  static constexpr std::size_t step = 32;  // lists that are added together

  void add_lists(const BatchIndex& batch, std::size_t first, std::vector<std::uint32_t>& numbers);
  std::size_t memory_bytes() const;
  std::vector<SortedList> sorted_lists() const;
  void take(std::uint32_t list, GatheredList& out) const;
  void write_run();
  void clear();
  bool later(std::size_t a, std::size_t b) const;
  void advance(std::size_t cursor);
  std::size_t pop();

  class Cursor;
  class MemoryCursor;
  class RunCursor;

  std::size_t memory_limit_bytes_;
  std::filesystem::path tmp_folder_;
  StringTable terms_;
  StringTable words_;
  std::vector<List> lists_;
  std::vector<std::uint32_t> next_word_;
  ByteStreams streams_;
  std::uint64_t gathered_bytes_ = 0;
  std::vector<RunFile> runs_;
  std::vector<std::unique_ptr<Cursor>> cursors_;
  std::vector<std::size_t> queue_;  // a heap of cursors: the least term first
};

}  // namespace corpack
