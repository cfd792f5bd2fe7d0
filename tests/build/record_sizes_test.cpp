// Records of no bytes and of 100 MB, and very many that hold one word.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>
#include <corpack/verify.hpp>

#include "build/compiled.hpp"
#include "reader/use_meter.hpp"

using namespace corpack;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t large_bytes = 5000000;
#else
constexpr std::size_t large_bytes = 100000000;
#endif

// Seconds of processor time that so many records take, all of which hold `the`.
double seconds_for(std::uint32_t records) {
  const test::TemporaryFolder folder;
  std::string dump = "Records\n";
  for (std::uint32_t i = 0; i < records; ++i) dump += "\nthe record " + std::to_string(i) + "\n";
  const CompileOptions options = test::options_for(folder, "dump.txt", dump);
  double best = 1e9;
  for (int run = 0; run < 3; ++run) {
    const test::UseMeter meter;
    test::compile_quietly(options);
    best = std::min(best, meter.seconds());
  }
  const Dataset dataset{options.output};
  REQUIRE(dataset.size() == records);
  CHECK(dataset.postings(*dataset.term("the")).count() == records);
  return best;
}

}  // namespace

TEST_CASE("records of 0 bytes and of 100 MB come back, are found, and are verified") {
  const test::TemporaryFolder folder;
  std::string large;
  while (large.size() < large_bytes) large += "network of mirrors ";
  large += "needle";
  const CompileOptions options =
      test::options_for(folder, "dump.jsonl",
                        "{\"id\":\"none\",\"text\":\"\"}\n{\"id\":\"large\",\"text\":\"" + large +
                            "\"}\n{\"id\":\"small\",\"text\":\"needle\"}\n");
  CHECK(test::compile_quietly(options).records == 3);
  const Dataset dataset{options.output};
  REQUIRE(dataset.size() == 3);
  CHECK(dataset.find("none")->text().empty());
  CHECK((dataset.find("large")->text() == large));
  Searcher searcher{dataset};
  const Results results = searcher.search("needle", {.limit = 3});
  REQUIRE(results.hits.size() == 2);
  CHECK(results.hits[0].record.key() == "small");
  CHECK(results.hits[1].record.key() == "large");
  const Query query = searcher.parse("needle");
  CHECK(searcher.snippet(results.hits[1].record, query).text.find("needle") != std::string::npos);
  const test::UseMeter meter;
  CHECK(dataset.verify(VerifyLevel::full).good());
  CHECK(meter.peak_bytes() < dataset.file_bytes() + (std::size_t{64} << 20));
}

TEST_CASE("twice as many records with one word take less than two and a half times as long") {
  constexpr std::uint32_t records = large_bytes / 1000;
  const double once = seconds_for(records);
  CHECK(seconds_for(2 * records) < 2.5 * once + 0.02);
}
