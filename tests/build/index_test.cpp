// The compiler's tables in memory: ids, strings, byte streams, and the gatherer with any memory.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "index/byte_streams.hpp"
#include "index/gatherer.hpp"
#include "index/id_table.hpp"
#include "index/string_table.hpp"
#include "index/varint.hpp"
#include "temporary_folder.hpp"

using namespace corpack;

namespace {

struct Gathered {
  std::vector<std::string> words;
  std::map<std::uint32_t, std::vector<std::uint32_t>> positions;  // by ordinal
  bool operator==(const Gathered&) const = default;
};

// What gatherer.hpp and inverter.hpp say of a list's bytes, read again.
Gathered read(const GatheredList& list) {
  Gathered gathered{list.words, {}};
  for (const std::string& part : list.parts) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(part.data());
    const auto* const end = from + part.size();
    std::uint32_t ordinal = 0;
    while (from != end) {
      ordinal += read_varint(from);
      for (std::uint32_t left = read_varint(from); left > 0; --left) {
        const std::uint32_t head = read_varint(from);
        ordinal += head >> 1;
        const std::uint32_t frequency = (head & 1u) != 0 ? 1 : read_varint(from);
        std::vector<std::uint32_t>& positions = gathered.positions[ordinal];
        std::uint32_t position = 0;
        for (std::uint32_t i = 0; i < frequency; ++i) {
          position = i == 0 ? read_varint(from) : position + 1 + read_varint(from);
          positions.push_back(position);
        }
      }
    }
  }
  return gathered;
}

// Its parts, also where it comes in pieces.
void fetch_parts(Gatherer& gatherer, GatheredList& list) {
  if (!list.is_large) return;
  while (const auto piece = gatherer.next_piece()) {
    if (piece->begins_part) list.parts.emplace_back();
    list.parts.back() += piece->bytes;
  }
}

}  // namespace

TEST_CASE("IdTable gives all entries in order, and finds those of one hash") {
  std::mt19937_64 random{1};
  IdTable table;
  std::multimap<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t ordinal = 0; ordinal < 20000; ++ordinal) {
    const std::uint64_t hash = ordinal % 3 == 0   ? random() % 50
                               : ordinal % 3 == 1 ? random()
                                                  : random() << 56;
    table.add(hash, ordinal);
    expected.emplace(hash, ordinal);
  }
  for (const auto& [hash, ordinal] : expected) table.set_offset(hash, ordinal, ordinal * 2 + 1);
  for (const std::uint64_t hash : {std::uint64_t{0}, std::uint64_t{7}, expected.rbegin()->first}) {
    std::set<std::uint32_t> found;
    CHECK_FALSE(table.any(hash, [&](std::uint32_t ordinal) { return found.insert(ordinal), false; }));
    CHECK(found.size() == expected.count(hash));
    CHECK(table.any(hash, [](std::uint32_t) { return true; }));
  }
  CHECK_FALSE(table.any(51, [](std::uint32_t) { return true; }));
  auto next = expected.begin();
  bool right = true;
  table.drain([&](const format::IdEntry& entry) {
    right = right && entry.hash() == next->first && entry.ordinal() == next->second &&
            entry.offset() == next->second * 2 + 1;
    ++next;
  });
  CHECK(right);
  CHECK(next == expected.end());
}

TEST_CASE("StringTable numbers distinct strings in the order they came") {
  StringTable table;
  std::map<std::string, std::uint32_t> expected;
  std::mt19937_64 random{2};
  for (int i = 0; i < 50000; ++i) {
    std::string text = std::to_string(random() % 9000);
    if (random() % 5 == 0) text.append(random() % 3, '\0');
    const auto [place, added] = expected.emplace(text, static_cast<std::uint32_t>(expected.size()));
    if (table.add(text) != place->second) FAIL(text);
  }
  CHECK(table.size() == expected.size());
  for (const auto& [text, number] : expected) CHECK(table[number] == text);
  // The hash decides nothing but where it is looked for.
  CHECK(table.add("one") != table.add("two"));
}

TEST_CASE("byte streams give back what was appended, through all chunk sizes") {
  ByteStreams streams;
  std::vector<ByteStreams::Stream> handles(40);
  std::vector<std::string> expected(handles.size());
  std::mt19937_64 random{3};
  for (int i = 0; i < 60000; ++i) {
    const std::size_t number = random() % (random() % 2 == 0 ? 2 : handles.size());
    const std::string bytes(random() % (random() % 100 == 0 ? 9000 : 20), static_cast<char>(random()));
    streams.append(handles[number], bytes);
    expected[number] += bytes;
  }
  for (std::size_t i = 0; i < handles.size(); ++i) {
    REQUIRE(streams.size_bytes(handles[i]) == expected[i].size());
    std::string copied(expected[i].size(), '\0');
    ByteStreams::Reader reader{streams, handles[i]};
    std::size_t read = 0;
    for (std::size_t taken = 1; read < copied.size(); taken = taken * 3 % 1009) {
      taken = std::min(taken, copied.size() - read);
      reader.read(copied.data() + read, taken);
      read += taken;
    }
    CHECK((copied == expected[i]));
  }
}

