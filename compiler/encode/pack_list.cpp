#include "encode/pack_list.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <corpack/bitpacking.hpp>
#include <corpack/error.hpp>
#include <corpack/format.hpp>
#include <corpack/postings.hpp>

#include "index/varint.hpp"

namespace corpack {

namespace {

using bitpacking::width_of;

constexpr std::uint32_t block_size = format::postings_per_block;
constexpr std::uint64_t max_list_bytes = 0xFFFFFFFF;

// Writes values of any width one after the other.
class BitStream {
 public:
  explicit BitStream(std::string& to) : to_(to) {}
  void put(std::uint32_t value, unsigned width) {
    word_ |= std::uint64_t{value} << bits_;
    bits_ += width;
    while (bits_ >= 8) {
      to_.push_back(static_cast<char>(word_));
      word_ >>= 8;
      bits_ -= 8;
    }
  }
  void finish() {
    if (bits_ > 0) to_.push_back(static_cast<char>(word_));
  }

 private:
  std::string& to_;
  std::uint64_t word_ = 0;
  unsigned bits_ = 0;
};

// Distances of the ordinals minus one, and frequencies minus one, of up to 128 postings.
struct Gaps {
  std::array<std::uint32_t, block_size> ordinals;
  std::array<std::uint32_t, block_size> frequencies;
  unsigned ordinal_width = 0;
  unsigned frequency_width = 0;

  // `before`: the ordinal before the first; 2^32 - 1: none.
  Gaps(std::uint32_t before, std::span<const std::uint32_t> from,
       std::span<const std::uint32_t> from_frequencies) {
    std::uint32_t all_gaps = 0;
    std::uint32_t all_frequencies = 0;
    for (std::size_t i = 0; i < from.size(); ++i) {
      all_gaps |= ordinals[i] = from[i] - before - 1;
      all_frequencies |= frequencies[i] = from_frequencies[i] - 1;
      before = from[i];
    }
    ordinal_width = width_of(all_gaps);
    frequency_width = width_of(all_frequencies);
  }

  void append_stream(std::size_t count, std::string& to) const {
    BitStream stream{to};
    for (std::size_t i = 0; i < count; ++i) stream.put(ordinals[i], ordinal_width);
    for (std::size_t i = 0; i < count; ++i) stream.put(frequencies[i], frequency_width);
    stream.finish();
  }
};

void append(std::string& to, const void* bytes, std::size_t size) {
  to.append(static_cast<const char*>(bytes), size);
}

// The width below which the values' bits are packed together: where high bits kept apart do not pay, the
// widest's.
unsigned best_width(const std::array<std::uint32_t, block_size>& values) {
  std::array<std::size_t, bitpacking::max_width + 1> of_width{};
  unsigned widest = 0;
  for (const std::uint32_t value : values) {
    const unsigned width = width_of(value);
    ++of_width[width];
    widest = std::max(widest, width);
  }
  unsigned best = widest;
  std::size_t best_bytes = bitpacking::packed_bytes(widest);
  std::size_t wider = 0;
  for (unsigned width = widest; width-- > 0;) {
    wider += of_width[width + 1];
    const std::size_t bytes =
        bitpacking::packed_bytes(width) + 2 + wider + bitpacking::stream_bytes(wider * (widest - width));
    if (bytes < best_bytes) {
      best_bytes = bytes;
      best = width;
    }
  }
  return best;
}

// Appends a full block (PatchedBlock reads it) and returns its width byte.
std::uint8_t append_block(const std::array<std::uint32_t, block_size>& values, std::string& to) {
  const unsigned width = best_width(values);
  const std::uint32_t mask = width == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << width) - 1;
  std::array<std::uint32_t, block_size> low;
  std::array<std::uint8_t, block_size> places;
  std::array<std::uint32_t, block_size> highs;
  std::size_t patches = 0;
  std::uint32_t all_highs = 0;
  for (std::size_t i = 0; i < block_size; ++i) {
    low[i] = values[i] & mask;
    if (low[i] == values[i]) continue;
    places[patches] = static_cast<std::uint8_t>(i);
    all_highs |= highs[patches++] = values[i] >> width;
  }
  std::array<std::uint8_t, bitpacking::packed_bytes(bitpacking::max_width)> packed{};
  bitpacking::pack_block(low.data(), width, packed.data());
  append(to, packed.data(), bitpacking::packed_bytes(width));
  if (patches == 0) return static_cast<std::uint8_t>(width);
  const unsigned patch_width = width_of(all_highs);
  to.push_back(static_cast<char>(patches));
  to.push_back(static_cast<char>(patch_width));
  append(to, places.data(), patches);
  BitStream stream{to};
  for (std::size_t i = 0; i < patches; ++i) stream.put(highs[i], patch_width);
  stream.finish();
  return static_cast<std::uint8_t>(width | PatchedBlock::patched_flag);
}

// A chunk.
void append_positions(std::span<const std::uint32_t> gaps, std::string& to) {
  constexpr std::size_t group_size = format::positions_per_group;
  const std::size_t groups = (gaps.size() + group_size - 1) / group_size;
  const std::size_t widths = to.size();
  to.resize(widths + groups);
  for (std::size_t group = 0; group < groups; ++group) {
    const auto values =
        gaps.subspan(group * group_size, std::min(group_size, gaps.size() - group * group_size));
    std::uint32_t all = 0;
    for (const std::uint32_t value : values) all |= value;
    const unsigned width = width_of(all);
    to[widths + group] = static_cast<char>(width);
    BitStream stream{to};
    for (const std::uint32_t value : values) stream.put(value, width);
    stream.finish();
  }
}

}  // namespace

