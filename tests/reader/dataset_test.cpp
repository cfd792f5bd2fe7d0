// Look-ups in the frozen dataset. What is right follows from its dumps, tests/data/v1 (README.md there).
#include <string>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "reader/frozen_dataset.hpp"
#include "reader/use_meter.hpp"

using namespace corpack;
using test::frozen_path;

namespace {

constexpr std::uint32_t words_records = 5;
constexpr std::uint32_t papers = 200;

std::string paper_key(std::uint32_t i) {
  std::string digits = std::to_string(i);
  return "paper-" + std::string(3 - digits.size(), '0') + digits;
}

std::string paper_text(std::uint32_t i) {
  std::string text = "alpha";
  if (i % 2 == 0) text += " beta";
  for (std::uint32_t k = 0; k < i % 5; ++k) text += " gamma";
  for (std::uint32_t k = 0; i == 77 && k < 70; ++k) text += " delta";
  return text;
}

std::vector<Posting> postings_of(const Dataset& dataset, std::string_view word) {
  std::vector<Posting> postings;
  const auto term = dataset.term(word);
  REQUIRE(term.has_value());
  for (const Posting& posting : dataset.postings(*term)) postings.push_back(posting);
  return postings;
}

}  // namespace

TEST_CASE("the frozen dataset has its records") {
  const Dataset dataset{frozen_path()};
  REQUIRE(dataset.size() == words_records + papers);
  const std::string_view texts[] = {"Mirror symmetries of neural networks.",
                                    "Nyström and Erdős networks,\non two lines.", "铁路12306",
                                    "$\\alpha$ decay, C++ and C#.", "Networking networks."};
  const std::uint32_t lines[] = {3, 5, 8, 10, 12};
  for (std::uint32_t i = 0; i < words_records; ++i) {
    const Record record = dataset.at(i);
    CHECK(record.text() == texts[i]);
    CHECK(record.key() == texts[i]);
    CHECK_FALSE(record.has_own_key());
    CHECK(record.line() == lines[i]);
    CHECK(record.source().name == "words.txt");
    CHECK(record.fields().empty());
    REQUIRE(dataset.find(texts[i]).has_value());
    CHECK(dataset.find(texts[i])->ordinal() == i);
  }
  for (std::uint32_t i = 0; i < papers; ++i) {
    const auto record = dataset.find(paper_key(i));
    REQUIRE(record.has_value());
    CHECK(record->ordinal() == words_records + i);
    CHECK(record->text() == paper_text(i));
    CHECK(record->key() == paper_key(i));
    CHECK(record->has_own_key());
    CHECK(record->line() == i + 1);
    CHECK(record->source().name == "papers.jsonl");
    REQUIRE(record->field("title").has_value() == (i % 3 == 0));
    if (i % 3 == 0) CHECK(*record->field("title") == "Title of " + std::to_string(i));
    REQUIRE(record->field("venue").has_value() == (i == 5));
    if (i == 5) CHECK(record->field("venue")->empty());
  }
}

// As xxhsum -H3 prints them.
constexpr std::string_view id_of_paper_000 = "a77c0b5a6d763bf3";
constexpr std::string_view id_of_cjk = "5fadab41916315e3";

TEST_CASE("ids lead to their records, and no others do") {
  const Dataset dataset{frozen_path()};
  const auto found = dataset.find(Id::parse(id_of_paper_000).value());
  REQUIRE(found.has_value());
  CHECK(found->key() == "paper-000");
  CHECK(found->id().to_string() == id_of_paper_000);
  CHECK(dataset.contains(Id::parse(id_of_cjk).value()));
  CHECK(dataset.find(Id::parse(id_of_cjk).value())->text() == "铁路12306");
  for (std::uint64_t hash = 0; hash < 64; ++hash) {
    CHECK_FALSE(dataset.find(Id{hash << 58}));
    CHECK_FALSE(dataset.find(Id{(hash << 58) - 1}));
  }
  CHECK_FALSE(dataset.contains("paper-0000"));
  CHECK_FALSE(dataset.contains(""));
  CHECK_THROWS_AS(dataset.at(dataset.size()), std::out_of_range);
}