TEST_CASE("varints hold every 32-bit number") {
  for (const std::uint32_t value :
       {0u, 1u, 127u, 128u, 16383u, 16384u, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu}) {
    std::string bytes;
    append_varint(bytes, value);
    const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
    CHECK(read_varint(from) == value);
    CHECK(from == reinterpret_cast<const std::uint8_t*>(bytes.data()) + bytes.size());
  }
}

// Records of words "n<k>" and their plurals, which share a stem; what is right is kept on the side.
TEST_CASE("the gatherer gives the same lists from many runs as from none") {
  const test::TemporaryFolder folder;
  struct Limits {
    std::size_t memory_bytes;
    std::size_t list_bytes;
    std::size_t least_runs;
  };
  constexpr std::size_t much = std::size_t{1} << 30;
  // 300 batches, each a run, are merged twice before the end.
  for (const Limits limits :
       {Limits{much, much, 0}, Limits{1, much, 299}, Limits{1, 100, 299}, Limits{much, 0, 0}}) {
    std::mt19937_64 random{4};
    Inverter inverter{"english", true};
    Gatherer gatherer{limits.memory_bytes, folder.path()};
    std::map<std::string, Gathered> expected;
    std::map<std::string, std::set<std::string>> words;
    std::uint32_t ordinal = 0;
    for (int batch = 0; batch < 300; ++batch) {
      std::vector<std::string> texts;
      const std::uint32_t first = ordinal;
      for (std::size_t i = 1 + random() % 20; i-- > 0; ++ordinal) {
        std::string text;
        for (std::uint32_t position = 0; position < random() % 40; ++position) {
          std::string stem = "qo";
          for (std::uint64_t k = random() % (random() % 3 == 0 ? 3000 : 20) + 1; k > 0; k /= 8)
            stem += "bdfgkmpt"[k % 8];
          const std::string word = stem + (random() % 2 == 0 ? "s" : "");
          text += word + ' ';
          expected[stem].positions[ordinal].push_back(position);
          words[stem].insert(word);
        }
        texts.push_back(text);
      }
      BatchIndex index;
      inverter.invert({texts.begin(), texts.end()}, first, index);
      gatherer.add(index);
    }
    gatherer.finish(limits.memory_bytes, limits.list_bytes);
    CHECK(gatherer.runs() >= limits.least_runs);
    auto next = expected.begin();
    GatheredList list;
    for (; gatherer.next(list); ++next) {
      REQUIRE(next != expected.end());
      REQUIRE(list.term == next->first);
      fetch_parts(gatherer, list);
      next->second.words.assign(words[list.term].begin(), words[list.term].end());
      CHECK((read(list) == next->second));
    }
    CHECK(next == expected.end());
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("texts inverted in pieces give the lists and lengths that they give whole") {
  std::mt19937_64 random{5};
  std::vector<std::string> texts{"", "one"};
  for (const int words : {3000, 0, 700, 5}) {
    std::string text;
    for (int i = 0; i < words; ++i)
      text += "w" + std::to_string(random() % 90) + (i % 50 == 0 ? "\xff " : " ");
    // Longer than what words are kept in while they are fetched.
    texts.push_back(text + std::string(100, 'x'));
  }
  const test::TemporaryFolder folder;
  const auto lists_of = [](Gatherer& gatherer) {
    std::map<std::string, Gathered> lists;
    gatherer.finish(std::size_t{1} << 30, std::size_t{1} << 30);
    for (GatheredList list; gatherer.next(list);) lists[list.term] = read(list);
    return lists;
  };
  BatchIndex whole;
  Inverter{"english", true}.invert({texts.begin(), texts.end()}, 7, whole);
  Gatherer gatherer{std::size_t{1} << 30, folder.path()};
  gatherer.add(whole);
  const auto expected = lists_of(gatherer);
  CHECK(expected.at("w5").positions.size() == 2);

  Gatherer of_pieces{std::size_t{1} << 30, folder.path()};
  std::size_t pieces = 0;
  BatchIndex sum;
  Inverter{"english", true, 1}.invert_in_pieces(
      {texts.begin(), texts.end()}, 7, {}, 200, [&](const BatchIndex& piece) {
        of_pieces.add(piece);
        ++pieces;
        sum.tokens += piece.tokens;
        sum.records_with_tokens += piece.records_with_tokens;
        sum.length_codes.insert(sum.length_codes.end(), piece.length_codes.begin(), piece.length_codes.end());
        sum.troubles.insert(sum.troubles.end(), piece.troubles.begin(), piece.troubles.end());
      });
  CHECK(pieces > 10);
  CHECK((lists_of(of_pieces) == expected));
  CHECK(sum.length_codes == whole.length_codes);
  CHECK(sum.tokens == whole.tokens);
  CHECK(sum.records_with_tokens == 5);
  REQUIRE(sum.troubles.size() == 3);
  CHECK(sum.troubles[0].record == 2);
  CHECK(sum.troubles[0].invalid_bytes == 60);
  CHECK(sum.troubles[1].record == 4);
  CHECK(sum.troubles[2].record == 5);
}
