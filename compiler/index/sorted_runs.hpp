// Sorted runs of gathered lists in temporary files, merged in one pass at the end.
//
// Each run keeps a file open and, when it is read, a buffer: so many are merged into one before there are
// more. Each byte is then written once more for each power of max_runs that their number reaches.
//
// Errors: those of RunFile. Thread safety: none.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "index/list_merge.hpp"
#include "index/run.hpp"

namespace corpack {

class SortedRuns {
 public:
  explicit SortedRuns(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Writes all lists of the cursor as a run. REQUIRES: they come after those of the runs before.
  void add(ListCursor& lists);

  // Gives the runs' files and buffers back. REQUIRES: they are not being merged.
  void clear() { runs_.clear(); }

  // How many were added.
  std::size_t added() const { return added_; }

  // All runs, and `last` behind them, with so much memory for buffers. Lifetime: as long as this is, and no
  // run is added.
  std::unique_ptr<ListMerge> merge(std::unique_ptr<ListCursor> last, std::size_t buffers_bytes);

 private:
  static constexpr std::size_t max_runs = 128;

  RunFile written(ListCursor& lists);

  std::filesystem::path folder_;
  std::vector<RunFile> runs_;
  std::size_t added_ = 0;
  std::string piece_;
};

}  // namespace corpack
