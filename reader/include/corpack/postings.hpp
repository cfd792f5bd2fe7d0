// A posting list: the records that hold a term, ascending by ordinal, with the term's frequency in each.
//
// A list is read block by block: 128 postings, or what is left in the last one. Each block of a long list has
// a head with its last ordinal (to skip it unread) and bounds on (frequency, length), so that the best score
// a block can give is known without unpacking it. The layout is in schema/FORMAT.md, "Postings".
//
// Lifetime: a view into the dataset. Errors: FormatError when the packed bytes do not hold what they claim.
// Ordinals of a damaged list may be any 32-bit number: whoever uses one as an index checks it.
// Thread-safe (read-only).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include <corpack/bitpacking.hpp>
#include <corpack/lists.hpp>
#include <corpack/patched_block.hpp>

namespace corpack {

struct Posting {
  std::uint32_t ordinal = 0;
  std::uint32_t frequency = 0;  // how often the record holds the term; at least 1
  friend bool operator==(const Posting&, const Posting&) = default;
};

// Each posting of a block has, among these pairs, one of at least its frequency and at most its length code.
// A frequency of 255 stands for 255 and more; 0 marks an unused pair.
struct Bounds {
  struct Pair {
    std::uint8_t frequency;
    std::uint8_t length_code;
  };
  std::array<Pair, format::bounds_per_block> pairs;
};

// For each pair there are format::floor_postings postings of at least its frequency and at most its length
// code.
struct Floors {
  using Pair = Bounds::Pair;
  std::array<Pair, format::floors_per_list> pairs;
};

// What precedes the packed blocks of a long list, one for each block.
struct BlockHead {
  std::uint32_t last;            // ordinal of the block's last posting
  std::uint32_t offset;          // of its packed bytes from the list's first byte
  std::uint8_t gap_width;        // of a full block: with PatchedBlock's flag
  std::uint8_t frequency_width;  // likewise
  Bounds bounds;
};
static_assert(sizeof(BlockHead) == format::block_head_bytes);

class PostingList {
 public:
  class Iterator;
  static constexpr std::uint32_t block_size = format::postings_per_block;

  PostingList() = default;

  explicit PostingList(ListBytes bytes) : bytes_(bytes) {
    std::size_t place = 0;
    count_ = varint(place);
    if (count_ == 0) fail("it is empty");
    if (count_ < block_size) {
      const std::uint8_t widths = byte(place);
      gap_width_ = widths & 63u;
      frequency_width_ = widths >> 6;
      if (frequency_width_ == 3) frequency_width_ = byte(place);
      check_widths(gap_width_, frequency_width_);
      start_ = static_cast<std::uint32_t>(place);
      check_stream(start_, count_, gap_width_, frequency_width_);
    } else {
      extra_ = varint(place);
      if (bytes_.size - place < sizeof(Bounds) + sizeof(Floors)) fail("it ends too early");
      std::memcpy(&bounds_, bytes_.data + place, sizeof bounds_);
      std::memcpy(&floors_, bytes_.data + place + sizeof bounds_, sizeof floors_);
      start_ = static_cast<std::uint32_t>(place + sizeof bounds_ + sizeof floors_);
      if (std::uint64_t{blocks()} * sizeof(BlockHead) > bytes_.size - start_)
        fail("its heads reach past its end");
    }
  }

  // Number of postings: in how many records the term occurs.
  std::uint32_t count() const { return count_; }

  // Number of blocks of up to 128 postings.
  std::uint32_t blocks() const { return count_ / block_size + (count_ % block_size != 0); }

  bool has_heads() const { return count_ >= block_size; }

  // A bitmap of the records that hold the term: bit r % 64 of word r / 64. Empty where the dataset keeps none
  // for this list. In a damaged dataset it may differ from the postings.
  std::span<const std::uint64_t> bits() const { return bits_; }
  // The record's bit in such a bitmap. Records beyond its end have none set.
  static bool has_bit(std::span<const std::uint64_t> bits, std::uint32_t record) {
    const std::uint64_t word = record / 64 < bits.size() ? bits[record / 64] : 0;
    return (word >> (record % 64) & 1u) != 0;
  }
  void set_bits(std::span<const std::uint64_t> bits) { bits_ = bits; }

