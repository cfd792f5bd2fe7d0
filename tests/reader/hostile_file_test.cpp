// Damaged and hostile files: whatever the bytes are, the reader answers or throws corpack::Error.
//
// CORPACK_MUTATIONS and CORPACK_SEED in the environment make the runs longer or other ones; a failure names
// the mutation's seed. Worth most under the sanitizers.
#include <cstdlib>
#include <random>
#include <set>

#include <catch2/catch.hpp>

#include <corpack/corpack.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using test::Layout;

namespace {

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// Every byte that an answer leads to is read, so that a sanitizer sees it.
struct Reading {
  std::uint64_t sum = 0;
  void operator()(std::string_view text) {
    for (const char c : text) sum += static_cast<unsigned char>(c);
  }
};

template <class Use>
void tolerate(Use&& use) {
  try {
    use();
  } catch (const Error&) {
    // The only exception that bad bytes may cause.
  }
}

void read_records(const Dataset& dataset, Reading& read) {
  for (std::uint32_t ordinal = 0; ordinal < dataset.size(); ++ordinal)
    tolerate([&] {
      const Record record = dataset.at(ordinal);
      read(record.text());
      read(record.key());
      read.sum += record.line();
      read(record.source().name);
      read(record.source().title.value_or(""));
      for (const FieldValue& field : record.fields()) read(field.value);
      read(record.field("title").value_or(""));
      if (const auto found = dataset.find(record.key())) read(found->text());
      for (const Record& same : dataset.find_all(record.id())) read(same.text());
    });
}

void read_words(const Dataset& dataset, Reading& read) {
  for (std::uint32_t number = 0; number < dataset.terms().size(); ++number)
    tolerate([&] {
      const Term term = dataset.terms()[number];
      read(term.word);
      for (const Posting& posting : dataset.postings(term)) read.sum += posting.ordinal + posting.frequency;
    });
  for (const char* prefix : {"", "a", "net", "\xFF\xFF"})
    tolerate([&] {
      for (const Term term : dataset.terms(prefix)) read(term.word);
    });
}

void search(const Dataset& dataset, Reading& read) {
  tolerate([&] {
    Searcher searcher{dataset};
    for (const char* text :
         {"alpha", "+beta -gamma", "\"gamma gamma\"", "alpha beta gamma delta", "n*",
          "\"alpha beta\" OR delta", "(alpha AND gamma) NOT beta", "network", "networ~", "\"alpha gamma\"~3"})
      tolerate([&] {
        const Query query = searcher.parse(text);
        for (const bool exact : {false, true}) {
          const Results results = searcher.run(query, {.limit = 5, .exact_total = exact});
          for (const Hit& hit : results.hits) read(searcher.snippet(hit.record, query).text);
        }
      });
  });
}

// Whether the file opened.
bool use_all(const std::filesystem::path& path) {
  Reading read;
  bool opened = false;
  tolerate([&] {
    const Dataset dataset{path};
    opened = true;
    tolerate([&] {
      read(dataset.info().title().value_or(""));
      for (const Source& source : dataset.info().sources()) read(source.name);
      for (const Pair& pair : dataset.info().pairs()) read(pair.value);
      for (const std::string_view field : dataset.info().fields()) read(field);
      read(dataset.info().analyzer().language);
    });
    read_records(dataset, read);
    read_words(dataset, read);
    search(dataset, read);
    for (const VerifyLevel level : {VerifyLevel::quick, VerifyLevel::checksum, VerifyLevel::full})
      tolerate([&] { read.sum += dataset.verify(level).damage.size(); });
  });
  return opened;
}

class Mutator {
 public:
  Mutator(const Layout& layout, std::uint64_t seed) : layout_(layout), random_(seed) {}

  void mutate(std::string& bytes) {
    const std::size_t changes = 1 + below(3);
    for (std::size_t i = 0; i < changes; ++i) change(bytes);
    if (below(4) != 0) layout_.reseal(bytes);
  }

 private:
  static constexpr std::size_t page_bytes = 4096;

  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>{0, end - 1}(random_);
  }

  // Half of the places lie in a block of any table, near its beginning or anywhere; the others anywhere.
  std::size_t place(const std::string& bytes, std::size_t size) {
    std::size_t at = below(bytes.size());
    if (below(4) == 0)
      at = below(bytes.size() / page_bytes + 1) * page_bytes + below(64);  // B-tree pages' heads
    if (below(2) == 0) {
      const Layout::Part& part = layout_.parts()[below(layout_.parts().size())];
      at = part.offset + below(below(2) == 0 ? std::min<std::size_t>(part.size, 128) : part.size);
    }
    return at + size <= bytes.size() ? at : bytes.size() - size;
  }

