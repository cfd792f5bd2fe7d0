// Datasets of some MB that are made to keep their reader busy, or to have it ask for memory: whatever they
// claim, opening, a look-up, a search and full verification each end within a second of processor time, with
// no more memory than the file has and 64 MiB.
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/corpack.hpp>
#include <corpack/verify.hpp>

#include "build/compiled.hpp"
#include "fuzz/memory_file.hpp"
#include "reader/layout.hpp"
#include "reader/use_meter.hpp"

using namespace corpack;

namespace {

constexpr std::uint32_t record_count = 20000;
constexpr std::size_t long_text_bytes = 1000000;

std::string letters(std::uint64_t number) {
  std::string word;
  for (int i = 0; i < 4; ++i, number /= 26) word += static_cast<char>('a' + number % 26);
  return word;
}

// Records of rare words and two frequent ones, with a field, and two records of long texts of one size.
std::string dump() {
  std::string lines;
  std::uint64_t random = 1;
  for (std::uint32_t i = 0; i + 2 < record_count; ++i) {
    lines += R"({"year":")" + std::to_string(i % 90) + R"(","text":"alpha beta)";
    for (int k = 0; k < 10; ++k) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      lines += " w" + letters(random >> 40);
    }
    lines += "\"}\n";
  }
  for (const char end : {'x', 'y'}) {
    std::string text;
    while (text.size() < long_text_bytes) text += "alpha ";
    lines += R"({"year":"1","text":")" + text + end + "\"}\n";
  }
  return lines;
}

class HostileFile {
 public:
  HostileFile() : file_(original()), dataset_(file_.path()), layout_(dataset_), bytes_(original()) {}

  const std::uint8_t* block(const char* table) const { return dataset_.blocks(table).front().data; }
  const Dataset& dataset() const { return dataset_; }

  // Writes to the place that `at` has in the good file.
  template <class T>
  void put(const void* at, T value) {
    std::memcpy(bytes_.data() + (static_cast<const char*>(at) - dataset_.bytes().data()), &value,
                sizeof value);
  }
  // Makes a vector's field lead to another place, behind it.
  void lead(const flatbuffers::Table* table, flatbuffers::voffset_t field, const void* target) {
    const std::uint8_t* const slot = table->GetAddressOf(field);
    put(slot, static_cast<std::uint32_t>(static_cast<const std::uint8_t*>(target) - slot));
  }

  // Uses the file with right checksums. Whether it opened, or was refused.
  bool use() {
    layout_.reseal(bytes_);
    const test::MemoryFile file{bytes_};
    std::optional<Dataset> opened;
    within_limits("opening", [&] { opened.emplace(file.path()); });
    if (!opened) return false;
    const Dataset& dataset = *opened;
    std::vector<Id> ids;
    for (std::uint32_t i = 0; i < 20; ++i) ids.push_back(dataset_.at(i * (record_count / 20)).id());
    for (const std::uint32_t i : {record_count - 2, record_count - 1}) ids.push_back(dataset_.at(i).id());
    within_limits("finding ids", [&] {
      for (const Id id : ids) found_ += dataset.find(id).has_value();
    });
    for (const std::uint32_t i : {std::uint32_t{7}, record_count - 2, record_count - 1})
      within_limits("finding a key", [&] { found_ += dataset.find(dataset_.at(i).key()).has_value(); });
    within_limits("words", [&] {
      for (const char* word : {"alpha", "beta", "waaaa", "wabcd", "nothing"})
        found_ += dataset.term(word).has_value();
    });
    Searcher searcher{dataset};
    for (const char* query : {"alpha", "+alpha +beta", "alpha OR beta OR waaaa", "w*", "a* w*", "+w* +alpha",
                              "\"alpha beta\"", "wabcd~2", "source:*.jsonl alpha", "\"alpha alpha\"~2"})
      for (const bool exact : {false, true})
        within_limits(query, [&] {
          found_ += searcher.run(searcher.parse(query), {.limit = 10, .exact_total = exact}).hits.size();
        });
    within_limits("a record's fields", [&] { found_ += dataset.at(1).fields().size(); });
    for (const VerifyLevel level : {VerifyLevel::checksum, VerifyLevel::full})
      within_limits("verification", [&] { damage_ = dataset.verify(level).damage; });
    return true;
  }

