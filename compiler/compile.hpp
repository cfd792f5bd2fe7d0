// Compiles dumps into one dataset file: read, split, drop duplicates, analyze, invert, gather, pack, write.
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

struct CompileOptions {
  std::vector<std::string> inputs;  // paths; "-" is standard input
  std::filesystem::path output;
  std::optional<DumpFormat> format;     // absent: by the input's name
  bool has_title = true;                // of text dumps: the first line is the title
  std::optional<std::string> title;     // absent: the first source's title
  std::optional<std::string> id_field;  // of JSON lines
  std::string language = "english";
  bool positions = true;
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
  std::uint64_t records = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t rejected = 0;
  std::uint64_t invalid_utf8 = 0;  // records with bytes that are not UTF-8
  std::uint64_t cut_words = 0;     // records with a word longer than a term may be
  std::uint64_t sources = 0;
  std::uint64_t input_bytes = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t output_bytes = 0;
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
