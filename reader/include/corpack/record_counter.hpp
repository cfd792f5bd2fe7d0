// Counts the records that hold any or all of some terms, without scoring them.
//
// One bit for each record: setting a bit for each posting takes about a nanosecond, less than leap-frogging
// over lists of like length. Lifetime: scratch memory (one bit a record, twice) is kept from query to query.
// Complexity: linear in the postings of all lists, but for lists much longer than the shortest of an `all`.
// Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <corpack/dataset.hpp>

namespace corpack {

class RecordCounter {
 public:
  std::uint64_t any(const Dataset& dataset, std::span<const PostingList> lists) {
    clear(bits_, dataset);
    for (const PostingList& list : lists) set(list, bits_);
    return count(bits_);
  }

  // REQUIRES: at least one list.
  std::uint64_t all(const Dataset& dataset, std::span<PostingList> lists) {
    std::sort(lists.begin(), lists.end(), [](const auto& a, const auto& b) { return a.count() < b.count(); });
    clear(bits_, dataset);
    set(lists[0], bits_);
    for (const PostingList& list : lists.subspan(1)) {
      clear(others_, dataset);
      set(list, others_);
      for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] &= others_[i];
    }
    return count(bits_);
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  static void clear(Bits& bits, const Dataset& dataset) {
    bits.assign((std::size_t{dataset.size()} + 63) / 64, 0);
  }

  static void set(const PostingList& list, Bits& bits) {
    std::array<std::uint32_t, PostingList::block_size> ordinals;
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
      const std::uint32_t held = list.unpack_ordinals(block, ordinals.data());
      for (std::uint32_t i = 0; i < held; ++i)
        if (ordinals[i] / 64 < bits.size()) bits[ordinals[i] / 64] |= std::uint64_t{1} << (ordinals[i] % 64);
    }
  }

  static std::uint64_t count(const Bits& bits) {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : bits) sum += static_cast<std::uint64_t>(std::popcount(word));
    return sum;
  }

  Bits bits_;
  Bits others_;
};

}  // namespace corpack