  bool finds(const char* what) const {
    for (const Damage& damage : damage_)
      if (damage.what.find(what) != std::string::npos) return true;
    for (const Damage& damage : damage_) UNSCOPED_INFO(damage.what);
    return false;
  }
  bool is_good() const { return damage_.empty(); }
  const std::string& refusal() const { return refusal_; }

 private:
  static const std::string& original() {
    static const std::string bytes = [] {
      const test::TemporaryFolder folder;
      CompileOptions options = test::options_for(folder, "hostile.jsonl", dump());
      options.pairs = {{"notes", std::string(2000000, '-')}};
      test::compile_quietly(options);
      return test::read_file(options.output);
    }();
    return bytes;
  }

  void within_limits(const std::string& what, const std::function<void()>& work) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr double most_seconds = 20;
#else
    constexpr double most_seconds = 1;
#endif
    INFO(what);
    const test::UseMeter meter;
    try {
      work();
    } catch (const FormatError& error) {
      refusal_ = error.what();
    }
    CHECK(meter.seconds() < most_seconds);
    CHECK(meter.peak_bytes() < bytes_.size() + (std::size_t{64} << 20));
  }

  test::MemoryFile file_;
  Dataset dataset_;
  test::Layout layout_;
  std::string bytes_;
  std::vector<Damage> damage_;
  std::string refusal_;
  std::uint64_t found_ = 0;
};

template <class T>
const flatbuffers::Table* table_of(const T* generated) {
  return reinterpret_cast<const flatbuffers::Table*>(generated);
}

// Makes a vector of tables, of which there is room for `count` at `place`, that are all `table`.
void put_same_tables(HostileFile& file, const std::uint8_t* place, std::uint32_t count, const void* table) {
  file.put(place, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t* const slot = place + 4 + 4 * i;
    file.put(slot, static_cast<std::uint32_t>(static_cast<const std::uint8_t*>(table) - slot));
  }
}

// Makes a table at `place` with the fields of `like`; the two that are vectors or strings lead to targets
// behind it.
void put_table(HostileFile& file, const std::uint8_t* place, const flatbuffers::Table* like,
               const std::array<std::pair<flatbuffers::voffset_t, const std::uint8_t*>, 2>& fields) {
  file.put(place, static_cast<std::int32_t>(place - like->GetVTable()));
  for (const auto& [field, target] : fields) {
    const std::uint8_t* const slot = place + like->GetOptionalFieldOffset(field);
    file.put(slot, static_cast<std::uint32_t>(target - slot));
  }
}

}  // namespace

TEST_CASE("the file itself is good, and used within the limits") {
  HostileFile file;
  CHECK(file.use());
  CHECK(file.is_good());
  CHECK(file.refusal().empty());
}

TEST_CASE("lists that share bytes are refused") {
  HostileFile file;
  const auto& starts = *format::GetLists(file.block(format::tables::postings))->starts();
  const std::uint32_t end = starts.Get(starts.size() - 1);
  SECTION("every other group") {
    for (flatbuffers::uoffset_t i = 0; i < starts.size(); ++i)
      file.put(starts.Data() + 4 * i, i % 2 == 0 ? std::uint32_t{0} : end);
    CHECK_FALSE(file.use());
    CHECK(file.refusal().find("its lists do not follow each other") != std::string::npos);
  }
  SECTION("all groups") {
    for (flatbuffers::uoffset_t i = 0; i < starts.size(); ++i)
      file.put(starts.Data() + 4 * i, std::uint32_t{0});
    CHECK(file.use());
    CHECK(file.finds("its lists do not begin where they should"));
  }
}