std::string_view ListPacker::postings(std::span<const std::uint32_t> ordinals,
                                      std::span<const std::uint32_t> frequencies) {
  postings_.clear();
  append_varint(postings_, static_cast<std::uint32_t>(ordinals.size()));
  if (ordinals.size() < block_size)
    short_list(ordinals, frequencies);
  else
    long_list(ordinals, frequencies);
  return postings_;
}

void ListPacker::short_list(std::span<const std::uint32_t> ordinals,
                            std::span<const std::uint32_t> frequencies) {
  const Gaps gaps{~std::uint32_t{0}, ordinals, frequencies};
  postings_.push_back(static_cast<char>(gaps.ordinal_width | std::min(gaps.frequency_width, 3u) << 6));
  if (gaps.frequency_width >= 3) postings_.push_back(static_cast<char>(gaps.frequency_width));
  gaps.append_stream(ordinals.size(), postings_);
}

void ListPacker::long_list(std::span<const std::uint32_t> ordinals,
                           std::span<const std::uint32_t> frequencies) {
  LongPostings list{length_codes_, average_length_};
  for (std::size_t first = 0; first < ordinals.size(); first += block_size) {
    const std::size_t count = std::min<std::size_t>(block_size, ordinals.size() - first);
    list.add_block(ordinals.subspan(first, count), frequencies.subspan(first, count));
  }
  postings_ = list.front();
  postings_ += list.body();
}

LongPostings::LongPostings(std::span<const std::uint8_t> length_codes, double average_length)
    : length_codes_(length_codes), average_length_(average_length) {}

void LongPostings::add_block(std::span<const std::uint32_t> ordinals,
                             std::span<const std::uint32_t> frequencies) {
  const Gaps gaps{before_, ordinals, frequencies};
  BoundsBuilder bounds;
  for (std::size_t i = 0; i < ordinals.size(); ++i) {
    const std::uint8_t length_code = length_codes_[ordinals[i]];
    bounds.add(frequencies[i], length_code);
    floors_.add(frequencies[i], length_code);
    extra_ += frequencies[i] - 1;
  }
  bounds_.add(bounds);
  const std::uint64_t begin = taken_bytes_ + body_.size();
  if (begin > max_list_bytes) throw Error("a posting list is larger than 4 GiB");
  BlockHead head{ordinals.back(), static_cast<std::uint32_t>(begin),
                 static_cast<std::uint8_t>(gaps.ordinal_width),
                 static_cast<std::uint8_t>(gaps.frequency_width), bounds.bounds()};
  if (ordinals.size() == block_size) {
    head.gap_width = append_block(gaps.ordinals, body_);
    head.frequency_width = append_block(gaps.frequencies, body_);
  } else {
    gaps.append_stream(ordinals.size(), body_);
  }
  heads_.push_back(head);
  before_ = head.last;
  count_ += static_cast<std::uint32_t>(ordinals.size());
}

std::string LongPostings::front() const {
  if (extra_ > 0xFFFFFFFFu) throw Error("a term occurs more than 2^32 times");
  std::string front;
  append_varint(front, count_);
  append_varint(front, static_cast<std::uint32_t>(extra_));
  const Bounds bounds = bounds_.bounds();
  append(front, &bounds, sizeof bounds);
  const Floors floors = floors_.floors(average_length_);
  append(front, &floors, sizeof floors);
  // Blocks begin where the bytes before them end.
  const std::size_t front_bytes = front.size() + heads_.size() * sizeof heads_[0];
  if (taken_bytes_ + body_.size() + front_bytes > max_list_bytes)
    throw Error("a posting list is larger than 4 GiB");
  for (BlockHead head : heads_) {
    head.offset += static_cast<std::uint32_t>(front_bytes);
    append(front, &head, sizeof head);
  }
  return front;
}

void LongPositions::add_block(std::span<const std::uint32_t> gaps) {
  const std::uint64_t begin = taken_bytes_ + body_.size();
  if (begin > max_list_bytes) throw Error("a position list is larger than 4 GiB");
  begins_.push_back(static_cast<std::uint32_t>(begin));
  append_positions(gaps, body_);
}

std::string LongPositions::front() const {
  const std::size_t front_bytes = begins_.size() * sizeof begins_[0];
  if (taken_bytes_ + body_.size() + front_bytes > max_list_bytes)
    throw Error("a position list is larger than 4 GiB");
  std::string front;
  for (const std::uint32_t begin : begins_) {
    const std::uint32_t moved = begin + static_cast<std::uint32_t>(front_bytes);
    append(front, &moved, sizeof moved);
  }
  return front;
}

std::string_view ListPacker::positions(std::span<const std::uint32_t> frequencies,
                                       std::span<const std::uint32_t> gaps) {
  positions_.clear();
  if (frequencies.size() < block_size) {
    append_positions(gaps, positions_);
    return positions_;
  }
  LongPositions list;
  for (std::size_t first = 0; first < frequencies.size(); first += block_size) {
    std::size_t count = 0;
    for (const std::uint32_t frequency :
         frequencies.subspan(first, std::min<std::size_t>(block_size, frequencies.size() - first)))
      count += frequency;
    list.add_block(gaps.subspan(0, count));
    gaps = gaps.subspan(count);
  }
  positions_ = list.front();
  positions_ += list.body();
  return positions_;
}

}  // namespace corpack
