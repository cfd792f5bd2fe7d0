#include "index/gatherer.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include "index/varint.hpp"

namespace corpack {

namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t{64} << 10;

// As a number that orders as the bytes do; zeros stand where there are none.
std::uint64_t first_bytes(std::string_view text) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data(), std::min(text.size(), sizeof bytes));
  return __builtin_bswap64(bytes);
}

}  // namespace

// What is in memory, as one part a list.
class Gatherer::MemoryCursor final : public ListCursor {
 public:
  explicit MemoryCursor(const Gatherer& gatherer) : gatherer_(gatherer), order_(gatherer.sorted_lists()) {}
  bool next() override {
    if (place_ == order_.size()) return false;
    const std::uint32_t number = order_[place_++].number;
    const List& list = gatherer_.lists_[number];
    term = gatherer_.terms_[number];
    words = gatherer_.words_of(list);
    parts_bytes.assign(1, gatherer_.streams_.size_bytes(list.stream));
    reader_.emplace(gatherer_.streams_, list.stream);
    return true;
  }
  void read(char* to, std::size_t size) override { reader_->read(to, size); }

 private:
  const Gatherer& gatherer_;
  std::vector<SortedList> order_;
  std::size_t place_ = 0;
  std::optional<ByteStreams::Reader> reader_;
};

void Gatherer::add(const BatchIndex& batch) {
  if (!lists_.empty() && memory_bytes_with(batch) > memory_limit_bytes_) write_run();
  std::vector<std::uint32_t> numbers(batch.lists.size());
  for (std::size_t first = 0; first < numbers.size(); first += step) add_lists(batch, first, numbers);
  for (const BatchWord& from : batch.words) {
    const std::uint32_t word = words_.add(batch.text_of(from));
    if (word < next_word_.size()) continue;
    List& list = lists_[numbers[from.list]];
    next_word_.push_back(list.first_word);
    list.first_word = word;
  }
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

// The most that adding the batch needs, and sorting the lists after it.
std::size_t Gatherer::memory_bytes_with(const BatchIndex& batch) const {
  const auto grown = [](const auto& vector, std::size_t more) {
    const std::size_t room =
        vector.capacity() + (vector.size() + more > vector.capacity() ? 2 * vector.size() + more : 0);
    return room * sizeof vector[0];
  };
  const std::size_t lists = batch.lists.size();
  const std::size_t words = batch.words.size();
  return terms_.memory_bytes_with(lists, batch.text.size()) +
         words_.memory_bytes_with(words, batch.text.size()) + grown(lists_, lists) +
         grown(next_word_, words) + streams_.memory_bytes() + 2 * batch.bytes.size() +
         sizeof(SortedList) * (lists_.size() + lists);
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

std::vector<std::string> Gatherer::words_of(const List& list) const {
  std::vector<std::string> words;
  for (std::uint32_t word = list.first_word; word != no_word; word = next_word_[word])
    words.emplace_back(words_[word]);
  std::sort(words.begin(), words.end());
  return words;
}

void Gatherer::shrink_to(std::size_t memory_bytes) {
  if (!lists_.empty() && memory_bytes_with({}) > memory_bytes) write_run();
}

void Gatherer::write_run() {
  {
    MemoryCursor lists{*this};
    runs_.add(lists);
  }
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
    : memory_limit_bytes_(memory_bytes), runs_(std::move(tmp_folder)) {}

Gatherer::~Gatherer() = default;

void Gatherer::finish(std::size_t memory_bytes, std::size_t list_bytes) {
  list_limit_bytes_ = list_bytes;
  // Half is for the buffers of runs, where there are any.
  const std::size_t left_bytes = runs() == 0 ? memory_bytes : memory_bytes / 2;
  shrink_to(left_bytes);
  merge_ = runs_.merge(std::make_unique<MemoryCursor>(*this), memory_bytes / 2);
}

bool Gatherer::next(GatheredList& list) {
  if (!merge_) return false;
  if (!merge_->next()) {
    merge_.reset();
    runs_.clear();
    clear();
    return false;
  }
  list.term = merge_->term;
  list.words = std::move(merge_->words);
  list.parts.clear();
  list.bytes = 0;
  for (const std::uint64_t part_bytes : merge_->parts_bytes) list.bytes += part_bytes;
  list.is_large = list.bytes > list_limit_bytes_;
  part_ = 0;
  part_left_bytes_ = 0;
  if (list.is_large) return true;
  for (const std::uint64_t part_bytes : merge_->parts_bytes) {
    std::string& part = list.parts.emplace_back(part_bytes, '\0');
    merge_->read(part.data(), part_bytes);
  }
  return true;
}

std::optional<ListPiece> Gatherer::next_piece() {
  const bool begins_part = part_left_bytes_ == 0;
  if (begins_part) {
    if (part_ == merge_->parts_bytes.size()) return std::nullopt;
    part_left_bytes_ = merge_->parts_bytes[part_++];
  }
  piece_.resize(std::min<std::uint64_t>(part_left_bytes_, piece_bytes));
  merge_->read(piece_.data(), piece_.size());
  part_left_bytes_ -= piece_.size();
  return ListPiece{piece_, begins_part};
}

}  // namespace corpack
