// Counts the records that hold any or all of some terms, without scoring them.
//
// Where all lists have bitmaps their words are counted. Else: any - one bit for each record is set for each
// posting, about a nanosecond; all - the blocks of the shortest list are filtered by the others
// (candidates.hpp). Lifetime: scratch memory (one bit a record) is kept from query to query. Complexity:
// linear in the postings, or in the records; lists much longer than the shortest of an `all` are skipped
// through. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <corpack/candidates.hpp>
#include <corpack/dataset.hpp>

namespace corpack {

class RecordCounter {
 public:
  // Of each of `keys`, list_of gives the list; one at a time, since a prefix may have any number of them.
  template <class Keys, class ListOf>
  std::uint64_t any(std::size_t records, const Keys& keys, ListOf&& list_of) {
    bits_.assign(format::bitmap_words(records), 0);
    for (const auto& key : keys) {
      const PostingList list = list_of(key);
      if (list.bits().empty())
        set(list);
      else
        for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= list.bits()[i];
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t word : bits_) sum += ones(word);
    return sum;
  }

  // REQUIRES: at least one list.
  std::uint64_t all(std::span<PostingList> lists) {
    std::sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.count() < b.count(); });
    if (!lists[0].bits().empty() && !lists.back().bits().empty()) return all_bits(lists);
    if (cursors_.size() < lists.size()) cursors_.resize(lists.size());
    for (std::size_t i = 1; i < lists.size(); ++i) cursors_[i].reset(lists[i]);
    std::array<std::uint32_t, PostingList::block_size> ordinals;
    std::uint64_t sum = 0;
    for (std::uint32_t block = 0; block < lists[0].blocks(); ++block) {
      candidates_.take(ordinals.data(), lists[0].unpack_ordinals(block, ordinals.data()));
      for (std::size_t i = 1; i < lists.size() && !candidates_.records().empty(); ++i)
        candidates_.keep(cursors_[i]);
      sum += candidates_.records().size();
    }
    return sum;
  }

 private:
  // The number of bits that are set. Processors have an instruction for it that not all of them have.
  static std::uint64_t ones(std::uint64_t word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (word * 0x0101010101010101u) >> 56;
  }

  static std::uint64_t all_bits(std::span<const PostingList> lists) {
    std::uint64_t sum = 0;
    const std::size_t words = lists[0].bits().size();
    for (std::size_t i = 0; i < words; ++i) {
      std::uint64_t word = lists[0].bits()[i];
      for (const PostingList& list : lists.subspan(1)) word &= list.bits()[i];
      sum += ones(word);
    }
    return sum;
  }

  void set(const PostingList& list) {
    std::array<std::uint32_t, PostingList::block_size> ordinals;
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
      const std::uint32_t held = list.unpack_ordinals(block, ordinals.data());
      for (std::uint32_t i = 0; i < held; ++i)
        if (ordinals[i] / 64 < bits_.size())
          bits_[ordinals[i] / 64] |= std::uint64_t{1} << (ordinals[i] % 64);
    }
  }

  std::vector<std::uint64_t> bits_;
  std::vector<PostingCursor> cursors_;
  Candidates candidates_;
};

}  // namespace corpack
