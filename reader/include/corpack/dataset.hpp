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
#include <bit>
#include <cstdint>
#include <cstring>
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
    for (const format::IdEntry& entry : entries(id)) records.push_back(record_of(entry));
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
      const FoundEntries found = first_entries(some);
      for (std::size_t i = 0; i < some.size(); ++i) {
        records[first + i].reset();
        if (found[i] != nullptr) records[first + i] = record_of(*found[i]);
      }
    }
  }
  void find_many(std::span<const std::string_view> keys, std::span<std::optional<Record>> records) const {
    check_places(keys.size(), records.size());
    std::array<Id, fetched_at_once> ids;
    for (std::size_t first = 0; first < keys.size(); first += fetched_at_once) {
      const auto some = keys.subspan(first, std::min(fetched_at_once, keys.size() - first));
      for (std::size_t i = 0; i < some.size(); ++i) ids[i] = Id::of(some[i]);
      const FoundEntries found = first_entries({ids.data(), some.size()});
      for (std::size_t i = 0; i < some.size(); ++i) {
        records[first + i].reset();
        if (found[i] != nullptr) records[first + i] = with_key(*found[i], some[i]);
      }
    }
  }

  // find(key) for a key whose id is known.
  std::optional<Record> find_hashed(Id id, std::string_view key) const {
    const format::IdEntry* const entry = first_entry(id.value());
    if (entry == nullptr) return std::nullopt;
    return with_key(*entry, key);
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
  // Number of the index of the field of this name, or else of one that may be meant by it (field_name.hpp).
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

  // A cache line. Buckets hold one or two entries on average, so that hardly any has more than are probed.
  static constexpr std::uint32_t probed_entries = 4;
  struct alignas(64) IdBlock {
    const format::IdEntry* entries;
    const std::uint32_t* starts;
    std::uint64_t base;  // the first hash
    std::uint64_t
        probed_end;       // hashes less than this above `base` may be probed; 0: there are too few entries
    std::uint64_t range;  // from the first hash to the last
    std::uint32_t last_probe;  // the last entry behind which there are probed_entries
    std::uint32_t count;
    std::uint32_t shift;  // to a hash's bucket
    const Block* place;

    std::uint64_t last() const { return base + range; }
    // Where the first entry of a hash's bucket is among the entries; behind it, that of the next bucket.
    // REQUIRES: the hash is not outside.
    const std::uint32_t* start_of(std::uint64_t hash) const { return starts + ((hash - base) >> shift); }
    // Where probed_entries begin, and one more, that are likely to have the hash among them. Whatever the
    // starts of a damaged file say, they are among the entries. REQUIRES: hash - base < probed_end.
    const format::IdEntry* probe_of(std::uint64_t hash) const {
      return entries + std::min(*start_of(hash), last_probe);
    }
  };
  // The block that most likely has a record, and of it what find() needs.
  struct alignas(32) BlockGuess {
    explicit BlockGuess(const RecordBlock& guessed)
        : block(&guessed),
          data(guessed.block.data),
          last_string(guessed.block.size - 4),
          first(guessed.first),
          count(guessed.texts.count) {}

    const RecordBlock* block;
    decltype(Block::data) data;
    std::uint32_t last_string;  // the last place where a string may be
    std::uint32_t first;        // ordinal
    std::uint32_t count;        // of records
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
        const std::vector<Block> blocks = mapping.blocks(format::tables::meta);
        if (blocks.size() != 1) throw FormatError("damaged dataset: table 'meta' has more than one block");
        return Info{blocks.front()};
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
      // So many that few stand for ordinals of two blocks: the processor would take the wrong way there.
      while (((records - 1) >> guess_shift) >= 64 * record_blocks.size()) ++guess_shift;
      const std::uint32_t last = (records - 1) >> guess_shift;
      guess_mask = std::bit_ceil(last + 1) - 1;
      guesses.reserve(std::size_t{guess_mask} + 1);
      std::uint32_t block = 0;
      for (std::uint32_t i = 0; i <= guess_mask; ++i) {
        while (last_of(block) < std::uint64_t{std::min(i, last)} << guess_shift) ++block;
        guesses.emplace_back(record_blocks[block]);
      }
    }

    std::uint64_t last_of(std::uint32_t block) const {
      return std::uint64_t{record_blocks[block].first} + record_blocks[block].texts.count - 1;
    }

    // REQUIRES: there are records.
    const BlockGuess& guess_of(std::uint32_t ordinal) const {
      return guesses[(ordinal >> guess_shift) & guess_mask];
    }

    // REQUIRES: ordinal < records.
    const RecordBlock& block_of(std::uint32_t ordinal) const {
      const RecordBlock* block = guess_of(ordinal).block;
      while (ordinal - block->first >= block->texts.count) ++block;
      return *block;
    }

    void open_ids() {
      std::uint64_t entries = 0;
      id_places = mapping.blocks(format::tables::ids);
      for (const Block& block : id_places) {
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
        const std::uint64_t range = block.key - base;
        const bool probed = count > probed_entries;
        id_blocks.push_back({held.data(), starts.data(), base, probed ? range + 1 : 0, range,
                             probed ? count - probed_entries - 1 : 0, count, shift, &block});
        entries += count;
      }
      if (entries != records)
        throw FormatError("damaged dataset: table 'ids' has " + std::to_string(entries) + " entries for " +
                          std::to_string(records) + " records");
      // Without records there is a block that nothing is in.
      if (id_blocks.empty()) id_blocks.push_back({});
      id_block_count = id_blocks.size();
    }

    // The block that most likely has the hash. Hashes are uniform and blocks of like size, so the block's
    // number is nearly proportional to the hash.
    const IdBlock& near_id_block(std::uint64_t hash) const {
      __extension__ using Wide = unsigned __int128;
      return id_blocks[static_cast<std::size_t>((Wide{hash} * id_block_count) >> 64)];
    }

    // The block that may have the hash; null: none.
    const IdBlock* id_block_of(std::uint64_t hash) const {
      const auto block = std::partition_point(id_blocks.begin(), id_blocks.end(),
                                              [hash](const IdBlock& held) { return held.last() < hash; });
      return block != id_blocks.end() && block->base <= hash && block->count != 0 ? &*block : nullptr;
    }

    // The first entry with this hash, by binary search in its bucket; null: there is none. Apart from the
    // callers' code, which is hot.
    [[gnu::noinline]] const format::IdEntry* search_entry(std::uint64_t hash) const {
      const IdBlock* const block = id_block_of(hash);
      if (block == nullptr) return nullptr;
      const std::uint32_t* const start = block->start_of(hash);
      if (start[0] > start[1] || start[1] > block->count) block->place->fail("a bucket lies outside");
      const format::IdEntry* const end = block->entries + start[1];
      const format::IdEntry* const found =
          std::partition_point(block->entries + start[0], end,
                               [hash](const format::IdEntry& entry) { return entry.hash() < hash; });
      return found != end && found->hash() == hash ? found : nullptr;
    }

    Mapping mapping;
    Info info;
    std::uint32_t records = 0;
    std::vector<RecordBlock> record_blocks;  // stays as it is once guesses point into it
    unsigned guess_shift = 0;
    std::uint32_t guess_mask = 0;
    std::vector<BlockGuess> guesses;  // for each 2^guess_shift ordinals, the block of the first
    std::vector<Block> id_places;
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

  using FoundEntries = std::array<const format::IdEntry*, fetched_at_once>;

  // The first entry of each id, null where there is none, at most fetched_at_once. Asks the processor for all
  // that finding them touches: bucket, entries, text; each of these for all ids before the next.
  FoundEntries first_entries(std::span<const Id> ids) const {
    std::array<const IdBlock*, fetched_at_once> blocks;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const IdBlock& near = state_->near_id_block(ids[i].value());
      blocks[i] = ids[i].value() - near.base < near.probed_end ? &near : nullptr;
      if (blocks[i] != nullptr) __builtin_prefetch(near.start_of(ids[i].value()));
    }
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (blocks[i] != nullptr) {
        const format::IdEntry* const probe = blocks[i]->probe_of(ids[i].value());
        __builtin_prefetch(probe);
        __builtin_prefetch(probe + probed_entries);
      }
    FoundEntries found;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      found[i] = first_entry(ids[i].value());
      if (found[i] != nullptr)
        __builtin_prefetch(state_->guess_of(found[i]->ordinal()).data + found[i]->offset());
    }
    return found;
  }

  // The first entry with this hash; null: there is none.
  const format::IdEntry* first_entry(std::uint64_t hash) const {
    const IdBlock& near = state_->near_id_block(hash);
    if (hash - near.base < near.probed_end) {
      // How many entries of the bucket come before is a coin's throw, and the processor would wait for the
      // memory to see its guess right or wrong; so a fixed number is looked at.
      const format::IdEntry* const probe = near.probe_of(hash);
      std::uint32_t before = 0;
      for (std::uint32_t i = 0; i < probed_entries; ++i) before += probe[i].hash() < hash;
      if (probe[before].hash() == hash) return probe + before;
      if (before < probed_entries) return nullptr;
    }
    return state_->search_entry(hash);
  }

  // The entries with this id.
  std::span<const format::IdEntry> entries(Id id) const {
    const format::IdEntry* const first = first_entry(id.value());
    if (first == nullptr) return {};
    const IdBlock& block = *state_->id_block_of(id.value());
    const format::IdEntry* const end = block.entries + block.count;
    const format::IdEntry* last = first + 1;
    while (last != end && last->hash() == id.value()) ++last;
    return {first, last};
  }

  // The record among those of an entry's hash that has the key. REQUIRES: it is the first such entry.
  std::optional<Record> with_key(const format::IdEntry& first, std::string_view key) const {
    const Record record = record_of(first);
    if (record.key() == key) return record;
    return with_key_behind(first, key);
  }

  [[gnu::noinline]] std::optional<Record> with_key_behind(const format::IdEntry& first,
                                                          std::string_view key) const {
    std::uint64_t compared = 0;
    for (const format::IdEntry& entry : entries(Id{first.hash()}).subspan(1)) {
      const Record record = record_of(entry);
      const std::string_view other = record.key();
      if (other == key) return record;
      // Keys that share bytes could be as many and as long as the file is.
      if (other.size() == key.size() && (compared += key.size()) > file_bytes())
        state_->id_places.front().fail("records of one hash share their keys' bytes");
    }
    return std::nullopt;
  }

  // All in registers: a record that passes through memory would have the processor wait for its own writes.
  Record record_of(const format::IdEntry& entry) const {
    const std::uint32_t offset = entry.offset();
    const BlockGuess& guess = state_->guess_of(entry.ordinal());
    const RecordBlock* block = guess.block;
    auto data = guess.data;
    if (entry.ordinal() - guess.first >= guess.count || offset > guess.last_string ||
        length_at(data + offset) > guess.last_string - offset) {
      block = &checked_block_of(entry);
      data = block->block.data;
    }
    return {&state_->info, block, entry.ordinal(),
            std::string_view{reinterpret_cast<const char*>(data) + offset + 4, length_at(data + offset)}};
  }

  template <class Byte>
  static std::uint32_t length_at(const Byte* string) {
    std::uint32_t length;
    std::memcpy(&length, string, sizeof length);
    return length;
  }

  // The block that has an entry's text, where the guess is wrong, or the entry. Apart from the callers' code,
  // which is hot.
  [[gnu::noinline]] const RecordBlock& checked_block_of(const format::IdEntry& entry) const {
    if (entry.ordinal() >= size()) state_->id_places.front().fail("it names a record that is not there");
    const RecordBlock& block = state_->block_of(entry.ordinal());
    checked_string(block.block, entry.offset());
    return block;
  }

  std::unique_ptr<State> state_;
};

}  // namespace corpack
