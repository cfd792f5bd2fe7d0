// An open dataset file: find records by key, by id and by ordinal; walk its dictionary and posting lists.
//
//   corpack::Dataset dataset{"icml2024.corpack"};
//   if (auto record = dataset.find("the record's own key")) std::cout << record->text();
//
// Lifetime: records, terms, lists and all their views live as long as the Dataset; moving it keeps them
// valid. Errors: the constructor throws Error (the system failed) or FormatError (no dataset, damaged, or
// newer), both naming the path. Later calls throw FormatError when the block they touch is damaged. Absence
// is an empty optional or range. Cost: opening reads the B-tree's pages and touches a few pages of each block
// (8 MiB or more). find() takes two cache misses one after the other (entry, text) and never allocates.
// Thread-safe: any number of threads may use one Dataset. Links with LMDB alone; for search see searcher.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/field_indexes.hpp>
#include <corpack/id.hpp>
#include <corpack/info.hpp>
#include <corpack/mapping.hpp>
#include <corpack/record.hpp>

namespace corpack {

enum class VerifyLevel { quick, checksum, full };
struct Verification;

class Dataset {
 public:
  explicit Dataset(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}

  // ---- records ----

  // The record with exactly this key: its own key where it has one, else its whole text.
  std::optional<Record> find(std::string_view key) const { return find_hashed(Id::of(key), key); }

  // The first record, by ordinal, with this id. Others with the same id come from find_all.
  std::optional<Record> find(Id id) const {
    const format::IdEntry* const entry = first_entry(id.value());
    if (entry == nullptr) return std::nullopt;
    return record_of(*entry);
  }

  // All records with this id: more than one only where two keys have the same hash.
  std::vector<Record> find_all(Id id) const {
    std::vector<Record> records;
    for (IdRange range = entries(id); range.first != range.last; ++range.first)
      records.push_back(record_of(*range.first));
    return records;
  }

  bool contains(std::string_view key) const { return find(key).has_value(); }
  bool contains(Id id) const { return first_entry(id.value()) != nullptr; }

  // find() of many keys or ids at once, into as many places of `records`: the processor waits for the memory
  // of 32 of them together, so that each costs a fraction of a find() where the file is larger than the
  // processor's caches. Throws std::invalid_argument where the numbers differ. Allocates nothing.
  void find_many(std::span<const Id> ids, std::span<std::optional<Record>> records) const {
    check_places(ids.size(), records.size());
    for (std::size_t first = 0; first < ids.size(); first += fetched_at_once) {
      const auto some = ids.subspan(first, std::min(fetched_at_once, ids.size() - first));
      fetch(some);
      for (std::size_t i = 0; i < some.size(); ++i) records[first + i] = find(some[i]);
    }
  }
  void find_many(std::span<const std::string_view> keys, std::span<std::optional<Record>> records) const {
    check_places(keys.size(), records.size());
    std::array<Id, fetched_at_once> ids;
    for (std::size_t first = 0; first < keys.size(); first += fetched_at_once) {
      const auto some = keys.subspan(first, std::min(fetched_at_once, keys.size() - first));
      for (std::size_t i = 0; i < some.size(); ++i) ids[i] = Id::of(some[i]);
      fetch({ids.data(), some.size()});
      for (std::size_t i = 0; i < some.size(); ++i) records[first + i] = find_hashed(ids[i], some[i]);
    }
  }

  // find(key) for a key whose id is known.
  std::optional<Record> find_hashed(Id id, std::string_view key) const {
    std::uint64_t compared = 0;
    for (IdRange range = entries(id); range.first != range.last; ++range.first) {
      const Record record = record_of(*range.first);
      const std::string_view other = record.key();
      if (other == key) return record;
      // Keys that share bytes could be as many and as long as the file is.
      if (other.size() == key.size() && (compared += key.size()) > file_bytes())
        state_->id_blocks.front().block.fail("records of one hash share their keys' bytes");
    }
    return std::nullopt;
  }

  // The record at this place. Throws std::out_of_range at size() and beyond.
  Record at(std::uint32_t ordinal) const {
    if (ordinal >= size()) throw std::out_of_range("corpack: no record " + std::to_string(ordinal));
    const RecordBlock& block = state_->block_of(ordinal);
    return {&state_->info, &block, ordinal, string_at(block.block, block.texts, ordinal - block.first)};
  }

  // Number of records.
  std::uint32_t size() const noexcept { return state_->records; }
  bool empty() const noexcept { return size() == 0; }

  // Iteration in input order.
  using Iterator = Listing<Dataset, &Dataset::at>::Iterator;
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

  // ---- dictionary and postings of the text ----