  // How often the term occurs in all records.
  std::uint64_t occurrences() const {
    if (has_heads()) return std::uint64_t{count_} + extra_;
    std::uint32_t frequencies[block_size];
    unpack_frequencies(0, frequencies);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < count_; ++i) sum += frequencies[i];
    return sum;
  }

  // Bounds of the whole list. REQUIRES: has_heads().
  const Bounds& bounds() const { return bounds_; }
  const Floors& floors() const { return floors_; }

  // REQUIRES: has_heads() and block < blocks().
  BlockHead head(std::uint32_t block) const {
    BlockHead head;
    std::memcpy(&head, bytes_.data + start_ + std::size_t{block} * sizeof(BlockHead), sizeof head);
    return head;
  }
  std::uint32_t last(std::uint32_t block) const {
    std::uint32_t last;
    std::memcpy(&last, bytes_.data + start_ + std::size_t{block} * sizeof(BlockHead), sizeof last);
    return last;
  }

  // Number of postings of a block. A walk over heads that lie may ask for a block beyond the last one.
  std::uint32_t block_count(std::uint32_t block) const {
    if (block >= blocks()) fail("its blocks end too early");
    return block + 1 < blocks() ? block_size : count_ - block * block_size;
  }

  // Unpacks a block's ordinals and returns their number. REQUIRES: `out` has room for 128.
  std::uint32_t unpack_ordinals(std::uint32_t block, std::uint32_t* out) const {
    const std::uint32_t count = block_count(block);
    const std::uint32_t before = block == 0 ? ~std::uint32_t{0} : last(block - 1);
    if (count == block_size) {
      gaps_of(head(block)).unpack_sums(before, out);
      return count;
    }
    const Stream stream = stream_of(block, count);
    std::uint32_t ordinal = before;
    for (std::uint32_t i = 0; i < count; ++i) {
      ordinal +=
          bitpacking::stream_value(stream.data, std::uint64_t{i} * stream.gap_width, stream.gap_width) + 1;
      out[i] = ordinal;
    }
    return count;
  }

  // Unpacks a block's frequencies. REQUIRES: `out` has room for 128.
  void unpack_frequencies(std::uint32_t block, std::uint32_t* out) const {
    const std::uint32_t count = block_count(block);
    if (count == block_size) {
      frequencies_of(head(block)).unpack(1, out);
      return;
    }
    const Stream stream = stream_of(block, count);
    const std::uint64_t first = std::uint64_t{count} * stream.gap_width;
    for (std::uint32_t i = 0; i < count; ++i)
      out[i] = 1 + bitpacking::stream_value(stream.data, first + std::uint64_t{i} * stream.frequency_width,
                                            stream.frequency_width);
  }

  // Frequency of one posting. REQUIRES: index < block_count(block).
  std::uint32_t frequency(std::uint32_t block, std::uint32_t index) const {
    const std::uint32_t count = block_count(block);
    if (count == block_size) return frequencies_of(head(block)).value(index) + 1;
    const Stream stream = stream_of(block, count);
    const std::uint64_t first = std::uint64_t{count} * stream.gap_width;
    return 1 + bitpacking::stream_value(stream.data, first + std::uint64_t{index} * stream.frequency_width,
                                        stream.frequency_width);
  }

  // Where a block's packed bytes begin and end, from the list's first byte, and where the first block must
  // begin.
  struct Extent {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    // The bits behind a stream, in its last byte, are 0, and the places of high parts ascend.
    bool is_canonical = true;
  };
  Extent extent(std::uint32_t block) const {
    const std::uint32_t count = block_count(block);
    if (count == block_size) {
      const BlockHead at = head(block);
      const PatchedBlock gaps = gaps_of(at);
      const PatchedBlock frequencies = frequencies_of(at);
      return {at.offset, std::uint64_t{at.offset} + gaps.bytes + frequencies.bytes,
              gaps.is_canonical() && frequencies.is_canonical()};
    }
    const Stream stream = stream_of(block, count);
    const auto begin = static_cast<std::uint64_t>(stream.data - bytes_.data);
    const std::uint64_t bits = std::uint64_t{count} * (stream.gap_width + stream.frequency_width);
    return {begin, begin + bitpacking::stream_bytes(bits),
            bitpacking::spare_bits_are_zero(stream.data, bits)};
  }
  std::uint64_t blocks_begin() const {
    return start_ + (has_heads() ? std::uint64_t{blocks()} * sizeof(BlockHead) : 0);
  }
  std::uint32_t size_bytes() const { return bytes_.size; }