TEST_CASE("many short lists of many postings") {
  HostileFile file;
  const format::Lists* const lists = format::GetLists(file.block(format::tables::postings));
  // 127 postings in two bytes: records 0 to 126, once each.
  const std::uint32_t room = static_cast<std::uint32_t>(lists->data()->size()) - 8;
  for (flatbuffers::uoffset_t i = 0; i < lists->sizes()->size(); ++i) {
    file.put(lists->sizes()->Data() + i, std::uint8_t{2});
    if (i % 16 == 0) file.put(lists->starts()->Data() + i / 4, std::min(2 * i, room - 32));
  }
  for (std::uint32_t i = 0; i + 1 < room; i += 2)
    file.put(lists->data()->Data() + i, static_cast<std::uint16_t>(127));
  CHECK(file.use());
  CHECK(file.finds(""));
}

TEST_CASE("more lists than there are bytes for") {
  HostileFile file;
  const format::Lists* const lists = format::GetLists(file.block(format::tables::postings));
  // Starts and sizes lie in the data. All lists are empty but the last one, which is all of the data.
  const std::uint8_t* const data = lists->data()->Data();
  const std::uint32_t size = lists->data()->size();
  const std::uint32_t count = (size - 64) / 5 * 4 / 16 * 16;
  file.put(data, size - 12);
  const std::uint8_t* const starts = data + 4;
  file.put(starts, count / 16);
  for (std::uint32_t i = 0; i < count / 16; ++i) file.put(starts + 4 + 4 * i, std::uint32_t{0});
  const std::uint8_t* const sizes = starts + 4 + count / 4;
  file.put(sizes, count);
  for (std::uint32_t i = 0; i < count; ++i) file.put(sizes + 4 + i, std::uint8_t{0});
  file.put(sizes + 4 + count - 1, std::uint8_t{255});
  file.lead(table_of(lists), format::Lists::VT_STARTS, starts);
  file.lead(table_of(lists), format::Lists::VT_SIZES, sizes);
  CHECK(file.use());
  CHECK(file.finds("and at least"));
}

TEST_CASE("all words share one long list") {
  HostileFile file;
  const format::Terms* const terms = format::GetTerms(file.block(format::tables::terms));
  const std::uint32_t alpha = file.dataset().term("alpha")->list;
  REQUIRE(terms->lists() != nullptr);
  const auto& of_words = *terms->lists();
  for (flatbuffers::uoffset_t i = 0; i < of_words.size(); ++i) file.put(of_words.Data() + 4 * i, alpha);
  CHECK(file.use());
  CHECK(file.finds("a list has no word"));
}

TEST_CASE("a crowded hash directory") {
  HostileFile file;
  const format::Terms* const terms = format::GetTerms(file.block(format::tables::terms));
  const auto& slots = *terms->slots();
  const std::uint32_t words = terms->offsets()->size();
  for (flatbuffers::uoffset_t i = 0; i < slots.size(); ++i)
    file.put(slots.Data() + 4 * i, i < words ? words - i : 0u);
  CHECK(file.use());
  CHECK(file.finds("is not found by the hash directory"));
}

TEST_CASE("a bucket that holds everything") {
  HostileFile file;
  const format::Ids* const ids = format::GetIds(file.block(format::tables::ids));
  file.put(table_of(ids)->GetAddressOf(format::Ids::VT_SHIFT), std::uint8_t{63});
  const std::uint32_t entries = ids->entries()->size();
  file.put(ids->starts()->Data(), std::uint32_t{0});
  for (int i = 1; i <= 2; ++i) file.put(ids->starts()->Data() + 4 * i, entries);
  SECTION("in order") {
    CHECK(file.use());
    CHECK(file.finds("an entry is not in its bucket"));
  }
  SECTION("of one hash, that of a long key which nearly all records have") {
    const auto last = file.dataset().at(record_count - 1);
    const std::uint8_t* other = nullptr;
    for (const format::IdEntry* const entry : *ids->entries())
      if (entry->ordinal() == record_count - 2) other = reinterpret_cast<const std::uint8_t*>(entry);
    REQUIRE(other != nullptr);
    std::uint32_t offset = 0;
    std::memcpy(&offset, other + 12, sizeof offset);
    file.put(table_of(ids)->GetAddressOf(format::Ids::VT_BASE), std::uint64_t{0});
    for (const format::IdEntry* const entry : *ids->entries()) {
      const auto* const place = reinterpret_cast<const std::uint8_t*>(entry);
      file.put(place, last.id().value());
      file.put(place + 8, record_count - 2);
      file.put(place + 12, offset);
    }
    CHECK(file.use());
    CHECK(file.refusal().find("share their keys' bytes") != std::string::npos);
  }
}

