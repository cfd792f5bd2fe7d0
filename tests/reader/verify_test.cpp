// verify(full) finds damage that the checksums were made to agree with.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/verify.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using test::frozen_path;
using test::Layout;

namespace {

const flatbuffers::Table* table_of(const void* generated) {
  return static_cast<const flatbuffers::Table*>(generated);
}

class Forgery {
 public:
  Forgery() : dataset_(frozen_path()), layout_(dataset_), bytes_(test::read_file(frozen_path())) {}

  const std::uint8_t* block(const char* table) const { return dataset_.blocks(table).front().data; }

  // Writes to the place that `at` has in the good file.
  template <class T>
  void put(const void* at, T value) {
    std::memcpy(bytes_.data() + offset_of(at), &value, sizeof value);
  }
  void flip(const void* at, unsigned bit) { bytes_[offset_of(at)] ^= static_cast<char>(1u << bit); }

  // What is found, "refused: " before it where the file doesn't even open. The file is good again afterwards.
  std::vector<std::string> findings(VerifyLevel level = VerifyLevel::full) {
    layout_.reseal(bytes_);
    test::write_file(folder_ / "forged", bytes_);
    bytes_ = test::read_file(frozen_path());
    std::vector<std::string> found;
    try {
      for (const Damage& damage : Dataset{folder_ / "forged"}.verify(level).damage)
        found.push_back(damage.what);
    } catch (const Error& error) {
      found.push_back(std::string{"refused: "} + error.what());
    }
    return found;
  }

  // Whether a finding has this in it.
  bool finds(std::string_view what) {
    const std::vector<std::string> found = findings();
    for (const std::string& each : found)
      if (each.find(what) != std::string::npos) return true;
    for (const std::string& each : found) UNSCOPED_INFO(each);
    return false;
  }

  const Dataset& dataset() const { return dataset_; }
  std::string& bytes() { return bytes_; }

 private:
  std::size_t offset_of(const void* at) const {
    return static_cast<std::size_t>(static_cast<const char*>(at) - dataset_.bytes().data());
  }

  Dataset dataset_;
  Layout layout_;
  std::string bytes_;
  test::TemporaryFolder folder_;
};

// How many of the bits in a range are found when flipped.
double share_found(Forgery& forgery, const std::uint8_t* begin, std::size_t size, std::size_t step = 1) {
  std::size_t found = 0;
  std::size_t tried = 0;
  for (std::size_t bit = 0; bit < size * 8; bit += step, ++tried) {
    forgery.flip(begin + bit / 8, bit % 8);
    found += !forgery.findings().empty();
  }
  return static_cast<double>(found) / static_cast<double>(tried);
}

}  // namespace

TEST_CASE("a good file has no damage, at any level") {
  const Dataset dataset{frozen_path()};
  for (const VerifyLevel level : {VerifyLevel::quick, VerifyLevel::checksum, VerifyLevel::full}) {
    const Verification verification = dataset.verify(level);
    CHECK(verification.damage.empty());
    CHECK(verification.notes.empty());
  }
  Forgery forgery;
  CHECK(forgery.findings().empty());  // resealing alone changes nothing
}

// Where the bytes of a list of the first block begin; none before it is a long one.
const std::uint8_t* bytes_of_list(const format::Lists& lists, std::uint32_t number) {
  std::size_t begin = 0;
  for (std::uint32_t list = 0; list < number; ++list) {
    REQUIRE(lists.sizes()->Get(list) != format::long_list_size);
    begin += lists.sizes()->Get(list);
  }
  return lists.data()->data() + begin;
}

