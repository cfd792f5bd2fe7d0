#include "encode/pack_list.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include <corpack/bitpacking.hpp>
#include <corpack/error.hpp>
#include <corpack/format.hpp>
#include <corpack/lengths.hpp>
#include <corpack/postings.hpp>

#include "index/varint.hpp"

namespace corpack {

namespace {

using bitpacking::width_of;

constexpr std::uint32_t block_size = format::postings_per_block;

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

// Bounds of a block: pairs that no posting beats in both frequency and length, merged down to what a head
// holds.
Bounds bounds_of(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies,
                 std::span<const std::uint8_t> length_codes) {
  std::array<std::uint16_t, 256> shortest;  // length code by frequency
  std::uint32_t highest = 0;
  shortest.fill(256);
  for (std::size_t i = 0; i < ordinals.size(); ++i) {
    const std::uint32_t frequency = std::min<std::uint32_t>(frequencies[i], 255);
    shortest[frequency] = std::min<std::uint16_t>(shortest[frequency], length_codes[ordinals[i]]);
    highest = std::max(highest, frequency);
  }
  std::array<Bounds::Pair, 256> pairs;
  std::size_t count = 0;
  unsigned least = 256;
  for (std::uint32_t frequency = highest; frequency > 0; --frequency) {
    if (shortest[frequency] >= least) continue;
    least = shortest[frequency];
    pairs[count++] = {static_cast<std::uint8_t>(frequency), static_cast<std::uint8_t>(least)};
  }
  // Merging two neighbours takes the higher frequency and the shorter length: a bound still, if a looser one.
  while (count > format::bounds_per_block) {
    std::size_t best = 0;
    int best_loss = 1 << 30;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const int loss =
          (pairs[i].frequency - pairs[i + 1].frequency) * (pairs[i].length_code - pairs[i + 1].length_code);
      if (loss < best_loss) {
        best_loss = loss;
        best = i;
      }
    }
    pairs[best].length_code = pairs[best + 1].length_code;
    std::move(pairs.begin() + static_cast<std::ptrdiff_t>(best) + 2,
              pairs.begin() + static_cast<std::ptrdiff_t>(count),
              pairs.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    --count;
  }
  Bounds bounds{};
  std::copy_n(pairs.begin(), count, bounds.pairs.begin());
  return bounds;
}

// The shortest lengths of some postings: as many as a floor promises.
class Shortest {
 public:
  void add(std::uint8_t length_code) {
    if (count_ == codes_.size()) {
      if (length_code >= codes_.back()) return;
      --count_;
    }
    std::size_t place = count_++;
    for (; place > 0 && codes_[place - 1] > length_code; --place) codes_[place] = codes_[place - 1];
    codes_[place] = length_code;
  }
  void add(const Shortest& other) {
    for (std::size_t i = 0; i < other.count_; ++i) add(other.codes_[i]);
  }
  // Whether there are as many as a floor promises, and then the longest of these.
  bool full() const { return count_ == codes_.size(); }
  std::uint8_t longest() const { return codes_.back(); }

