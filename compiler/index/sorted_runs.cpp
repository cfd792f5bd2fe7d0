#include "index/sorted_runs.hpp"

#include <algorithm>
#include <utility>

namespace corpack {

namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 10;
constexpr std::size_t least_buffer_bytes = std::size_t{4} << 10;
constexpr std::size_t most_buffer_bytes = std::size_t{256} << 10;

}  // namespace

RunFile SortedRuns::written(ListCursor& lists) {
  RunFile run{folder_};
  while (lists.next()) {
    write_list_head(run, lists.term, lists.words, lists.parts_bytes);
    for (std::uint64_t left : lists.parts_bytes)
      for (; left > 0; left -= piece_.size()) {
        piece_.resize(std::min<std::uint64_t>(left, piece_bytes));
        lists.read(piece_.data(), piece_.size());
        run.write(piece_);
      }
  }
  run.rewind();
  return run;
}

void SortedRuns::add(ListCursor& lists) {
  runs_.push_back(written(lists));
  ++added_;
  if (runs_.size() < max_runs) return;
  RunFile merged = written(*merge(nullptr, max_runs * piece_bytes));
  runs_.clear();
  runs_.push_back(std::move(merged));
}

std::unique_ptr<ListMerge> SortedRuns::merge(std::unique_ptr<ListCursor> last, std::size_t buffers_bytes) {
  const std::size_t buffer_bytes = std::clamp(buffers_bytes / std::max<std::size_t>(1, runs_.size()),
                                              least_buffer_bytes, most_buffer_bytes);
  std::vector<std::unique_ptr<ListCursor>> cursors;
  for (RunFile& run : runs_) cursors.push_back(std::make_unique<RunCursor>(run, buffer_bytes));
  if (last) cursors.push_back(std::move(last));
  return std::make_unique<ListMerge>(std::move(cursors));
}

}  // namespace corpack
