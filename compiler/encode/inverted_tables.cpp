#include "encode/inverted_tables.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/tbb/parallel_pipeline.h>

#include <corpack/error.hpp>
#include <corpack/format.hpp>
#include <corpack/lengths.hpp>

#include "encode/bitmap_blocks.hpp"
#include "encode/list_blocks.hpp"
#include "encode/pack_list.hpp"
#include "encode/term_blocks.hpp"
#include "index/varint.hpp"

namespace corpack {

namespace {

// Of a list of the group.
struct Bitmap {
  std::size_t place;
  std::vector<std::uint64_t> bits;
};

// Consecutive lists that are packed as one piece of work.
struct Group {
  std::vector<GatheredList> lists;
  std::string postings;
  std::string positions;
  std::vector<std::size_t> posting_ends;
  std::vector<std::size_t> position_ends;
  std::vector<Bitmap> bitmaps;
  std::uint64_t count = 0;  // postings
  std::uint64_t gathered_bytes = 0;
};

constexpr std::size_t group_bytes = std::size_t{256} << 10;

std::shared_ptr<Group> take_group(Gatherer& gatherer) {
  auto group = std::make_shared<Group>();
  for (std::size_t bytes = 0; bytes < group_bytes;) {
    GatheredList list;
    if (!gatherer.next(list)) break;
    for (const std::string& segments : list.segments) {
      bytes += segments.size() + 16;
      group->gathered_bytes += segments.size();
    }
    group->lists.push_back(std::move(list));
  }
  return group->lists.empty() ? nullptr : group;
}

// A gathered list, unpacked.
struct Columns {
  std::vector<std::uint32_t> ordinals;
  std::vector<std::uint32_t> frequencies;
  std::vector<std::uint32_t> gaps;  // of positions

  void read(const GatheredList& list, bool positions) {
    ordinals.clear();
    frequencies.clear();
    gaps.clear();
    for (const std::string& segments : list.segments) {
      const auto* from = reinterpret_cast<const std::uint8_t*>(segments.data());
      const auto* const end = from + segments.size();
      std::uint32_t ordinal = 0;
      while (from != end) {
        ordinal += read_varint(from);
        for (std::uint32_t left = read_varint(from); left > 0; --left) {
          const std::uint32_t head = read_varint(from);
          ordinal += head >> 1;
          const std::uint32_t frequency = (head & 1u) != 0 ? 1 : read_varint(from);
          ordinals.push_back(ordinal);
          frequencies.push_back(frequency);
          if (positions)
            for (std::uint32_t i = 0; i < frequency; ++i) gaps.push_back(read_varint(from));
        }
      }
    }
  }
};

std::vector<std::uint64_t> bitmap_of(std::span<const std::uint32_t> ordinals, std::size_t records) {
  std::vector<std::uint64_t> bits(format::bitmap_words(records));
  for (const std::uint32_t ordinal : ordinals) bits[ordinal / 64] |= std::uint64_t{1} << (ordinal % 64);
  return bits;
}

double average_length(std::span<const std::uint8_t> length_codes) {
  double sum = 1;
  for (const std::uint8_t code : length_codes) sum += length_of_code(code);
  return sum / static_cast<double>(length_codes.size() + 1);
}

void pack_group(Group& group, std::span<const std::uint8_t> length_codes, double average_length,
                bool positions) {
  Columns columns;
  ListPacker packer{length_codes, average_length};
  for (GatheredList& list : group.lists) {
    columns.read(list, positions);
    list.segments = {};
    group.count += columns.ordinals.size();
    group.postings.append(packer.postings(columns.ordinals, columns.frequencies));
    group.posting_ends.push_back(group.postings.size());
    if (format::has_bitmap(columns.ordinals.size(), length_codes.size()))
      group.bitmaps.push_back(
          {group.posting_ends.size() - 1, bitmap_of(columns.ordinals, length_codes.size())});
    if (!positions) continue;
    group.positions.append(packer.positions(columns.frequencies, columns.gaps));
    group.position_ends.push_back(group.positions.size());
  }
}

void add_lists(ListBlocks& blocks, const std::string& bytes, const std::vector<std::size_t>& ends) {
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    blocks.add(std::string_view{bytes}.substr(begin, end - begin));
    begin = end;
  }
}

// Words in the order of their lists; they are written in their own order.
struct Dictionary {
  std::vector<std::pair<std::string, std::uint32_t>> words;

  void add(GatheredList& list, std::uint32_t number) {
    if (list.words.empty()) words.emplace_back(std::move(list.term), number);
    for (std::string& word : list.words) words.emplace_back(std::move(word), number);
  }

  std::uint64_t write(Store& store) {
    std::sort(words.begin(), words.end());
    TermBlocks blocks{store};
    for (const auto& [word, list] : words) blocks.add(word, list);
    blocks.finish();
    return words.size();
  }
};

}  // namespace

InvertedTotals write_inverted_tables(Gatherer& gatherer, std::span<const std::uint8_t> length_codes,
                                     bool positions, unsigned threads,
                                     const std::function<void(std::uint64_t)>& progress, Store& store) {
  InvertedTotals totals;
  std::uint64_t written_bytes = 0;
  ListBlocks posting_blocks{store, format::tables::postings};
  ListBlocks position_blocks{store, format::tables::positions};
  BitmapBlocks bitmap_blocks{store};
  Dictionary dictionary;
  using Item = std::shared_ptr<Group>;
  const auto take = [&](tbb::flow_control& control) -> Item {
    Item group = take_group(gatherer);
    if (!group) control.stop();
    return group;
  };
  const double average = average_length(length_codes);
  const auto pack = [&](Item group) {
    pack_group(*group, length_codes, average, positions);
    return group;
  };
  const auto write = [&](const Item& group) {
    add_lists(posting_blocks, group->postings, group->posting_ends);
    add_lists(position_blocks, group->positions, group->position_ends);
    for (const Bitmap& bitmap : group->bitmaps)
      bitmap_blocks.add(static_cast<std::uint32_t>(totals.lists + bitmap.place), bitmap.bits);
    totals.postings += group->count;
    progress(written_bytes += group->gathered_bytes);
    for (GatheredList& list : group->lists) {
      if (totals.lists == 0xFFFFFFFFu) throw Error("more than 2^32 - 1 distinct terms");
      dictionary.add(list, static_cast<std::uint32_t>(totals.lists++));
    }
  };
  tbb::parallel_pipeline(threads + 2,
                         tbb::make_filter<void, Item>(tbb::filter_mode::serial_in_order, take) &
                             tbb::make_filter<Item, Item>(tbb::filter_mode::parallel, pack) &
                             tbb::make_filter<Item, void>(tbb::filter_mode::serial_in_order, write));
  posting_blocks.finish();
  position_blocks.finish();
  bitmap_blocks.finish();
  totals.words = dictionary.write(store);
  return totals;
}

}  // namespace corpack