  // Whether keyword search is possible: the dataset has terms, postings and lengths.
  bool searchable() const { return text().searchable(); }
  bool has_positions() const { return text().has_positions(); }

  const Terms& terms() const { return text().terms(); }
  // The term of exactly this word. Words are folded: see fold() in fold.hpp.
  std::optional<Term> term(std::string_view folded) const { return text().term(folded); }
  // Terms that begin with these bytes, in byte order.
  TermRange terms(std::string_view prefix) const { return text().terms(prefix); }

  // The posting list of a term: of all words that share its stem.
  PostingList postings(const Term& term) const { return text().postings(term.list); }
  PostingList postings(std::uint32_t list) const { return text().postings(list); }
  // REQUIRES: has_positions().
  PositionList positions(std::uint32_t list, std::uint32_t count) const {
    return text().positions(list, count);
  }
  std::uint32_t lists() const { return text().lists(); }

  // Length code of each record (lengths.hpp), in pieces of 2^23.
  std::span<const std::span<const std::uint8_t>> length_codes() const { return text().length_codes(); }

  // ---- indexed fields ----

  // Number 0 is the text; other fields follow, ascending by their number among the fields.
  const FieldIndex& index(std::uint32_t number) const { return (*state_->indexes)[number]; }
  std::uint32_t indexes() const { return state_->indexes->size(); }
  // Number of the index of the field of this name, or else of a name that differs in case only.
  std::optional<std::uint32_t> index_named(std::string_view name) const {
    const auto is_indexed = [this](std::uint32_t field) { return state_->indexes->of_field(field); };
    const auto field = info().find_field(name, is_indexed);
    return field ? is_indexed(*field) : std::nullopt;
  }
  std::string_view index_name(std::uint32_t number) const {
    return number == 0 ? "text" : info().field(index(number).field());
  }

  // ---- the file ----

  const Info& info() const noexcept { return state_->info; }
  const std::filesystem::path& path() const noexcept { return state_->mapping.path(); }
  std::uint64_t file_bytes() const noexcept { return state_->mapping.file_bytes(); }

  // Asks the system to read the file into memory, and returns at once.
  void warm() const { state_->mapping.will_need(); }

  // Whether the path now leads to another file, or to none.
  bool stale() const { return state_->mapping.stale(); }

  // What is wrong with the file, and what could not be checked. Defined in verify.hpp: include it to call
  // this.
  Verification verify(VerifyLevel level) const;

  // The file's pages, and the blocks of a table, for tools.
  std::string_view bytes() const { return state_->mapping.bytes(); }
  std::vector<Block> blocks(const char* table) const { return state_->mapping.blocks(table); }
  // Those of an inverted table that belong to a field.
  std::vector<Block> blocks(const char* table, std::uint32_t field) const {
    return blocks_of_field(state_->mapping.blocks(table), field);
  }
  // The block of table `records` that holds a record. REQUIRES: ordinal < size().
  const RecordBlock& block_of(std::uint32_t ordinal) const { return state_->block_of(ordinal); }
  // The string at an `ids` entry's offset. Throws as at() does, FormatError where there is none.
  std::string_view text_at(std::uint32_t ordinal, std::uint32_t offset) const {
    if (ordinal >= size()) throw std::out_of_range("corpack: no record " + std::to_string(ordinal));
    return checked_string(state_->block_of(ordinal).block, offset);
  }

 private:
  const FieldIndex& text() const { return state_->indexes->text(); }

  static constexpr std::uint32_t probed_entries = 8;
  struct IdBlock {
    const format::IdEntry* entries;
    const std::uint32_t* starts;
    std::uint64_t base;
    std::uint64_t range;  // from the first hash to the last
    std::uint32_t count;
    std::uint32_t last_probe;   // the last entry from which on there are probed_entries
    std::uint32_t shift;        // to a hash's bucket
    std::uint32_t probe_shift;  // to its place in 2^-32 of a bucket; 0: there are too few entries or hashes
    Block block;

    std::uint64_t last() const { return base + range; }
    // Where the start of a hash's bucket is, and behind it that of the next. REQUIRES: the hash is not
    // outside.
    const std::uint32_t* start_of(std::uint64_t hash) const { return starts + ((hash - base) >> shift); }
  };
  struct IdRange {
    const format::IdEntry* first;
    const format::IdEntry* last;
  };

  struct State {
    explicit State(const std::filesystem::path& path) : mapping(path), info(open_info(mapping)) {
      try {
        records = static_cast<std::uint32_t>(info.records());
        open_records();
        open_ids();
        indexes.emplace(mapping, info, records);
      } catch (const FormatError& error) {
        throw FormatError(path.string() + ": " + error.what());
      }
    }

