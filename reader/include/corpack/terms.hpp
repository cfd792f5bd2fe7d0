// The dictionary: every word of the dataset as people wrote it (folded), in byte order, each with the posting
// list of its stem.
//
// Lifetime: views into the dataset. Errors: FormatError when a block is damaged. Complexity: find() is a hash
// look-up (about three cache misses) and never more than a binary search, which lower_bound() is. Thread-safe
// (read-only).
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/block.hpp>
#include <corpack/hash.hpp>

namespace corpack {

struct Term {
  std::string_view word;     // folded
  std::uint32_t number = 0;  // place in the dictionary
  std::uint32_t list = 0;    // number of its posting list; words of one stem share it
};

class Terms;

// Consecutive terms of the dictionary, in byte order.
class TermRange {
 public:
  class Iterator {
   public:
    using value_type = Term;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    Iterator() = default;
    Iterator(const Terms* terms, std::uint32_t number) : terms_(terms), number_(number) {}
    Term operator*() const;
    Iterator& operator++() {
      ++number_;
      return *this;
    }
    Iterator operator++(int) { return {terms_, number_++}; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.number_ == b.number_; }

   private:
    const Terms* terms_ = nullptr;
    std::uint32_t number_ = 0;
  };

  TermRange() = default;
  TermRange(const Terms* terms, std::uint32_t first, std::uint32_t last)
      : terms_(terms), first_(first), last_(last) {}
  Iterator begin() const { return {terms_, first_}; }
  Iterator end() const { return {terms_, last_}; }
  std::uint32_t size() const { return last_ - first_; }
  bool empty() const { return first_ == last_; }

 private:
  const Terms* terms_ = nullptr;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

class Terms {
 public:
  Terms() = default;

  // Checks each block's extents and that the words are numbered without a gap. `lists`: number of posting
  // lists.
  Terms(std::vector<Block> blocks, std::uint32_t lists) : blocks_(std::move(blocks)), lists_(lists) {
    for (const Block& block : blocks_) {
      const FlatTable table = FlatTable::root(block, format::TermsIdentifier());
      Part part;
      part.first = table.scalar<std::uint32_t>(format::Terms::VT_FIRST_WORD);
      part.starts = table.span<std::uint32_t>(format::Terms::VT_STARTS);
      part.offsets = table.span<std::uint16_t>(format::Terms::VT_OFFSETS);
      part.text = table.span<std::uint8_t>(format::Terms::VT_TEXT);
      part.has_lists = table.has(format::Terms::VT_LISTS);
      part.lists = table.span<std::uint32_t>(format::Terms::VT_LISTS);
      part.slots = table.span<std::uint32_t>(format::Terms::VT_SLOTS);
      if (part.first != count_) block.fail("its words are not the next ones");
      if (part.words() == 0 || part.words() > 0xFFFFFFFFu - count_) block.fail("wrong number of words");
      if (part.starts.size() != (part.words() - 1) / format::words_per_start + 1 ||
          (part.has_lists && part.lists.size() != part.words()))
        block.fail("its columns differ in length");
      if (part.slots.size() <= part.words()) block.fail("its hash directory is too small");
      count_ += static_cast<std::uint32_t>(part.words());
      parts_.push_back(part);
    }
  }

  bool empty() const { return count_ == 0; }
  std::uint32_t size() const { return count_; }
  TermRange all() const { return {this, 0, count_}; }

  // REQUIRES: number < size().
  Term operator[](std::uint32_t number) const {
    const std::size_t index = part_of(number);
    const Part& part = parts_[index];
    const std::uint32_t place = number - part.first;
    const std::uint32_t list = part.has_lists ? part.lists[place] : number;
    if (list >= lists_) blocks_[index].fail("a word's posting list is not there");
    return {word(index, place), number, list};
  }

