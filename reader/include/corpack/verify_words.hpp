// Full verification of tables `terms`, `postings`, `positions` and `lengths`: each invariant that
// schema/FORMAT.md states of them, and sums over the lists for the comparison with the texts.
//
// Lifetime: refers to the Dataset and the Findings. Errors: what is wrong is added to the Findings.
// Complexity: linear in the tables; 8 MiB of memory at most for the sums, one bit for each list and word.
// Thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/code_point.hpp>
#include <corpack/damage.hpp>
#include <corpack/dataset.hpp>
#include <corpack/lengths.hpp>
#include <corpack/verify_records.hpp>

namespace corpack::detail {

// What the lists hold, as sums over the occurrences of their terms: the same for the same occurrences, in any
// order. Beyond `most` lists several share one, so that a file cannot ask for memory by claiming lists.
class ListSums {
 public:
  static constexpr std::uint32_t max_sums = std::uint32_t{1} << 20;  // of all indexes

  ListSums(std::uint32_t lists, std::uint32_t most) : sums_(std::min(lists, most)) {}

  // Adds that a record holds the list's term this often.
  void add(std::uint32_t list, std::uint32_t ordinal, std::uint32_t frequency) {
    sums_[list % sums_.size()] += frequency * number_of(list, ordinal);
  }
  void remove(std::uint32_t list, std::uint32_t ordinal) {
    sums_[list % sums_.size()] -= number_of(list, ordinal);
  }
  // The same where positions are known.
  void add_at(std::uint32_t list, std::uint32_t ordinal, std::uint32_t position) {
    sums_[list % sums_.size()] += number_of(list, ordinal, position);
  }
  void remove_at(std::uint32_t list, std::uint32_t ordinal, std::uint32_t position) {
    sums_[list % sums_.size()] -= number_of(list, ordinal, position);
  }

  // By list, modulo their number: 0 where all that was added has been removed.
  const std::vector<std::uint64_t>& sums() const { return sums_; }

 private:
  static std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 32)) * 0x9E3779B97F4A7C15u;
    return (value ^ (value >> 29)) * 0xBF58476D1CE4E5B9u;
  }
  static std::uint64_t number_of(std::uint32_t list, std::uint32_t ordinal) {
    const std::uint64_t number = mixed((std::uint64_t{list} << 32) | ordinal);
    return number ^ (number >> 32);
  }
  static std::uint64_t number_of(std::uint32_t list, std::uint32_t ordinal, std::uint32_t position) {
    const std::uint64_t number = mixed(number_of(list, ordinal) + position);
    return number ^ (number >> 32);
  }

  std::vector<std::uint64_t> sums_;
};

inline bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t length = decode_code_point(text, at).length;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

// Where damage is in the tables of a field other than the text.
inline std::string of_field(const Dataset& dataset, const FieldIndex& index) {
  if (index.field() == format::text_field) return {};
  return "field '" + std::string{dataset.info().field(index.field())} + "': ";
}

// Every word is found by the hash directory: between its own slot and where it is none is empty. Each slot is
// looked at once, so that a crowded directory takes no longer.
inline void verify_slots(const FieldIndex& index, const Block& block, const std::string& place,
                         std::uint32_t first_word, std::uint32_t words, std::span<const std::uint32_t> slots,
                         Findings& findings) {
  const std::size_t size = slots.size();
  const auto empty = static_cast<std::size_t>(std::find(slots.begin(), slots.end(), 0u) - slots.begin());
  std::vector<bool> found(words);
  std::size_t full_before = 0;
  for (std::size_t i = 1; i < size; ++i) {
    const std::size_t slot = empty + i < size ? empty + i : empty + i - size;
    const std::uint32_t entry = slots[slot];
    if (entry > words) block.fail("its hash directory points outside");
    if (entry == 0) {
      full_before = 0;
      continue;
    }
    const std::uint64_t hash = hash64(index.terms()[first_word + entry - 1].word);
    const std::size_t own = ((hash & 0xFFFFFFFFu) * size) >> 32;
    if ((slot >= own ? slot - own : slot + size - own) <= full_before) found[entry - 1] = true;
    ++full_before;
  }
  for (std::uint32_t i = 0; i < words; ++i)
    if (!found[i])
      findings.add(place + "word " + std::to_string(first_word + i) + " is not found by the hash directory");
}