    static Info open_info(const Mapping& mapping) {
      try {
        return Info{mapping.blocks(format::tables::meta).front()};
      } catch (const FormatError& error) {
        throw FormatError(mapping.path().string() + ": " + error.what());
      }
    }

    void open_records() {
      std::uint64_t next = 0;
      for (const Block& block : mapping.blocks(format::tables::records)) {
        record_blocks.emplace_back(block);
        const RecordBlock& opened = record_blocks.back();
        if (opened.first != next || block.key != next + opened.texts.count - 1)
          block.fail("its records are not the next ones");
        next += opened.texts.count;
      }
      if (next != records)
        throw FormatError("damaged dataset: table 'records' has " + std::to_string(next) +
                          " records, 'meta' says " + std::to_string(records));
      if (records == 0) return;
      // Records are of similar sizes, so the ordinals that one guess stands for lie in one block or in two.
      while (((records - 1) >> guess_shift) >= 32 * record_blocks.size()) ++guess_shift;
      guesses.resize(((records - 1) >> guess_shift) + 1);
      std::uint32_t block = 0;
      for (std::size_t i = 0; i < guesses.size(); ++i) {
        while (last_of(block) < (static_cast<std::uint64_t>(i) << guess_shift)) ++block;
        guesses[i] = {block,
                      static_cast<std::uint32_t>(std::min<std::uint64_t>(last_of(block) + 1, records))};
      }
    }

    std::uint64_t last_of(std::uint32_t block) const {
      return std::uint64_t{record_blocks[block].first} + record_blocks[block].texts.count - 1;
    }

    // REQUIRES: ordinal < records.
    const RecordBlock& block_of(std::uint32_t ordinal) const {
      const BlockGuess guess = guesses[ordinal >> guess_shift];
      const RecordBlock* block = &record_blocks[guess.block + (ordinal >= guess.next_first)];
      while (ordinal - block->first >= block->texts.count) ++block;
      return *block;
    }

    void open_ids() {
      std::uint64_t entries = 0;
      for (const Block& block : mapping.blocks(format::tables::ids)) {
        using I = format::Ids;
        const FlatTable table = FlatTable::root(block, format::IdsIdentifier());
        const auto starts = table.span<std::uint32_t>(I::VT_STARTS);
        const auto held = table.span<format::IdEntry>(I::VT_ENTRIES);
        const unsigned shift = table.scalar<std::uint8_t>(I::VT_SHIFT);
        const std::uint64_t base = table.scalar<std::uint64_t>(I::VT_BASE);
        if (starts.size() < 2 || held.empty() || shift > 63 || base > block.key ||
            (block.key - base) >> shift >= starts.size() - 1)
          block.fail("its buckets are wrong");
        if (!id_blocks.empty() && base <= id_blocks.back().last())
          block.fail("its hashes overlap the block before");
        const auto count = static_cast<std::uint32_t>(held.size());
        const std::uint32_t probe_shift = count < probed_entries || shift < 32 ? 0 : shift - 32;
        id_blocks.push_back({held.data(), starts.data(), base, block.key - base, count,
                             count - std::min(count, probed_entries), shift, probe_shift, block});
        entries += held.size();
      }
      id_block_count = id_blocks.size();
      if (entries != records)
        throw FormatError("damaged dataset: table 'ids' has " + std::to_string(entries) + " entries for " +
                          std::to_string(records) + " records");
    }

    // The block that may have the hash; null: none. Hashes are uniform and blocks of like size, so the
    // block's number is nearly proportional to the hash.
    const IdBlock* id_block_of(std::uint64_t hash) const {
      if (id_block_count == 0) return nullptr;
      __extension__ using Wide = unsigned __int128;
      const IdBlock& near = id_blocks[static_cast<std::size_t>((Wide{hash} * id_block_count) >> 64)];
      return hash - near.base <= near.range ? &near : far_id_block_of(hash);
    }

    // Apart from the callers' code, which is hot.
    [[gnu::noinline]] const IdBlock* far_id_block_of(std::uint64_t hash) const {
      const auto block = std::partition_point(id_blocks.begin(), id_blocks.end(),
                                              [hash](const IdBlock& held) { return held.last() < hash; });
      return block != id_blocks.end() && block->base <= hash ? &*block : nullptr;
    }

