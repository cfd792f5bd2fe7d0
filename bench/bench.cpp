// corpack-bench DATASET [SECONDS_PER_ROW]: latency of one thread on a warm file. Rows:
//
//   open                 construct a Dataset
//   key, independent     find(key) of random records, one byte of the text read; the processor overlaps them
//   key, dependent       the same, each waiting for the byte of the one before
//   id, independent      find(Id)
//   id, dependent
//   absent               find(Id) of ids that are not there
//   ordinal              at(ordinal) of random records
//   one word ... phrase  a prepared query's ten best; the words are drawn from random records
//
// A row shows the mean of its fastest round: other programs only ever add to a time.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/corpack.hpp>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int rounds = 5;
constexpr std::size_t max_keys = 100'000;
constexpr std::size_t queries_per_row = 200;

// What is measured must be used, or the compiler leaves it out.
volatile std::uint64_t sink = 0;
// Zero, which the compiler cannot know: it makes one look-up wait for the one before.
volatile std::uint64_t unknown_zero = 0;

double seconds_per_row = 1.0;

double elapsed_ns(Clock::time_point begin) {
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// Repeats pass(), which does `operations` operations, until each round has had its share of the time.
template <typename Pass>
void measure(const char* name, std::size_t operations, Pass pass) {
  double best_ns = 0;
  for (int round = 0; round < rounds; ++round) {
    const Clock::time_point begin = Clock::now();
    std::size_t passes = 0;
    do {
      pass();
      ++passes;
    } while (elapsed_ns(begin) < seconds_per_row * 1e9 / rounds);
    const double ns = elapsed_ns(begin) / static_cast<double>(passes * operations);
    if (round == 0 || ns < best_ns) best_ns = ns;
  }
  std::printf("%-18s %12.1f ns\n", name, best_ns);
}

std::uint64_t first_byte(const corpack::Record& record) {
  return record.text().empty() ? 0 : static_cast<unsigned char>(record.text().front());
}

void measure_lookups(const corpack::Dataset& dataset, std::mt19937_64& random) {
  std::vector<std::uint32_t> ordinals(std::min<std::size_t>(dataset.size(), max_keys));
  std::vector<std::string> keys;
  std::vector<corpack::Id> ids;
  std::vector<corpack::Id> absent;
  for (std::uint32_t& ordinal : ordinals) {
    ordinal = static_cast<std::uint32_t>(random() % dataset.size());
    keys.emplace_back(dataset.at(ordinal).key());
    ids.push_back(dataset.at(ordinal).id());
    absent.emplace_back(random());
  }

  const auto independent = [&](const char* name, const auto& sought) {
    measure(name, sought.size(), [&] {
      std::uint64_t sum = 0;
      for (const auto& one : sought) sum += first_byte(*dataset.find(one));
      sink = sum;
    });
  };
  const auto dependent = [&](const char* name, const auto& sought) {
    measure(name, sought.size(), [&] {
      const std::uint64_t zero = unknown_zero;
      std::uint64_t byte = 0;
      for (std::size_t i = 0; i < sought.size(); ++i)
        byte = first_byte(*dataset.find(sought[i + byte * zero]));
      sink = byte;
    });
  };
  independent("key, independent", keys);
  dependent("key, dependent", keys);
  independent("id, independent", ids);
  dependent("id, dependent", ids);
  measure("absent", absent.size(), [&] {
    std::uint64_t found = 0;
    for (const corpack::Id id : absent) found += dataset.contains(id) ? 1u : 0u;
    sink = found;
  });
  measure("ordinal", ordinals.size(), [&] {
    std::uint64_t sum = 0;
    for (const std::uint32_t ordinal : ordinals) sum += first_byte(dataset.at(ordinal));
    sink = sum;
  });
}

// Two neighbouring words of plain letters from a random record; empty where a record has none.
std::pair<std::string, std::string> two_words(const corpack::Dataset& dataset, std::mt19937_64& random) {
  const std::string_view text = dataset.at(static_cast<std::uint32_t>(random() % dataset.size())).text();
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_letter(text[end])) ++end;
    if (end > begin) words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (words.size() < 2) return {};
  const std::size_t first = random() % (words.size() - 1);
  return {std::string(words[first]), std::string(words[first + 1])};
}

void measure_queries(const corpack::Dataset& dataset, std::mt19937_64& random) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (std::size_t tries = 0; pairs.size() < queries_per_row && tries < 10 * queries_per_row; ++tries) {
    auto pair = two_words(dataset, random);
    if (!pair.first.empty()) pairs.push_back(std::move(pair));
  }
  if (pairs.empty()) return;

  corpack::Searcher searcher{dataset};
  const auto row = [&](const char* name, auto write) {
    std::vector<corpack::Query> queries;
    for (const auto& [first, second] : pairs) queries.push_back(searcher.parse(write(first, second)));
    measure(name, queries.size(), [&] {
      std::uint64_t hits = 0;
      for (const corpack::Query& query : queries) hits += searcher.run(query, {.limit = 10}).hits.size();
      sink = hits;
    });
  };
  using S = const std::string&;
  row("one word", [](S first, S) { return first; });
  row("both of two", [](S first, S second) { return '+' + first + " +" + second; });
  row("either of two", [](S first, S second) { return first + ' ' + second; });
  row("phrase of two", [](S first, S second) { return "+\"" + first + ' ' + second + '"'; });
  row("prefix", [](S first, S) { return first.substr(0, 4) + '*'; });
}

void run(const char* path) {
  const corpack::Dataset dataset{path};
  std::printf("%s: %u records, %llu bytes\n", path, dataset.size(),
              static_cast<unsigned long long>(dataset.file_bytes()));
  measure("open", 1, [&] {
    const corpack::Dataset again{path};
    sink = again.size();
  });
  if (dataset.empty()) return;
  std::mt19937_64 random{1};
  measure_lookups(dataset, random);
  if (dataset.searchable()) measure_queries(dataset, random);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fputs("usage: corpack-bench DATASET [SECONDS_PER_ROW]\n", stderr);
    return 2;
  }
  if (argc == 3) seconds_per_row = std::atof(argv[2]);
  try {
    run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "corpack-bench: %s\n", error.what());
    return 2;
  }
}