// Words ascend, are UTF-8, are found by the hash directory; every list has a word.
inline void verify_terms(const Dataset& dataset, const FieldIndex& index, Findings& findings) {
  std::vector<bool> used(index.lists());
  std::string before;
  std::uint32_t number = 0;
  std::uint32_t expected_block = 0;
  for (const Block& block : dataset.blocks(format::tables::terms, index.field())) {
    const std::string place = block.place() + of_field(dataset, index);
    if (block.key != format::field_key(index.field(), expected_block++))
      findings.add(place + "its number is wrong");
    findings.guard([&] {
      const FlatTable table = FlatTable::root(block, format::TermsIdentifier());
      number = table.scalar<std::uint32_t>(format::Terms::VT_FIRST_WORD);  // as opening has checked
      const auto offsets = table.span<std::uint16_t>(format::Terms::VT_OFFSETS);
      const std::size_t words = offsets.size();
      const auto starts = table.span<std::uint32_t>(format::Terms::VT_STARTS);
      const auto slots = table.span<std::uint32_t>(format::Terms::VT_SLOTS);
      for (std::size_t i = 0; i < words; i += format::words_per_start)
        if (offsets[i] != 0 || (i == 0 && starts[0] != 0))
          findings.add(place + "word " + std::to_string(i) + " does not begin where its 64 words do");
      const auto taken = static_cast<std::size_t>(
          std::count_if(slots.begin(), slots.end(), [](std::uint32_t s) { return s != 0; }));
      // Without an empty slot each word that is not there would be looked for in all of them.
      if (taken != words) return findings.add(place + "its hash directory has another number of words");
      for (std::size_t i = 0; i < words; ++i, ++number) {
        const Term term = index.terms()[number];
        const std::string name = "word " + std::to_string(number);
        if (number > 0 && term.word <= before)
          findings.add(place + name + " is not greater than the one before");
        if (term.word.empty() || !is_utf8(term.word)) findings.add(place + name + " is no UTF-8");
        used[term.list] = true;
        before.assign(term.word);
      }
      verify_slots(index, block, place, number - static_cast<std::uint32_t>(words),
                   static_cast<std::uint32_t>(words), slots, findings);
    });
  }
  if (std::find(used.begin(), used.end(), false) != used.end())
    findings.add("table 'postings': " + of_field(dataset, index) + "a list has no word");
}

class ListsCheck {
 public:
  // `occurrences`: of all indexes so far.
  ListsCheck(const Dataset& dataset, const FieldIndex& index, std::uint64_t& occurrences, Findings& findings)
      : dataset_(dataset),
        index_(index),
        findings_(findings),
        occurrences_(occurrences),
        sums_(index.lists(), ListSums::max_sums / dataset.indexes()),
        positions_(index.has_positions()) {
    for (const auto piece : index.length_codes()) codes_.push_back(piece);
  }

  void run() {
    const bool postings_right = blocks_right(format::tables::postings);
    const bool positions_right = blocks_right(format::tables::positions);
    if (!postings_right || !positions_right) return;
    for (std::uint32_t list = 0; list < index_.lists(); ++list) {
      findings_.guard([&] { check_list(list); });
      if (findings_.full()) return;
      // Few bytes can stand for many occurrences.
      if (occurrences_ > most_occurrences())
        return findings_.add("table 'postings': " + of_field(dataset_, index_) +
                             "its lists have more occurrences than the texts have words");
    }
    check_bitmaps();
    check_totals();
  }

  ListSums sums() && { return std::move(sums_); }

 private:
  // A few words, at most, stand at one byte of the file, in all its fields together.
  std::uint64_t most_occurrences() const { return 4 * dataset_.file_bytes(); }

  // Blocks are numbered, lists follow each other, and `data` ends where it must.
  bool blocks_right(const char* name) {
    const std::size_t before = findings_.count();
    std::uint32_t expected_block = 0;
    for (const Block& block : dataset_.blocks(name, index_.field())) {
      const std::string place = block.place();
      if (block.key != format::field_key(index_.field(), expected_block++))
        findings_.add(place + "its number is wrong");
      const FlatTable table = FlatTable::root(block, format::ListsIdentifier());
      const auto data = table.span<std::uint8_t>(format::Lists::VT_DATA);
      check_starts(table, place);
      const auto padding = data.last(format::list_padding_bytes);
      if (std::any_of(padding.begin(), padding.end(), [](std::uint8_t byte) { return byte != 0; }))
        findings_.add(place + "the zeros behind its lists are none");
    }
    return findings_.count() == before;
  }

