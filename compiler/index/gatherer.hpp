// Gathers the posting lists of all batches, and gives them out once, in the byte order of their terms.
//
// Batches come in input order, so each list only grows at its end. Before the lists take more memory than
// they may, they are written as a sorted run (list_cursor.hpp) and gathering begins anew; next() merges all
// runs and what is in memory. The result does not depend on how often that happened.
//
// A gathered list is one part for each run, in input order. A part is a sequence of segments: varint distance
// of the first ordinal from the last one of the segment before (or from 0), varint number of postings, then
// the bytes of the batch (inverter.hpp). Where a record was too large for one batch, a segment's first
// posting goes on with the posting before: it has the same ordinal.
//
// Errors: corpack::Error when a run cannot be written. Complexity: one hash look-up for each list of a batch;
// more than max_runs runs are merged before the end, each byte once for each max_runs-th power of the memory.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "index/byte_streams.hpp"
#include "index/inverter.hpp"
#include "index/sorted_runs.hpp"
#include "index/string_table.hpp"

namespace corpack {

// One list on its way to the encoder.
struct GatheredList {
  std::string term;
  std::vector<std::string> words;  // sorted; none where the term is the only word
  std::uint64_t bytes = 0;         // of its parts
  std::vector<std::string> parts;
  bool is_large = false;  // its bytes were left where they are: parts is empty, next_piece() gives them
};

// Bytes of a large list.
struct ListPiece {
  std::string_view bytes;  // until the next call
  bool begins_part = false;
};

class Gatherer {
 public:
  // `memory_bytes`: of gathered lists, while batches come.
  Gatherer(std::size_t memory_bytes, std::filesystem::path tmp_folder);
  Gatherer(const Gatherer&) = delete;
  Gatherer& operator=(const Gatherer&) = delete;
  ~Gatherer();

  // From now on; what others hold may grow.
  void set_memory(std::size_t memory_bytes) { memory_limit_bytes_ = memory_bytes; }

  void add(const BatchIndex& batch);

  // Makes what is gathered take at most this much memory.
  void shrink_to(std::size_t memory_bytes);

  // Number of runs written so far.
  std::size_t runs() const { return runs_.added(); }

  // Bytes of all segments that were gathered.
  std::uint64_t gathered_bytes() const { return gathered_bytes_; }

  // Ends gathering: from now on, next() gives out the lists, those of more than `list_bytes` in pieces.
  void finish(std::size_t memory_bytes, std::size_t list_bytes);

  // The next list in the byte order of the terms. False: there is none. REQUIRES: finish() was called, and a
  // large list was read to its end.
  bool next(GatheredList& list);

  // The next piece of a large list. Absent: its end.
  std::optional<ListPiece> next_piece();

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
  static constexpr std::size_t step = 32;  // lists that are added together

  void add_lists(const BatchIndex& batch, std::size_t first, std::vector<std::uint32_t>& numbers);
  std::size_t memory_bytes_with(const BatchIndex& batch) const;
  std::vector<SortedList> sorted_lists() const;
  std::vector<std::string> words_of(const List& list) const;
  void write_run();
  void clear();

  class MemoryCursor;

  std::size_t memory_limit_bytes_;
  StringTable terms_;
  StringTable words_;
  std::vector<List> lists_;
  std::vector<std::uint32_t> next_word_;
  ByteStreams streams_;
  std::uint64_t gathered_bytes_ = 0;
  SortedRuns runs_;

  std::unique_ptr<ListMerge> merge_;
  std::size_t list_limit_bytes_ = 0;
  std::size_t part_ = 0;  // of the large list
  std::uint64_t part_left_bytes_ = 0;
  std::string piece_;
};

}  // namespace corpack
