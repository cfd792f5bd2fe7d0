#include "index/list_merge.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <numeric>
#include <utility>

namespace corpack {

ListMerge::ListMerge(std::vector<std::unique_ptr<ListCursor>> cursors) : cursors_(std::move(cursors)) {
  for (std::size_t i = 0; i < cursors_.size(); ++i) advance(i);
}

bool ListMerge::later(std::size_t a, std::size_t b) const {
  const int order = cursors_[a]->term.compare(cursors_[b]->term);
  return order != 0 ? order > 0 : a > b;
}

void ListMerge::advance(std::size_t cursor) {
  if (!cursors_[cursor]->next()) return;
  queue_.push_back(cursor);
  std::push_heap(queue_.begin(), queue_.end(), [this](std::size_t a, std::size_t b) { return later(a, b); });
}

std::size_t ListMerge::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), [this](std::size_t a, std::size_t b) { return later(a, b); });
  const std::size_t least = queue_.back();
  queue_.pop_back();
  return least;
}

void ListMerge::take(std::size_t cursor) {
  const std::vector<std::uint64_t>& sizes = cursors_[cursor]->parts_bytes;
  sources_.push_back({cursor, std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0})});
  parts_bytes.insert(parts_bytes.end(), sizes.begin(), sizes.end());
}

bool ListMerge::next() {
  for (const Source& source : sources_) {
    assert(source.left_bytes == 0);
    advance(source.cursor);
  }
  sources_.clear();
  parts_bytes.clear();
  source_ = 0;
  if (queue_.empty()) return false;
  const std::size_t least = pop();
  term = cursors_[least]->term;
  words = std::move(cursors_[least]->words);
  take(least);
  while (!queue_.empty() && cursors_[queue_.front()]->term == term) {
    const std::size_t same = pop();
    std::vector<std::string> all;
    std::set_union(words.begin(), words.end(), cursors_[same]->words.begin(), cursors_[same]->words.end(),
                   std::back_inserter(all));
    words = std::move(all);
    take(same);
  }
  return true;
}

void ListMerge::read(char* to, std::size_t size) {
  while (size > 0) {
    while (sources_[source_].left_bytes == 0) ++source_;
    Source& source = sources_[source_];
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(size, source.left_bytes));
    cursors_[source.cursor]->read(to, taken);
    source.left_bytes -= taken;
    to += taken;
    size -= taken;
  }
}

}  // namespace corpack
