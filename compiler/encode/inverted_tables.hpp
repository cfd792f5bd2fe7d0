// Writes tables `postings`, `positions`, `bitmaps` and `terms` of one field from what was gathered, packing
// lists in parallel.
//
// The lists are taken and written in order by one thread at a time, so the bytes do not depend on the number
// of threads. Errors: corpack::Error. Thread safety: uses the TBB workers of the calling thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "encode/gathered_fields.hpp"
#include "index/gatherer.hpp"
#include "write/store.hpp"

namespace corpack {

struct InvertedTotals {
  std::uint64_t words = 0;
  std::uint64_t lists = 0;
  std::uint64_t postings = 0;
  std::uint64_t gathered_bytes = 0;  // of the lists as they were gathered
};

struct InvertedOptions {
  std::uint32_t field = format::text_field;
  bool positions = true;
  std::size_t tokens = 0;       // groups of lists under way at once
  std::size_t words_bytes = 0;  // of memory, for the words
  std::filesystem::path tmp_folder;
};

// `length_codes`: of all records in this field. `progress` is told now and then how many of the field's
// gathered bytes are written. REQUIRES: the lists of the fields before were taken, and this one's lengths.
InvertedTotals write_inverted_tables(Gatherer& gatherer, GatheredFields& gathered,
                                     std::span<const std::uint8_t> length_codes,
                                     const InvertedOptions& options,
                                     const std::function<void(std::uint64_t)>& progress, Store& store);

}  // namespace corpack