    Mapping mapping;
    Info info;
    std::uint32_t records = 0;
    std::vector<RecordBlock> record_blocks;
    unsigned guess_shift = 0;
    // The block of the first ordinal that it stands for, and the first ordinal of the block behind that.
    struct BlockGuess {
      std::uint32_t block;
      std::uint32_t next_first;
    };
    std::vector<BlockGuess> guesses;
    std::vector<IdBlock> id_blocks;
    std::uint64_t id_block_count = 0;  // the vector's size, which it would divide for
    std::optional<FieldIndexes> indexes;
  };

  // How many look-ups of find_many() wait together.
  static constexpr std::size_t fetched_at_once = 32;

  static void check_places(std::size_t asked, std::size_t places) {
    if (asked != places)
      throw std::invalid_argument("corpack: find_many() was given " + std::to_string(places) +
                                  " places for " + std::to_string(asked) + " records");
  }

  // Asks the processor for what find() of each id touches: bucket, entries, text; each of these for all ids
  // before the next.
  void fetch(std::span<const Id> ids) const {
    for (const Id id : ids)
      if (const IdBlock* const block = state_->id_block_of(id.value()))
        __builtin_prefetch(block->start_of(id.value()));
    for (const Id id : ids)
      if (const IdBlock* const block = state_->id_block_of(id.value()))
        if (block->probe_shift != 0) {
          const format::IdEntry* const probe = probe_of(*block, id.value());
          __builtin_prefetch(probe);
          __builtin_prefetch(probe + probed_entries - 1);
        }
    for (const Id id : ids)
      if (const format::IdEntry* const entry = first_entry(id.value()))
        if (entry->ordinal() < size())
          __builtin_prefetch(state_->block_of(entry->ordinal()).block.data + entry->offset());
  }

  // The first entry with this hash; null: there is none.
  const format::IdEntry* first_entry(std::uint64_t hash) const {
    const IdBlock* const block = state_->id_block_of(hash);
    if (block == nullptr) return nullptr;
    // How many of the entries come before is a coin's throw, and the processor would wait for the memory to
    // see its guess right or wrong; so a fixed number is looked at.
    if (block->probe_shift != 0) {
      const format::IdEntry* const probe = probe_of(*block, hash);
      std::uint32_t before = 0;
      for (std::uint32_t i = 0; i < probed_entries; ++i) before += probe[i].hash() < hash;
      if (before % probed_entries != 0) return probe[before].hash() == hash ? probe + before : nullptr;
    }
    return entry_in_bucket(*block, hash);
  }

  // Where probed_entries begin that are likely to have the hash among them, but not at the first place:
  // hashes are uniform, so it is near the place in proportion within its bucket (interpolation search:
  // Peterson, "Addressing for random-access storage", 1957). REQUIRES: probe_shift != 0, and the hash is not
  // outside the block's.
  static const format::IdEntry* probe_of(const IdBlock& block, std::uint64_t hash) {
    const std::uint64_t place = (hash - block.base) >> block.probe_shift;
    const std::uint32_t* const start = block.starts + (place >> 32);
    const std::uint64_t near = start[0] + (((place & 0xFFFFFFFF) * (start[1] - start[0])) >> 32);
    // Below the first entries it wraps around. Whatever the starts of a damaged file say, it is among the
    // entries.
    return block.entries + std::min<std::uint64_t>(near - probed_entries / 2, block.last_probe);
  }

  // first_entry() by binary search in the bucket. Apart from the callers' code, which is hot.
  [[gnu::noinline]] static const format::IdEntry* entry_in_bucket(const IdBlock& block, std::uint64_t hash) {
    const std::uint32_t* const start = block.start_of(hash);
    if (start[0] > start[1] || start[1] > block.count) block.block.fail("a bucket lies outside");
    const format::IdEntry* const end = block.entries + start[1];
    const format::IdEntry* const found = std::partition_point(
        block.entries + start[0], end, [hash](const format::IdEntry& entry) { return entry.hash() < hash; });
    return found != end && found->hash() == hash ? found : nullptr;
  }

  // The entries with this hash.
  IdRange entries(Id id) const {
    const format::IdEntry* const first = first_entry(id.value());
    if (first == nullptr) return {nullptr, nullptr};
    const IdBlock& block = *state_->id_block_of(id.value());
    const format::IdEntry* const end = block.entries + block.count;
    const format::IdEntry* last = first + 1;
    while (last != end && last->hash() == id.value()) ++last;
    return {first, last};
  }

  Record record_of(const format::IdEntry& entry) const {
    if (entry.ordinal() >= size())
      state_->id_blocks.front().block.fail("it names a record that is not there");
    const RecordBlock& block = state_->block_of(entry.ordinal());
    return {&state_->info, &block, entry.ordinal(), checked_string(block.block, entry.offset())};
  }

  std::unique_ptr<State> state_;
};

}  // namespace corpack