  // Throws FormatError: whoever reads the list found it damaged.
  [[noreturn]] void fail(const char* what) const {
    bytes_.block->fail(std::string{"a posting list: "} + what);
  }

  // Input iteration over all postings.
  Iterator begin() const;
  static std::default_sentinel_t end() { return {}; }

 private:
  // Postings fewer than 128: a stream of gaps and a stream of frequencies.
  struct Stream {
    const std::uint8_t* data;
    unsigned gap_width;
    unsigned frequency_width;
  };

  std::uint8_t byte(std::size_t& place) const {
    if (place >= bytes_.size) fail("it ends too early");
    return bytes_.data[place++];
  }

  std::uint32_t varint(std::size_t& place) const {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::uint8_t next = byte(place);
      value |= static_cast<std::uint32_t>(next & 127u) << shift;
      if (next < 128) return value;
    }
    fail("a number is too long");
  }

  void check_widths(unsigned gap_width, unsigned frequency_width) const {
    if (gap_width > bitpacking::max_width || frequency_width > bitpacking::max_width)
      fail("a width is over 32 bits");
  }

  void check_stream(std::uint32_t start, std::uint32_t count, unsigned gap_width,
                    unsigned frequency_width) const {
    const std::uint64_t bits = std::uint64_t{count} * (gap_width + frequency_width);
    if (start > bytes_.size || bitpacking::stream_bytes(bits) > bytes_.size - start)
      fail("it reaches past its end");
  }

  PatchedBlock gaps_of(const BlockHead& at) const {
    PatchedBlock gaps;
    if (at.offset > bytes_.size ||
        !gaps.parse(bytes_.data + at.offset, bytes_.size - at.offset, at.gap_width))
      fail("a block is damaged");
    return gaps;
  }

  PatchedBlock frequencies_of(const BlockHead& at) const {
    const std::size_t offset = at.offset + gaps_of(at).bytes;
    PatchedBlock frequencies;
    if (!frequencies.parse(bytes_.data + offset, bytes_.size - offset, at.frequency_width))
      fail("a block is damaged");
    return frequencies;
  }

  Stream stream_of(std::uint32_t block, std::uint32_t count) const {
    if (!has_heads()) return {bytes_.data + start_, gap_width_, frequency_width_};
    const BlockHead at = head(block);
    check_widths(at.gap_width, at.frequency_width);
    check_stream(at.offset, count, at.gap_width, at.frequency_width);
    return {bytes_.data + at.offset, at.gap_width, at.frequency_width};
  }

  ListBytes bytes_;
  std::span<const std::uint64_t> bits_;
  std::uint32_t count_ = 0;
  std::uint32_t extra_ = 0;       // occurrences beyond one for each posting, of a long list
  std::uint32_t start_ = 0;       // of the heads or of the stream
  Bounds bounds_{};               // of a long list
  Floors floors_{};               // likewise
  unsigned gap_width_ = 0;        // of a short list
  unsigned frequency_width_ = 0;  // of a short list
};

class PostingList::Iterator {
 public:
  using value_type = Posting;
  using difference_type = std::ptrdiff_t;
  using iterator_concept = std::input_iterator_tag;

  Iterator() = default;
  explicit Iterator(const PostingList& list) : list_(list), left_(list.count()) { unpack(); }

  Posting operator*() const { return {ordinals_[index_], frequencies_[index_]}; }
  Iterator& operator++() {
    --left_;
    if (++index_ == block_count_) {
      ++block_;
      unpack();
    }
    return *this;
  }
  void operator++(int) { ++*this; }
  friend bool operator==(const Iterator& it, std::default_sentinel_t) { return it.left_ == 0; }

 private:
  void unpack() {
    index_ = 0;
    if (left_ == 0) return;
    block_count_ = list_.unpack_ordinals(block_, ordinals_.data());
    list_.unpack_frequencies(block_, frequencies_.data());
  }

  PostingList list_;
  std::uint32_t left_ = 0;
  std::uint32_t block_ = 0;
  std::uint32_t block_count_ = 0;
  std::uint32_t index_ = 0;
  std::array<std::uint32_t, block_size> ordinals_;
  std::array<std::uint32_t, block_size> frequencies_;
};

inline PostingList::Iterator PostingList::begin() const {
  return Iterator{*this};
}

}  // namespace corpack
