#include "index/gatherer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <numeric>

#include "index/varint.hpp"

namespace corpack {

namespace {

// As a number that orders as the bytes do; zeros stand where there are none.
std::uint64_t first_bytes(std::string_view text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), std::min(text.size(), sizeof bytes));
  return __builtin_bswap64(bytes);
}

}  // namespace

// Lists of one run, or of what is in memory, in the byte order of their terms.
class Gatherer::Cursor {
 public:
  virtual ~Cursor() = default;
  virtual bool next() = 0;
  GatheredList list;  // its one segment is this run's part
};

class Gatherer::MemoryCursor final : public Gatherer::Cursor {
 public:
  explicit MemoryCursor(const Gatherer& gatherer) : gatherer_(gatherer), order_(gatherer.sorted_lists()) {}
  bool next() override {
    if (place_ == order_.size()) return false;
    gatherer_.take(order_[place_++].number, list);
    return true;
  }

 private:
  const Gatherer& gatherer_;
  std::vector<SortedList> order_;
  std::size_t place_ = 0;
};

class Gatherer::RunCursor final : public Gatherer::Cursor {
 public:
  explicit RunCursor(RunFile& run) : run_(run) { run_.rewind(); }
  bool next() override {
    std::uint32_t size = 0;
    if (!read_number(size)) return false;
    read_text(list.term, size);
    std::uint32_t words = 0;
    read_number(words);
    list.words.resize(words);
    for (std::string& word : list.words) {
      read_number(size);
      read_text(word, size);
    }
    std::uint64_t bytes = 0;
    run_.read(reinterpret_cast<char*>(&bytes), sizeof bytes);
    list.segments.resize(1);
    read_text(list.segments[0], bytes);
    return true;
  }

 private:
  bool read_number(std::uint32_t& value) {
    value = 0;
    char byte = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (!run_.read(&byte, 1)) return false;
      value |= static_cast<std::uint32_t>(byte & 127) << shift;
      if ((byte & 128) == 0) return true;
    }
  }
  void read_text(std::string& to, std::uint64_t size) {
    to.resize(size);
    run_.read(to.data(), size);
  }

  RunFile& run_;
};

void Gatherer::add(const BatchIndex& batch) {
  std::vector<std::uint32_t> numbers(batch.lists.size());
  for (std::size_t first = 0; first < numbers.size(); first += step) add_lists(batch, first, numbers);
  for (const BatchWord& from : batch.words) {
    const std::uint32_t word = words_.add(batch.text_of(from));
    if (word < next_word_.size()) continue;
    List& list = lists_[numbers[from.list]];
    next_word_.push_back(list.first_word);
    list.first_word = word;
  }
  if (memory_bytes() > memory_limit_bytes_) write_run();
}

// Adds some lists of the batch, whose places in memory are known before the first one is waited for.
void Gatherer::add_lists(const BatchIndex& batch, std::size_t first, std::vector<std::uint32_t>& numbers) {
  const std::size_t end = std::min(numbers.size(), first + step);
  std::array<StringTable::Probe, step> probes;
  for (std::size_t i = first; i < end; ++i) probes[i - first] = terms_.probe(batch.text_of(batch.lists[i]));
  for (std::size_t i = first; i < end; ++i) {
    numbers[i] = terms_.add(batch.text_of(batch.lists[i]), probes[i - first]);
    if (numbers[i] == lists_.size()) lists_.emplace_back();
    __builtin_prefetch(&lists_[numbers[i]], 1);
  }
  for (std::size_t i = first; i < end; ++i) streams_.prefetch(lists_[numbers[i]].stream);
  for (std::size_t i = first; i < end; ++i) {
    const BatchList& from = batch.lists[i];
    List& list = lists_[numbers[i]];
    std::array<char, 2 * max_varint_bytes> head;
    char* const head_end = write_varint(write_varint(head.data(), from.first - list.last), from.postings);
    const auto head_bytes = static_cast<std::size_t>(head_end - head.data());
    streams_.append(list.stream, {head.data(), head_bytes});
    streams_.append(list.stream, batch.bytes_of(from));
    gathered_bytes_ += head_bytes + from.bytes_size;
    list.last = from.last;
  }
}