TEST_CASE("many columns of many rows") {
  HostileFile file;
  const format::Records* const records = format::GetRecords(file.block(format::tables::records));
  // The lines become the columns.
  const auto* const lines = reinterpret_cast<const std::uint8_t*>(records->lines());
  put_same_tables(file, lines, records->lines()->size(), records->columns()->Get(0));
  file.lead(table_of(records), format::Records::VT_COLUMNS, lines);
  CHECK(file.use());
  CHECK(file.finds("out of order"));
}

TEST_CASE("many tables that are one") {
  HostileFile file;
  const format::Meta* const meta = format::GetMeta(file.block(format::tables::meta));
  // The pair's value becomes a vector of so many tables, a table, and a long string.
  constexpr std::uint32_t count = 300000;
  const std::uint8_t* const room = meta->pairs()->Get(0)->value()->Data();  // a multiple of 4
  const std::uint8_t* const table = room + 1300000;
  const std::uint8_t* const text = room + 1400000;
  const std::uint8_t* sums = text + 12;  // a vector of 8-byte numbers
  if ((reinterpret_cast<std::uintptr_t>(sums) + 4) % 8 != 0) sums += 4;
  put_same_tables(file, room, count, table);
  SECTION("checksums") {
    const auto* const like = table_of(meta->tables()->Get(0));
    put_table(file, table, like,
              {{{format::TableSums::VT_NAME, text}, {format::TableSums::VT_CHECKSUMS, sums}}});
    file.put(text, std::uint32_t{7});
    std::uint64_t name = 0;
    std::memcpy(&name, "records", 7);
    file.put(text + 4, name);
    file.put(sums, std::uint32_t{1});
    file.lead(table_of(meta), format::Meta::VT_TABLES, room);
    CHECK(file.use());
    CHECK(file.finds("has its checksums in 'meta' twice"));
  }
  SECTION("checksums of tables with long names") {
    const auto* const like = table_of(meta->tables()->Get(0));
    put_table(file, table, like,
              {{{format::TableSums::VT_NAME, text}, {format::TableSums::VT_CHECKSUMS, sums}}});
    file.put(text, std::uint32_t{500000});
    file.put(sums, std::uint32_t{1});
    file.lead(table_of(meta), format::Meta::VT_TABLES, room);
    CHECK(file.use());
    CHECK(file.finds("has no checksums"));
  }
  SECTION("pairs with long keys") {
    put_table(file, table, table_of(meta->pairs()->Get(0)),
              {{{format::Pair::VT_KEY, text}, {format::Pair::VT_VALUE, text}}});
    file.put(text, std::uint32_t{500000});
    file.lead(table_of(meta), format::Meta::VT_PAIRS, room);
    CHECK(file.use());
    CHECK(file.finds("two pairs have the key"));
  }
  SECTION("sources") {
    put_same_tables(file, room, count, meta->sources()->Get(0));
    file.lead(table_of(meta), format::Meta::VT_SOURCES, room);
    CHECK(file.use());
    CHECK(file.finds("the sources' records do not follow each other"));
  }
  SECTION("fields") {
    put_same_tables(file, room, count, meta->fields()->Get(0));
    file.lead(table_of(meta), format::Meta::VT_FIELDS, room);
    CHECK(file.use());
    CHECK(file.finds("two fields are named"));
  }
}