TEST_CASE("records, ids and sources") {
  Forgery forgery;
  const format::Ids* const ids = format::GetIds(forgery.block(format::tables::ids));
  const format::IdEntry* const entry = ids->entries()->Get(3);
  forgery.put(entry, entry->hash() + 1);
  CHECK(forgery.finds("is not that of its key"));
  forgery.put(reinterpret_cast<const std::uint8_t*>(entry) + 8, ids->entries()->Get(4)->ordinal());
  CHECK(forgery.finds("stands in it twice"));
  forgery.put(reinterpret_cast<const std::uint8_t*>(entry) + 8, std::uint32_t{205});
  CHECK(forgery.finds("a record that is not there"));
  forgery.put(reinterpret_cast<const std::uint8_t*>(entry) + 12, ids->entries()->Get(4)->offset());
  CHECK(forgery.finds("does not lead to its text"));
  forgery.put(ids->starts()->data() + 1, ids->starts()->Get(1) + 1);
  CHECK(forgery.finds("is not in its bucket"));

  const format::Records* const records = format::GetRecords(forgery.block(format::tables::records));
  forgery.put(records->texts()->Get(2)->data(), 'X');
  CHECK(forgery.finds("is not that of its key"));
  forgery.put(records->columns()->Get(0)->rows()->data(), std::uint32_t{9999});
  CHECK(forgery.finds("rows are wrong"));

  const format::Meta* const meta = format::GetMeta(forgery.block(format::tables::meta));
  forgery.put(table_of(meta->sources()->Get(0))->GetAddressOf(format::Source::VT_RECORDS), std::uint32_t{4});
  CHECK(forgery.finds("do not follow each other"));
  forgery.put(table_of(meta)->GetAddressOf(format::Meta::VT_TEXT_BYTES), std::uint64_t{1});
  CHECK(forgery.finds("'meta' says 1"));
}

// Each record's text, or key, is the longest one: a file of such could keep whoever reads them all busy for
// ever.
TEST_CASE("texts that overlap") {
  Forgery forgery;
  const format::Records* const records = format::GetRecords(forgery.block(format::tables::records));
  const auto all_lead_to = [&](const auto& strings, const std::uint8_t* target) {
    for (std::uint32_t i = 0; i < strings.size(); ++i) {
      const std::uint8_t* const slot = strings.Data() + 4 * i;
      forgery.put(slot, static_cast<std::uint32_t>(target - slot));
    }
  };
  const auto& texts = *records->texts();
  all_lead_to(texts, reinterpret_cast<const std::uint8_t*>(texts.Get(5 + 77)));
  CHECK(forgery.finds("its texts or columns overlap"));
  all_lead_to(*records->keys()->values(), reinterpret_cast<const std::uint8_t*>(texts.Get(5 + 77)));
  CHECK(forgery.finds("its texts or columns overlap"));
}

TEST_CASE("words and lists") {
  Forgery forgery;
  const format::Meta* const meta = format::GetMeta(forgery.block(format::tables::meta));
  const flatbuffers::Table* const index = table_of(meta->indexes()->Get(0));
  for (const auto& [field, name] : {std::pair{format::Index::VT_WORDS, "words"},
                                    {format::Index::VT_LISTS, "posting lists"},
                                    {format::Index::VT_POSTINGS, "postings"},
                                    {format::Index::VT_RECORDS, "records with words"},
                                    {format::Index::VT_TOKENS, "tokens"}}) {
    forgery.put(index->GetAddressOf(static_cast<flatbuffers::voffset_t>(field)), std::uint64_t{7});
    CHECK(
        forgery.finds(std::string{name} +
                      (field == format::Index::VT_TOKENS ? ", 'meta' says 7" : " are there, 'meta' says 7")));
  }
  const format::Terms* const terms = format::GetTerms(forgery.block(format::tables::terms));
  forgery.put(terms->text()->data(), std::uint8_t{'~'});
  CHECK(forgery.finds("is not greater than the one before"));
  forgery.put(terms->text()->data(), std::uint8_t{0xFF});
  CHECK(forgery.finds("is no UTF-8"));
  const format::Lengths* const lengths = format::GetLengths(forgery.block(format::tables::lengths));
  forgery.put(lengths->lengths()->data() + 3, std::uint8_t{200});
  CHECK(forgery.finds("length of record 3 is wrong"));

  // A posting count far beyond the bytes.
  const Term gamma = forgery.dataset().term("gamma").value();
  const format::Lists* const postings = format::GetLists(forgery.block(format::tables::postings));
  const std::uint8_t* const list = bytes_of_list(*postings, gamma.list);
  forgery.put(list, std::uint32_t{0xFFFFFFFF});
  CHECK(forgery.finds("a posting list"));

  // The bounds of the first block, which begin 10 bytes into its head: varints 160 (2 bytes) and 240 (2), the
  // list's bounds (6) and floors (6).
  REQUIRE(forgery.dataset().postings(gamma).count() == 160);
  forgery.put(list + 2 + 2 + 6 + 6 + 10, std::array<std::uint8_t, 6>{});
  CHECK(forgery.finds("bounds are too low"));
  // No 10 papers hold gamma 5 times: i mod 5 is 4 at most.
  forgery.put(list + 2 + 2 + 6, std::uint8_t{5});
  CHECK(forgery.finds("floors are too high"));

  // alpha is in 200 of 205 records and has a bitmap; record 0 does not hold it.
  const format::Bitmaps* const bitmaps = format::GetBitmaps(forgery.block(format::tables::bitmaps));
  forgery.put(bitmaps->bits()->Data(), std::uint8_t{1});
  CHECK(forgery.finds("its bitmap holds other records"));
  forgery.put(bitmaps->lists()->Data(), bitmaps->lists()->Get(0) + 1);
  CHECK(forgery.finds("its lists are not those of the most frequent terms"));
}