  // The term of exactly this folded word.
  std::optional<Term> find(std::string_view folded) const {
    if (parts_.empty()) return std::nullopt;
    std::size_t index = 0;
    if (parts_.size() > 1) index = part_holding(folded);
    if (index == parts_.size()) return std::nullopt;
    const Part& part = parts_[index];
    const std::uint64_t slots = part.slots.size();  // more than the words, and so never filled
    std::uint64_t slot = ((hash64(folded) & 0xFFFFFFFFu) * slots) >> 32;
    for (unsigned probes = 0; probes < most_probes; ++probes) {
      const std::uint32_t entry = part.slots[slot];
      if (entry == 0) return std::nullopt;
      if (entry > part.words()) blocks_[index].fail("its hash directory points outside");
      if (word(index, entry - 1) == folded) return (*this)[part.first + entry - 1];
      slot = slot + 1 == slots ? 0 : slot + 1;
    }
    // A crowded directory, as only a hostile file has it: the words are in order as well.
    const std::uint32_t number = lower_bound(folded);
    if (number == count_ || word(part_of(number), number - parts_[part_of(number)].first) != folded)
      return std::nullopt;
    return (*this)[number];
  }

  // Number of the first term that is not less than `bytes`; size() where there is none.
  std::uint32_t lower_bound(std::string_view bytes) const {
    std::uint32_t first = 0;
    std::uint32_t last = count_;
    while (first < last) {
      const std::uint32_t middle = first + (last - first) / 2;
      if ((*this)[middle].word < bytes)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }

  // All terms that begin with these bytes; with none given, all terms.
  TermRange prefix(std::string_view bytes) const {
    std::string after{bytes};
    while (!after.empty() && static_cast<unsigned char>(after.back()) == 0xFF) after.pop_back();
    if (after.empty()) return {this, bytes.empty() ? 0 : lower_bound(bytes), count_};
    after.back() = static_cast<char>(static_cast<unsigned char>(after.back()) + 1);
    const std::uint32_t first = lower_bound(bytes);
    return {this, first, std::max(first, lower_bound(after))};
  }

 private:
  // Runs of full slots are this long in no dictionary that is no attack: four of five slots are taken, and
  // one of a million words lies 128 slots behind its own.
  static constexpr unsigned most_probes = 128;

  struct Part {
    std::uint32_t first = 0;
    bool has_lists = false;
    std::span<const std::uint32_t> starts;
    std::span<const std::uint16_t> offsets;
    std::span<const std::uint8_t> text;
    std::span<const std::uint32_t> lists;
    std::span<const std::uint32_t> slots;

    std::size_t words() const { return offsets.size(); }
    // Where a word begins in `text`; behind the last one, where that ends.
    std::uint64_t begin(std::size_t place) const {
      if (place == offsets.size()) return text.size();
      return std::uint64_t{starts[place / format::words_per_start]} + offsets[place];
    }
  };

  std::string_view word(std::size_t index, std::uint32_t place) const {
    const Part& part = parts_[index];
    const std::uint64_t begin = part.begin(place);
    const std::uint64_t end = part.begin(std::size_t{place} + 1);
    if (begin > end || end > part.text.size()) blocks_[index].fail("a word lies outside");
    return {reinterpret_cast<const char*>(part.text.data()) + begin, end - begin};
  }

  std::size_t part_of(std::uint32_t number) const {
    if (parts_.size() == 1) return 0;
    const auto after = std::upper_bound(parts_.begin(), parts_.end(), number,
                                        [](std::uint32_t n, const Part& part) { return n < part.first; });
    return static_cast<std::size_t>(after - parts_.begin()) - 1;
  }

  // The block whose last word is the first that is not less.
  std::size_t part_holding(std::string_view folded) const {
    std::size_t first = 0;
    std::size_t last = parts_.size();
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if (word(middle, static_cast<std::uint32_t>(parts_[middle].words()) - 1) < folded)
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }

  std::vector<Block> blocks_;
  std::vector<Part> parts_;
  std::uint32_t count_ = 0;
  std::uint32_t lists_ = 0;
};

inline Term TermRange::Iterator::operator*() const {
  return (*terms_)[number_];
}

}  // namespace corpack