 private:
  std::array<std::uint8_t, format::floor_postings> codes_;
  std::size_t count_ = 0;
};

// Floors of a list: the pairs that promise most at three weights of the length. A reader's own parameters are
// not known; 0.75 is BM25's usual b.
Floors floors_of(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies,
                 std::span<const std::uint8_t> length_codes, double average_length) {
  constexpr std::array<double, format::floors_per_list> length_weights{0, 0.75, 1};
  std::array<Shortest, 256> of_frequency;
  for (std::size_t i = 0; i < ordinals.size(); ++i)
    of_frequency[std::min<std::uint32_t>(frequencies[i], 255)].add(length_codes[ordinals[i]]);
  Floors floors{};
  std::array<double, format::floors_per_list> best{};
  Shortest shortest;
  for (unsigned frequency = 255; frequency > 0; --frequency) {
    shortest.add(of_frequency[frequency]);
    if (!shortest.full()) continue;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const double length = length_of_code(shortest.longest()) / average_length;
      const double ratio = frequency / (1 - length_weights[i] + length_weights[i] * length + 1e-9);
      if (ratio <= best[i]) continue;
      best[i] = ratio;
      floors.pairs[i] = {static_cast<std::uint8_t>(frequency), shortest.longest()};
    }
  }
  return floors;
}

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
  std::uint64_t extra = 0;
  for (const std::uint32_t frequency : frequencies) extra += frequency - 1;
  if (extra > 0xFFFFFFFFu) throw Error("a term occurs more than 2^32 times");
  append_varint(postings_, static_cast<std::uint32_t>(extra));
  const Bounds bounds = bounds_of(ordinals, frequencies, length_codes_);
  append(postings_, &bounds, sizeof bounds);
  const Floors floors = floors_of(ordinals, frequencies, length_codes_, average_length_);
  append(postings_, &floors, sizeof floors);
  const std::size_t blocks = (ordinals.size() + block_size - 1) / block_size;
  const std::size_t heads = postings_.size();
  postings_.resize(heads + blocks * sizeof(BlockHead));
  std::uint32_t before = ~std::uint32_t{0};
  for (std::size_t block = 0; block < blocks; ++block) {
    const std::size_t first = block * block_size;
    const std::size_t count = std::min<std::size_t>(block_size, ordinals.size() - first);
    const auto block_ordinals = ordinals.subspan(first, count);
    const auto block_frequencies = frequencies.subspan(first, count);
    const Gaps gaps{before, block_ordinals, block_frequencies};
    if (postings_.size() > 0xFFFFFFFFu) throw Error("a posting list is larger than 4 GiB");
    BlockHead head{block_ordinals.back(), static_cast<std::uint32_t>(postings_.size()),
                   static_cast<std::uint8_t>(gaps.ordinal_width),
                   static_cast<std::uint8_t>(gaps.frequency_width),
                   bounds_of(block_ordinals, block_frequencies, length_codes_)};
    if (count == block_size) {
      head.gap_width = append_block(gaps.ordinals, postings_);
      head.frequency_width = append_block(gaps.frequencies, postings_);
    } else {
      gaps.append_stream(count, postings_);
    }
    std::memcpy(postings_.data() + heads + block * sizeof head, &head, sizeof head);
    before = head.last;
  }
}

std::string_view ListPacker::positions(std::span<const std::uint32_t> frequencies,
                                       std::span<const std::uint32_t> gaps) {
  positions_.clear();
  if (frequencies.size() < block_size) {
    positions_chunk(gaps);
    return positions_;
  }
  const std::size_t blocks = (frequencies.size() + block_size - 1) / block_size;
  positions_.resize(4 * blocks);
  for (std::size_t block = 0; block < blocks; ++block) {
    if (positions_.size() > 0xFFFFFFFFu) throw Error("a position list is larger than 4 GiB");
    const auto offset = static_cast<std::uint32_t>(positions_.size());
    std::memcpy(positions_.data() + 4 * block, &offset, sizeof offset);
    std::size_t count = 0;
    for (const std::uint32_t frequency :
         frequencies.subspan(0, std::min<std::size_t>(block_size, frequencies.size())))
      count += frequency;
    positions_chunk(gaps.subspan(0, count));
    gaps = gaps.subspan(count);
    frequencies = frequencies.subspan(std::min<std::size_t>(block_size, frequencies.size()));
  }
  return positions_;
}

void ListPacker::positions_chunk(std::span<const std::uint32_t> gaps) {
  constexpr std::size_t group_size = format::positions_per_group;
  const std::size_t groups = (gaps.size() + group_size - 1) / group_size;
  const std::size_t widths = positions_.size();
  positions_.resize(widths + groups);
  for (std::size_t group = 0; group < groups; ++group) {
    const auto values =
        gaps.subspan(group * group_size, std::min(group_size, gaps.size() - group * group_size));
    std::uint32_t all = 0;
    for (const std::uint32_t value : values) all |= value;
    const unsigned width = width_of(all);
    positions_[widths + group] = static_cast<char>(width);
    BitStream stream{positions_};
    for (const std::uint32_t value : values) stream.put(value, width);
    stream.finish();
  }
}

}  // namespace corpack