  template <class T>
  void patch(std::string& bytes) {
    static constexpr std::uint64_t values[] = {0,
                                               1,
                                               2,
                                               127,
                                               128,
                                               255,
                                               0x7FFF,
                                               0xFFFF,
                                               0x7FFFFFFF,
                                               0x80000000,
                                               0xFFFFFFFF,
                                               0x7FFFFFFFFFFFFFFF,
                                               0xFFFFFFFFFFFFFFFF};
    const T value = static_cast<T>(below(4) == 0 ? random_() : values[below(std::size(values))]);
    std::size_t at = place(bytes, sizeof value);
    if (below(4) != 0) at -= at % sizeof value;
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }

  void change(std::string& bytes) {
    if (bytes.size() < 16) return;
    switch (below(9)) {
      case 0:
      case 1:
        bytes[place(bytes, 1)] ^= static_cast<char>(1u << below(8));
        break;
      case 2:
        bytes[place(bytes, 1)] = static_cast<char>(below(256));
        break;
      case 3:
        if (below(8) == 0) bytes.resize(below(bytes.size()));
        break;
      case 4: {
        const std::size_t size = std::min<std::size_t>(1 + below(64), bytes.size());
        const std::string piece = bytes.substr(place(bytes, size), size);
        bytes.replace(place(bytes, size), size, piece);
        break;
      }
      case 5: {
        if (bytes.size() < 2 * page_bytes) break;
        const std::size_t a = below(bytes.size() / page_bytes) * page_bytes;
        const std::size_t b = below(bytes.size() / page_bytes) * page_bytes;
        std::swap_ranges(bytes.begin() + static_cast<std::ptrdiff_t>(a),
                         bytes.begin() + static_cast<std::ptrdiff_t>(a + page_bytes),
                         bytes.begin() + static_cast<std::ptrdiff_t>(b));
        break;
      }
      case 6:
        patch<std::uint16_t>(bytes);
        break;
      case 7:
        patch<std::uint32_t>(bytes);
        break;
      default:
        patch<std::uint64_t>(bytes);
    }
  }

  const Layout& layout_;
  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("mutated files never break the reader") {
  const std::string good = test::read_file(test::frozen_path());
  const Layout layout{Dataset{test::frozen_path()}};
  const test::TemporaryFolder folder;
  const std::uint64_t first = number_from("CORPACK_SEED", 1);
  const std::uint64_t count = number_from("CORPACK_MUTATIONS", 1000);
  std::uint64_t opened = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    std::string bytes = good;
    Mutator{layout, seed}.mutate(bytes);
    test::write_file(folder / "mutated", bytes);
    INFO("seed " << seed);
    opened += use_all(folder / "mutated");
  }
  // Mutations that all fail at the door would prove little.
  CHECK(opened > count / 3);
  CHECK(opened < count);
}

// A flipped bit is found by the checksum or keeps the file from opening. CORPACK_EVERY_BIT=1 takes all of
// them.
TEST_CASE("every flipped bit is found") {
  const std::string good = test::read_file(test::frozen_path());
  const test::TemporaryFolder folder;
  const std::size_t step = number_from("CORPACK_EVERY_BIT", 0) != 0 ? 1 : 797;
  std::size_t missed = 0;
  for (std::size_t bit = 0; bit < good.size() * 8; bit += step) {
    std::string bytes = good;
    bytes[bit / 8] ^= static_cast<char>(1u << (bit % 8));
    test::write_file(folder / "flipped", bytes);
    bool found = true;
    try {
      found = !Dataset{folder / "flipped"}.verify(VerifyLevel::checksum).good();
    } catch (const Error&) {
      // Refused by open.
    }
    if (!found) {
      UNSCOPED_INFO("bit " << bit << " is missed");
      ++missed;
    }
  }
  CHECK(missed == 0);
}

TEST_CASE("cut files are refused") {
  const std::string good = test::read_file(test::frozen_path());
  const test::TemporaryFolder folder;
  for (const std::size_t size :
       {good.size() - 1, good.size() - 4096, good.size() / 2, std::size_t{8192}, std::size_t{4096},
        std::size_t{1000}, std::size_t{16}, std::size_t{1}, std::size_t{0}}) {
    test::write_file(folder / "cut", std::string_view{good}.substr(0, size));
    CHECK_THROWS_AS(Dataset{folder / "cut"}, FormatError);
  }
}
