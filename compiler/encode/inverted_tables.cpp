#include "encode/inverted_tables.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <corpack/error.hpp>
#include <corpack/format.hpp>
#include <corpack/lengths.hpp>

#include "encode/bitmap_blocks.hpp"
#include "encode/large_list.hpp"
#include "encode/list_blocks.hpp"
#include "encode/pack_list.hpp"
#include "encode/posting_columns.hpp"
#include "encode/term_blocks.hpp"
#include "encode/word_sorter.hpp"
#include "in_order.hpp"

namespace corpack {

namespace {

// Of a list of the group.
struct Bitmap {
  std::size_t place;
  std::vector<std::uint64_t> bits;
};

// Consecutive lists that are packed as one piece of work, or one large list that was packed as it was taken.
struct Group {
  std::vector<GatheredList> lists;
  std::optional<LargeList> large;
  std::string postings;
  std::string positions;
  std::vector<std::size_t> posting_ends;
  std::vector<std::size_t> position_ends;
  std::vector<Bitmap> bitmaps;
  std::uint64_t count = 0;  // postings
};

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
constexpr std::size_t group_bytes = std::size_t{256} << 10;

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
  PostingColumns columns;
  ListPacker packer{length_codes, average_length};
  for (GatheredList& list : group.lists) {
    columns.clear();
    for (const std::string& bytes : list.parts) {
      PartInMemory part{bytes};
      unpack_part(part, positions, columns, no_limit, [] {});
    }
    list.parts = {};
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

void add_large(ListBlocks& blocks, SpilledBytes& bytes) {
  blocks.add(bytes.size(), [&](char* to) { bytes.write(to); });
}

// Writes postings, positions and bitmaps; the words go to the dictionary.
class ListTables {
 public:
  ListTables(Gatherer& gatherer, GatheredFields& gathered, std::span<const std::uint8_t> length_codes,
             const InvertedOptions& options, Store& store)
      : gatherer_(gatherer),
        gathered_(gathered),
        length_codes_(length_codes),
        average_length_(average_length(length_codes)),
        options_(options),
        posting_blocks_(store, format::tables::postings, options.field),
        position_blocks_(store, format::tables::positions, options.field),
        bitmap_blocks_(store, options.field) {}

  InvertedTotals write(WordSorter& words, const std::function<void(std::uint64_t)>& progress) {
    const auto take = [&] { return take_group(); };
    const auto pack = [&](Group& group) {
      if (!group.large) pack_group(group, length_codes_, average_length_, options_.positions);
    };
    const auto write = [&](Group& group) {
      write_group(group, words);
      for (const GatheredList& list : group.lists) totals_.gathered_bytes += list.bytes;
      progress(totals_.gathered_bytes);
    };
    run_in_order<Group>(options_.tokens, take, pack, write);
    posting_blocks_.finish();
    position_blocks_.finish();
    bitmap_blocks_.finish();
    return totals_;
  }

 private:
  std::unique_ptr<Group> take_group() {
    auto group = std::make_unique<Group>();
    for (std::size_t bytes = 0; bytes < group_bytes;) {
      const GatheredList* const next = gathered_.peek(options_.field);
      // A large list has a group of its own.
      if (next == nullptr || (next->is_large && !group->lists.empty())) break;
      group->lists.push_back(gathered_.take());
      if (group->lists.back().is_large) {
        group->large.emplace(pack_large_list(gatherer_, length_codes_, average_length_, options_.positions,
                                             options_.tmp_folder));
        break;
      }
      bytes += group->lists.back().bytes + 16;
    }
    if (group->lists.empty()) return nullptr;
    return group;
  }

  void write_group(Group& group, WordSorter& words) {
    if (group.large) {
      add_large(posting_blocks_, group.large->postings);
      if (options_.positions) add_large(position_blocks_, group.large->positions);
      group.count = group.large->count;
      if (!group.large->bitmap.empty()) group.bitmaps.push_back({0, std::move(group.large->bitmap)});
    } else {
      add_lists(posting_blocks_, group.postings, group.posting_ends);
      add_lists(position_blocks_, group.positions, group.position_ends);
    }
    for (const Bitmap& bitmap : group.bitmaps)
      bitmap_blocks_.add(static_cast<std::uint32_t>(totals_.lists + bitmap.place), bitmap.bits);
    totals_.postings += group.count;
    for (const GatheredList& list : group.lists) {
      if (totals_.lists == 0xFFFFFFFFu) throw Error("more than 2^32 - 1 distinct terms");
      const auto number = static_cast<std::uint32_t>(totals_.lists++);
      if (list.words.empty()) words.add(without_field(list.term), number);
      for (const std::string& word : list.words) words.add(without_field(word), number);
    }
  }

  Gatherer& gatherer_;
  GatheredFields& gathered_;
  std::span<const std::uint8_t> length_codes_;
  double average_length_;
  const InvertedOptions& options_;
  ListBlocks posting_blocks_;
  ListBlocks position_blocks_;
  BitmapBlocks bitmap_blocks_;
  InvertedTotals totals_;
};

}  // namespace

InvertedTotals write_inverted_tables(Gatherer& gatherer, GatheredFields& gathered,
                                     std::span<const std::uint8_t> length_codes,
                                     const InvertedOptions& options,
                                     const std::function<void(std::uint64_t)>& progress, Store& store) {
  // Once the lists are written, the memory is for the words.
  WordSorter words{options.words_bytes, options.tmp_folder};
  InvertedTotals totals = ListTables{gatherer, gathered, length_codes, options, store}.write(words, progress);
  TermBlocks blocks{store, options.field};
  words.drain([&](std::string_view word, std::uint32_t list) { blocks.add(word, list); });
  blocks.finish();
  totals.words = blocks.words();
  return totals;
}

}  // namespace corpack