std::size_t Gatherer::memory_bytes() const {
  return terms_.memory_bytes() + words_.memory_bytes() + streams_.memory_bytes() +
         lists_.capacity() * list_bytes + next_word_.capacity() * 4;
}

// By their first eight bytes, nearly always: the whole terms lie anywhere in memory.
std::vector<Gatherer::SortedList> Gatherer::sorted_lists() const {
  std::vector<SortedList> order(lists_.size());
  for (std::uint32_t number = 0; number < order.size(); ++number)
    order[number] = {first_bytes(terms_[number]), number};
  std::sort(order.begin(), order.end(), [&](const SortedList& a, const SortedList& b) {
    return a.first_bytes != b.first_bytes ? a.first_bytes < b.first_bytes
                                          : terms_[a.number] < terms_[b.number];
  });
  return order;
}

void Gatherer::take(std::uint32_t number, GatheredList& out) const {
  const List& list = lists_[number];
  out.term = terms_[number];
  out.words.clear();
  for (std::uint32_t word = list.first_word; word != no_word; word = next_word_[word])
    out.words.emplace_back(words_[word]);
  std::sort(out.words.begin(), out.words.end());
  out.segments.resize(1);
  out.segments[0].clear();
  streams_.copy(list.stream, out.segments[0]);
}

void Gatherer::write_run() {
  RunFile run{tmp_folder_};
  GatheredList list;
  std::string head;
  for (const SortedList& sorted : sorted_lists()) {
    take(sorted.number, list);
    head.clear();
    append_varint(head, static_cast<std::uint32_t>(list.term.size()));
    head += list.term;
    append_varint(head, static_cast<std::uint32_t>(list.words.size()));
    for (const std::string& word : list.words) {
      append_varint(head, static_cast<std::uint32_t>(word.size()));
      head += word;
    }
    const std::uint64_t bytes = list.segments[0].size();
    head.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    run.write(head);
    run.write(list.segments[0]);
  }
  runs_.push_back(std::move(run));
  clear();
}

void Gatherer::clear() {
  terms_.clear();
  words_.clear();
  lists_ = {};
  next_word_ = {};
  streams_.clear();
}

Gatherer::Gatherer(std::size_t memory_bytes, std::filesystem::path tmp_folder)
    : memory_limit_bytes_(memory_bytes), tmp_folder_(std::move(tmp_folder)) {}

Gatherer::~Gatherer() = default;

// Whether cursor `a` comes after `b`. Of the same term the earliest run comes first: it has the lower
// ordinals.
bool Gatherer::later(std::size_t a, std::size_t b) const {
  const int order = cursors_[a]->list.term.compare(cursors_[b]->list.term);
  return order != 0 ? order > 0 : a > b;
}

void Gatherer::advance(std::size_t cursor) {
  if (!cursors_[cursor]->next()) return;
  queue_.push_back(cursor);
  std::push_heap(queue_.begin(), queue_.end(), [this](std::size_t a, std::size_t b) { return later(a, b); });
}

std::size_t Gatherer::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), [this](std::size_t a, std::size_t b) { return later(a, b); });
  const std::size_t least = queue_.back();
  queue_.pop_back();
  return least;
}

void Gatherer::finish() {
  for (RunFile& run : runs_) cursors_.push_back(std::make_unique<RunCursor>(run));
  cursors_.push_back(std::make_unique<MemoryCursor>(*this));
  for (std::size_t i = 0; i < cursors_.size(); ++i) advance(i);
}

bool Gatherer::next(GatheredList& list) {
  if (queue_.empty()) return false;
  const std::size_t least = pop();
  list = std::move(cursors_[least]->list);
  advance(least);
  while (!queue_.empty() && cursors_[queue_.front()]->list.term == list.term) {
    const std::size_t same = pop();
    GatheredList& part = cursors_[same]->list;
    list.segments.push_back(std::move(part.segments[0]));
    std::vector<std::string> words;
    std::set_union(list.words.begin(), list.words.end(), part.words.begin(), part.words.end(),
                   std::back_inserter(words));
    list.words = std::move(words);
    advance(same);
  }
  return true;
}

}  // namespace corpack