  // Lists begin where their sizes say, and `data` holds nothing else.
  void check_starts(const FlatTable& table, const std::string& place) {
    const auto starts = table.span<std::uint32_t>(format::Lists::VT_STARTS);
    const auto sizes = table.span<std::uint8_t>(format::Lists::VT_SIZES);
    const auto data = table.span<std::uint8_t>(format::Lists::VT_DATA);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i % format::lists_per_start == 0 && starts[i / format::lists_per_start] != end)
        return findings_.add(place + "its lists do not begin where they should");
      if (sizes[i] != format::long_list_size) {
        end += sizes[i];
        continue;
      }
      std::uint32_t long_size;
      if (end + sizeof long_size > data.size()) break;
      std::memcpy(&long_size, data.data() + end, sizeof long_size);
      if (long_size < format::long_list_size)
        findings_.add(place + "a short list has the size of a long one");
      end += sizeof long_size + long_size;
    }
    if (end + format::list_padding_bytes != data.size())
      findings_.add(place + "its data has more than its lists");
  }

  // Bitmaps belong to the lists that must have one, in order.
  void check_bitmaps() {
    std::vector<std::uint32_t> expected;
    for (std::uint32_t list = 0; list < index_.lists(); ++list)
      findings_.guard([&] {
        if (format::has_bitmap(index_.postings(list).count(), dataset_.size())) expected.push_back(list);
      });
    std::vector<std::uint32_t> found;
    std::uint32_t expected_block = 0;
    for (const Block& block : dataset_.blocks(format::tables::bitmaps, index_.field())) {
      if (block.key != format::field_key(index_.field(), expected_block++))
        findings_.add(block.place() + "its number is wrong");
      const auto lists =
          FlatTable::root(block, format::BitmapsIdentifier()).span<std::uint32_t>(format::Bitmaps::VT_LISTS);
      found.insert(found.end(), lists.begin(), lists.end());
    }
    if (!found.empty() && found != expected)
      findings_.add("table 'bitmaps': " + of_field(dataset_, index_) +
                    "its lists are not those of the most frequent terms");
  }

  void add(std::uint32_t list, const std::string& what) {
    findings_.add("table 'postings': " + of_field(dataset_, index_) + "list " + std::to_string(list) + ": " +
                  what);
  }

  void check_list(std::uint32_t number) {
    const PostingList list = index_.postings(number);
    postings_ += list.count();
    const PositionList positions = positions_ ? index_.positions(number, list.count()) : PositionList{};
    std::uint64_t begin = list.blocks_begin();
    std::uint64_t chunk_begin = positions.chunks_begin();
    std::uint64_t occurrences = 0;
    std::int64_t before = -1;
    bits_.assign(list.bits().size(), 0);
    above_floor_.fill(0);
    position_block_.restart();
    for (std::uint32_t block = 0; block < list.blocks(); ++block) {
      const PostingList::Extent extent = list.extent(block);
      if (extent.begin != begin) return add(number, "a block does not follow the one before");
      if (!extent.is_canonical)
        return add(number, "it has bits beyond its numbers, or high parts out of order");
      begin = extent.end;
      const std::uint32_t count = list.unpack_ordinals(block, ordinals_.data());
      list.unpack_frequencies(block, frequencies_.data());
      std::uint64_t total = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        if (ordinals_[i] <= before || ordinals_[i] >= dataset_.size())
          return add(number, "its ordinals are not ascending, or name records that are not there");
        if (frequencies_[i] == 0) return add(number, "a frequency is 0");
        before = ordinals_[i];
        total += frequencies_[i];
        if (!bits_.empty()) bits_[ordinals_[i] / 64] |= std::uint64_t{1} << (ordinals_[i] % 64);
      }
      occurrences += total;
      occurrences_ += total;
      if (occurrences_ > most_occurrences()) return;
      if (list.has_heads()) check_head(number, list, block, count);
      if (!positions_) {
        for (std::uint32_t i = 0; i < count; ++i) sums_.add(number, ordinals_[i], frequencies_[i]);
        continue;
      }
      const PositionList::Extent chunk = positions.extent(block, total);
      if (chunk.begin != chunk_begin) return add(number, "positions of a block do not follow those before");
      if (!chunk.spare_bits_are_zero) return add(number, "its positions have bits beyond their numbers");
      chunk_begin = chunk.end;
      if (!check_positions(number, positions, block, count, total)) return;
    }
    if (begin != list.size_bytes()) add(number, "it has more bytes than it uses");
    if (positions_ && chunk_begin != positions.size_bytes())
      add(number, "its positions have more bytes than they use");
    if (list.has_heads()) check_floors(number, list);
    if (!std::equal(bits_.begin(), bits_.end(), list.bits().begin()))
      add(number, "its bitmap holds other records");
    if (list.occurrences() != occurrences) add(number, "its number of occurrences is wrong");
  }

  void check_head(std::uint32_t number, const PostingList& list, std::uint32_t block, std::uint32_t count) {
    const BlockHead head = list.head(block);
    if (head.last != ordinals_[count - 1]) add(number, "a head's last ordinal is wrong");
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!bounded(head.bounds, i) || !bounded(list.bounds(), i))
        return add(number, "its bounds are too low");
      for (std::size_t k = 0; k < above_floor_.size(); ++k) {
        const Floors::Pair floor = list.floors().pairs[k];
        above_floor_[k] += frequencies_[i] >= floor.frequency && code(ordinals_[i]) <= floor.length_code;
      }
    }
  }

  bool bounded(const Bounds& bounds, std::uint32_t i) const {
    const std::uint32_t frequency = std::min(frequencies_[i], 255u);
    return std::any_of(bounds.pairs.begin(), bounds.pairs.end(), [&](const Bounds::Pair& pair) {
      return pair.frequency >= frequency && pair.length_code <= code(ordinals_[i]);
    });
  }

  // As many postings as they promise are above the floors.
  void check_floors(std::uint32_t number, const PostingList& list) {
    for (std::size_t i = 0; i < above_floor_.size(); ++i)
      if (list.floors().pairs[i].frequency != 0 && above_floor_[i] < format::floor_postings)
        return add(number, "its floors are too high");
  }

  std::uint8_t code(std::uint32_t ordinal) const {
    return codes_.empty() ? std::uint8_t{0}
                          : codes_[ordinal / format::lengths_per_block][ordinal % format::lengths_per_block];
  }

  // Positions ascend and lie inside the record; false where they do not.
  bool check_positions(std::uint32_t number, const PositionList& positions, std::uint32_t block,
                       std::uint32_t count, std::uint64_t total) {
    std::uint64_t skip = 0;
    position_block_.open(positions, block, total);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint8_t length = code(ordinals_[i]);
      const std::uint64_t end =
          length == 255 ? std::uint64_t{1} << 32 : length_of_code(static_cast<std::uint8_t>(length + 1));
      // Positions ascend, so a record never has more than it has places: checked before there is room for
      // them.
      if (frequencies_[i] > end) return add(number, "a record holds it more often than it has words"), false;
      PositionRange{position_block_, skip, skip + frequencies_[i]}.copy_to(found_);
      skip += frequencies_[i];
      for (std::size_t k = 0; k < found_.size(); ++k) {
        if (found_[k] >= end || (k > 0 && found_[k] <= found_[k - 1]))
          return add(number, "its positions are wrong"), false;
        sums_.add_at(number, ordinals_[i], found_[k]);
      }
    }
    return true;
  }

  void check_totals() {
    const IndexInfo& index = index_.totals();
    std::uint64_t records = 0;
    for (const auto piece : codes_)
      records += static_cast<std::uint64_t>(
          std::count_if(piece.begin(), piece.end(), [](std::uint8_t c) { return c != 0; }));
    const auto compare = [&](const char* what, std::uint64_t found, std::uint64_t said) {
      if (found != said)
        findings_.add(of_field(dataset_, index_) + std::to_string(found) + " " + what +
                      " are there, 'meta' says " + std::to_string(said));
    };
    compare("words", index_.terms().size(), index.words);
    compare("posting lists", index_.lists(), index.lists);
    compare("postings", postings_, index.postings);
    compare("records with words", records, index.records);
    compare("position lists", index_.position_lists(), index.positions ? index.lists : 0);
  }

  const Dataset& dataset_;
  const FieldIndex& index_;
  Findings& findings_;
  std::uint64_t& occurrences_;
  ListSums sums_;
  bool positions_;
  std::uint64_t postings_ = 0;
  std::vector<std::span<const std::uint8_t>> codes_;
  std::array<std::uint32_t, PostingList::block_size> ordinals_;
  std::array<std::uint32_t, PostingList::block_size> frequencies_;
  std::vector<std::uint32_t> found_;
  PositionBlock position_block_;
  std::vector<std::uint64_t> bits_;
  std::array<std::uint64_t, format::floors_per_list> above_floor_{};
};

}  // namespace corpack::detail
