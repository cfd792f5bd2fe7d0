// Walks the ordinals of one posting list in ascending order.
//
// It can stand before a block without having unpacked it: then the block's last ordinal is known, and the
// block may be passed over unread. Lifetime: reset() makes it walk another list; the Dataset must outlive it.
// Its buffer is part of it: nothing is allocated while walking. Errors: FormatError from damaged lists.
// Complexity: heads are read one by one; unpacking a block is constant work. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include <corpack/postings.hpp>

namespace corpack {

class PostingCursor {
 public:
  static constexpr std::uint32_t end = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t block_size = PostingList::block_size;

  // Stands before the first block.
  void reset(const PostingList& list) {
    list_ = list;
    blocks_ = list.blocks();
    open_block(0);
    // A short list's last ordinal is known once it is unpacked.
    if (!list_.has_heads()) unpack();
  }

  const PostingList& list() const { return list_; }

  // ---- by blocks ----

  // Goes to the first block that may hold `target` or more. False: there is none. REQUIRES: targets do not
  // fall.
  bool skip_to(std::uint32_t target) {
    while (block_ < blocks_ && last_ < target) open_block(block_ + 1);
    return block_ < blocks_;
  }

  // Goes to the next block. False: there is none.
  bool next_block() {
    open_block(block_ + 1);
    return block_ < blocks_;
  }

  // REQUIRES of what follows: stands at a block.
  std::uint32_t block_last() const { return last_; }
  std::uint32_t block_count() { return unpack(); }
  // `end` stands behind the last.
  const std::uint32_t* block_ordinals() {
    unpack();
    return ordinals_.data();
  }

  // Index in the block of its first posting from `target` on; block_count(): none. Without a branch to
  // mispredict, so that the processor overlaps one search with the next.
  std::uint32_t find_in_block(std::uint32_t target) { return index_ = place_of(target, block_ordinals()); }

  // The same in the ordinals of a block. REQUIRES: 129 of them may be read.
  static std::uint32_t place_of(std::uint32_t target, const std::uint32_t* ordinals) {
    std::uint32_t index = 0;
    for (std::uint32_t step = block_size / 2; step > 0; step /= 2)
      index += step * static_cast<std::uint32_t>(ordinals[index + step - 1] < target);
    return index + static_cast<std::uint32_t>(ordinals[index] < target);
  }

  // ---- by postings ----

  // Goes to the first posting from `target` on and returns its ordinal, or `end`. REQUIRES: targets do not
  // fall.
  std::uint32_t advance(std::uint32_t target) {
    while (skip_to(target)) {
      if (find_in_block(target) < count_) return ordinal_ = ordinals_[index_];
      open_block(block_ + 1);
    }
    return ordinal_ = end;
  }

  // False: the list's bitmap says that it does not hold the record.
  bool may_hold(std::uint32_t record) const {
    return list_.bits().empty() || PostingList::has_bit(list_.bits(), record);
  }

  // Whether the list holds `target`; if so, stands on it.
  bool stands_on(std::uint32_t target) { return advance(target) == target; }

  // REQUIRES: stands on a posting.
  std::uint32_t ordinal() const { return ordinal_; }

 protected:
  std::uint32_t unpack() {
    if (count_ != 0) return count_;
    count_ = list_.unpack_ordinals(block_, ordinals_.data());
    std::fill(ordinals_.begin() + count_, ordinals_.end(), end);
    if (!list_.has_heads()) last_ = ordinals_[count_ - 1];
    return count_;
  }

  PostingList list_;
  std::uint32_t blocks_ = 0;
  std::uint32_t block_ = 0;
  std::uint32_t last_ = 0;   // ordinal of the block's last posting
  std::uint32_t count_ = 0;  // of the block; 0: not unpacked
  std::uint32_t index_ = 0;  // in the block
  std::uint32_t ordinal_ = 0;

 private:
  void open_block(std::uint32_t block) {
    block_ = block;
    index_ = 0;
    count_ = 0;
    last_ = block < blocks_ && list_.has_heads() ? list_.last(block) : end;
  }

 protected:
  std::array<std::uint32_t, block_size + 1> ordinals_;
};

}  // namespace corpack