TEST_CASE("the frozen dataset has its words and postings") {
  const Dataset dataset{frozen_path()};
  // Record 3 holds α as a LaTeX command, which is the letter and not the word.
  std::vector<Posting> alpha;
  std::vector<Posting> beta;
  std::vector<Posting> gamma;
  for (std::uint32_t i = 0; i < papers; ++i) {
    alpha.push_back({words_records + i, 1});
    if (i % 2 == 0) beta.push_back({words_records + i, 1});
    if (i % 5 != 0) gamma.push_back({words_records + i, i % 5});
  }
  CHECK(postings_of(dataset, "beta") == beta);
  CHECK(postings_of(dataset, "gamma") == gamma);
  CHECK(postings_of(dataset, "delta") == std::vector<Posting>{{words_records + 77, 70}});
  std::vector<Posting> found = postings_of(dataset, "alpha");
  std::erase_if(found, [](const Posting& posting) { return posting.ordinal < words_records; });
  CHECK(found == alpha);

  REQUIRE(dataset.has_positions());
  const Term term = dataset.term("gamma").value();
  const PositionList positions = dataset.positions(term.list, static_cast<std::uint32_t>(gamma.size()));
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < 128; ++i) total += gamma[i].frequency;
  std::uint64_t skip = 0;
  PositionBlock block;
  block.open(positions, 0, total);
  for (std::size_t i = 0; i < 128; ++i) {
    const bool even = (gamma[i].ordinal - words_records) % 2 == 0;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t k = 0; k < gamma[i].frequency; ++k) expected.push_back((even ? 2u : 1u) + k);
    std::vector<std::uint32_t> read;
    PositionRange{block, skip, skip + gamma[i].frequency}.copy_to(read);
    CHECK(read == expected);
    skip += gamma[i].frequency;
  }

  // network, networks and networking are words of one stem.
  const auto networks = dataset.term("networks");
  const auto networking = dataset.term("networking");
  REQUIRE((networks.has_value() && networking.has_value()));
  CHECK(networks->list == networking->list);
  CHECK(postings_of(dataset, "networks") == std::vector<Posting>{{0, 1}, {1, 1}, {4, 2}});
  CHECK(dataset.terms("network").size() == 2);
  CHECK_FALSE(dataset.term("network"));
}

TEST_CASE("the frozen dataset says what it is") {
  const Dataset dataset{frozen_path()};
  const Info& info = dataset.info();
  CHECK(info.format_major() == 1);
  CHECK(info.title() == "Frozen words");
  REQUIRE(info.sources().size() == 2);
  CHECK(info.sources()[0].title == "Frozen words");
  CHECK(info.sources()[0].records == words_records);
  CHECK_FALSE(info.sources()[1].title.has_value());
  CHECK(info.sources()[1].first_ordinal == words_records);
  CHECK(info.sources()[1].records == papers);
  REQUIRE(info.pairs().size() == 1);
  CHECK(info.pairs()[0].key == "licence");
  CHECK(info.pairs()[0].value == "CC0");
  CHECK(info.field(0) == "text");
  CHECK(info.analyzer().language == "english");
  const std::string bytes = test::read_file(frozen_path());
  CHECK(info.file_bytes() == bytes.size());
}

TEST_CASE("find allocates nothing, hit or miss") {
  const Dataset dataset{frozen_path()};
  const std::string key = paper_key(150);
  const Id id = Id::of(key);
  const std::string text{dataset.at(1).text()};
  std::uint64_t found = 0;
  const test::UseMeter meter;
  for (int i = 0; i < 100; ++i) {
    found += dataset.find(key).has_value();
    found += dataset.find(id).has_value();
    found += dataset.find(text).has_value();
    found += dataset.contains(id);
    found += dataset.find("a key that is not there, and longer than a short string").has_value();
    found += dataset.find(Id{1}).has_value();
    found += dataset.find(key)->text() == "alpha beta";
  }
  const std::uint64_t allocations = meter.allocations();
  CHECK(allocations == 0);
  CHECK(found == 500);
}

TEST_CASE("find_many gives what find gives, and allocates nothing") {
  const Dataset dataset{frozen_path()};
  std::vector<std::string> keys;
  for (std::uint32_t i = 0; i < 300; ++i)
    keys.push_back(i % 3 == 2 ? "absent " + std::to_string(i) : paper_key(i % 200));
  keys.emplace_back(dataset.at(1).text());
  const std::vector<std::string_view> views{keys.begin(), keys.end()};
  std::vector<Id> ids;
  for (const std::string_view key : views) ids.push_back(Id::of(key));
  for (const std::size_t count : {0u, 1u, 31u, 32u, 33u, 64u, 301u}) {
    std::vector<std::optional<Record>> by_id(count);
    std::vector<std::optional<Record>> by_key(count);
    const test::UseMeter meter;
    dataset.find_many(std::span{ids}.first(count), by_id);
    dataset.find_many(std::span{views}.first(count), by_key);
    const std::uint64_t allocations = meter.allocations();
    CHECK(allocations == 0);
    for (std::size_t i = 0; i < count; ++i) {
      const bool there = i % 3 != 2 || i == 300;
      REQUIRE(by_id[i].has_value() == there);
      REQUIRE(by_key[i].has_value() == there);
      if (!there) continue;
      CHECK(by_id[i]->key() == keys[i]);
      CHECK(by_key[i]->text().data() == dataset.find(keys[i])->text().data());
    }
  }
  std::vector<std::optional<Record>> places(2);
  CHECK_THROWS_AS(dataset.find_many(std::span{ids}.first(3), places), std::invalid_argument);
}

TEST_CASE("the frozen dataset is searched") {
  const Dataset dataset{frozen_path()};
  Searcher searcher{dataset};
  CHECK_FALSE(searcher.warning().has_value());
  CHECK(searcher.search("delta").hits.at(0).record.key() == "paper-077");
  CHECK(searcher.search("erdos").hits.at(0).record.ordinal() == 1);
  CHECK(searcher.search("\"gamma delta\"", {.exact_total = true}).total == 1);
  CHECK(searcher.search("alpha +beta -gamma", {.exact_total = true}).total == 20);  // multiples of 10
}
