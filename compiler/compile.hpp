// Compiles dumps into one dataset file: read, split, drop duplicates, analyze, invert, gather, pack, write.
// Datasets are inputs as dumps are: their records come with their keys, fields, lines and sources, and are
// indexed anew, so that the result is that of compiling all dumps at once.
//
//   read + store records | analyze + invert (parallel) | gather        then   merge | pack (parallel) | write
//
// The stages that decide an order run one at a time and in input order, so the file does not depend on the
// number of threads, nor on the memory given. Until the last step the output is a temporary file beside its
// place.
//
// Errors: corpack::Error naming the file; what is wrong in the dumps goes to the Diagnostics. Thread safety:
// one compile() at a time in a process (it catches signals while it runs).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/id.hpp>

#include "dump/diagnostics.hpp"
#include "dump/dump_reader.hpp"

namespace corpack {

// What happens to records with the key of an earlier one. Each is reported and counted.
enum class Duplicates {
  first,  // they are dropped
  last,   // the earlier one is dropped; the inputs are read twice
  error,  // the work ends
  all,    // they are kept with the key KEY#2, KEY#3 and so on
};

struct CompileOptions {
  std::vector<std::string> inputs;  // paths of dumps and datasets; "-" is standard input
  std::filesystem::path output;
  DumpOptions dump;  // the same for all dumps
  Duplicates duplicates = Duplicates::first;
  std::optional<std::string> title;  // absent: that of the first input that has one
  // What is left open here, the datasets among the inputs settle (settings.hpp).
  std::optional<std::string> language;
  std::optional<bool> positions;
  std::optional<std::vector<std::string>> indexed_fields;  // besides the text (indexed_fields.hpp)
  std::vector<std::pair<std::string, std::string>> pairs;
  unsigned threads = 0;                               // 0: as many as there are processors
  std::size_t memory_bytes = std::size_t{512} << 20;  // memory_plan.hpp says what counts
  std::filesystem::path tmp_folder;                   // of sorted runs; empty: the output's folder

  // For tests: an id that collides, and less of the memory for postings than there is.
  Id (*id_of_key)(std::string_view) = Id::of;
  std::size_t max_gather_bytes = std::numeric_limits<std::size_t>::max();
  std::size_t max_list_bytes = std::numeric_limits<std::size_t>::max();
};

struct CompileSummary {
  std::uint64_t read = 0;     // records found in the inputs, rejected ones too
  std::uint64_t records = 0;  // records kept
  std::uint64_t duplicates = 0;
  std::uint64_t rejected = 0;
  std::uint64_t invalid_utf8 = 0;  // records with bytes that are not UTF-8
  std::uint64_t cut_words = 0;     // records with a word longer than a term may be
  std::uint64_t sources = 0;
  std::uint64_t input_bytes = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t output_bytes = 0;
  std::vector<std::string> indexes;  // names of the indexed fields; the first is the text
  std::size_t left_out_fields = 0;   // that are not indexed since they are too many, and none was asked for
  // Of the text's index.
  std::uint64_t words = 0;
  std::uint64_t lists = 0;
  std::uint64_t postings = 0;
  std::uint64_t tokens = 0;
  std::uint64_t runs = 0;   // sorted runs written to disk
  double seconds = 0;       // all of it, the sync included
  double sync_seconds = 0;  // waiting for the disk at the end
};

struct CompileProgress {
  std::uint64_t bytes = 0;                   // done in this stage: of the inputs, or of the gathered postings
  std::optional<std::uint64_t> total_bytes;  // of this stage; absent: an input's size is unknown
  std::uint64_t records = 0;
  bool reading = true;  // false: merging and writing
};

// `progress`, where given, is called now and then, by any of the threads but never by two at once.
CompileSummary compile(const CompileOptions& options, Diagnostics& diagnostics,
                       const std::function<void(const CompileProgress&)>& progress = {});

}  // namespace corpack
