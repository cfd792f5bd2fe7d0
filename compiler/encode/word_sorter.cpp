#include "encode/word_sorter.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace corpack {

class WordSorter::MemoryCursor final : public ListCursor {
 public:
  explicit MemoryCursor(const WordSorter& sorter) : sorter_(sorter) {}
  bool next() override {
    if (place_ == sorter_.entries_.size()) return false;
    term = sorter_.word_of(sorter_.entries_[place_++]);
    parts_bytes.assign(1, sizeof Entry::list);
    return true;
  }
  void read(char* to, std::size_t size) override {
    std::memcpy(to, &sorter_.entries_[place_ - 1].list, size);
  }

 private:
  const WordSorter& sorter_;
  std::size_t place_ = 0;
};

void WordSorter::add(std::string_view word, std::uint32_t list) {
  // What grows is copied.
  const bool grows = entries_.size() == entries_.capacity() || text_.size() + word.size() > text_.capacity();
  const std::size_t held_bytes = text_.capacity() + entries_.capacity() * sizeof(Entry);
  if (grows && !entries_.empty() && 3 * held_bytes > memory_limit_bytes_) write_run();
  entries_.push_back({text_.size(), static_cast<std::uint32_t>(word.size()), list});
  text_.append(word);
}

void WordSorter::sort() {
  const auto before = [this](const Entry& a, const Entry& b) { return word_of(a) < word_of(b); };
  // Words that are their own terms come in order.
  if (!std::is_sorted(entries_.begin(), entries_.end(), before))
    std::sort(entries_.begin(), entries_.end(), before);
}

void WordSorter::write_run() {
  sort();
  MemoryCursor words{*this};
  runs_.add(words);
  // The same memory serves again.
  text_.clear();
  entries_.clear();
}

void WordSorter::drain(const std::function<void(std::string_view, std::uint32_t)>& sink) {
  sort();
  if (runs_.added() == 0) {
    for (const Entry& entry : entries_) sink(word_of(entry), entry.list);
    return;
  }
  const auto merge = runs_.merge(std::make_unique<MemoryCursor>(*this), memory_limit_bytes_ / 3);
  while (merge->next()) {
    std::uint32_t list = 0;
    merge->read(reinterpret_cast<char*>(&list), sizeof list);
    sink(merge->term, list);
  }
}

}  // namespace corpack