TEST_CASE("a table that is gone is missed") {
  Forgery forgery;
  std::string& bytes = forgery.bytes();
  const std::size_t name = bytes.rfind("postings");  // as a key of the tree of tables; `meta` names it too
  REQUIRE(name != std::string::npos);
  for (std::size_t at = bytes.find("postings"); at != std::string::npos; at = bytes.find("postings", at + 1))
    bytes[at + 7] = 'z';
  CHECK_FALSE(forgery.findings().empty());
}

// What is left are bits that say nothing (padding within bytes) and bounds that may be looser than need be.
TEST_CASE("flipped bits that the checksums agree with are found by what they break") {
  Forgery forgery;
  const format::Ids* const ids = format::GetIds(forgery.block(format::tables::ids));
  CHECK(share_found(forgery, reinterpret_cast<const std::uint8_t*>(ids->entries()->Get(0)),
                    16 * ids->entries()->size(), 37) == 1.0);
  CHECK(share_found(forgery, ids->starts()->Data(), 4 * ids->starts()->size(), 7) == 1.0);
  const format::Lengths* const lengths = format::GetLengths(forgery.block(format::tables::lengths));
  CHECK(share_found(forgery, lengths->lengths()->data(), lengths->lengths()->size(), 7) == 1.0);
  const format::Terms* const terms = format::GetTerms(forgery.block(format::tables::terms));
  CHECK(share_found(forgery, terms->text()->data(), terms->text()->size(), 3) == 1.0);
  CHECK(share_found(forgery, terms->starts()->Data(), 4 * terms->starts()->size(), 3) == 1.0);
  CHECK(share_found(forgery, terms->offsets()->Data(), 2 * terms->offsets()->size(), 3) == 1.0);
  CHECK(share_found(forgery, terms->slots()->Data(), 4 * terms->slots()->size(), 3) == 1.0);
  CHECK(share_found(forgery, terms->lists()->Data(), 4 * terms->lists()->size(), 3) == 1.0);
  const format::Lists* const postings = format::GetLists(forgery.block(format::tables::postings));
  CHECK(share_found(forgery, postings->data()->data(), postings->data()->size(), 3) > 0.85);
  CHECK(share_found(forgery, postings->starts()->Data(), 4 * postings->starts()->size(), 3) == 1.0);
  CHECK(share_found(forgery, postings->sizes()->data(), postings->sizes()->size(), 3) == 1.0);
  const format::Bitmaps* const bitmaps = format::GetBitmaps(forgery.block(format::tables::bitmaps));
  CHECK(share_found(forgery, bitmaps->lists()->Data(), 4 * bitmaps->lists()->size(), 3) == 1.0);
  CHECK(share_found(forgery, bitmaps->bits()->Data(), 8 * bitmaps->bits()->size(), 3) == 1.0);
  const format::Lists* const positions = format::GetLists(forgery.block(format::tables::positions));
  CHECK(share_found(forgery, positions->data()->data(), positions->data()->size(), 3) > 0.98);
}
