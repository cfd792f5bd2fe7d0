// A flipped bit anywhere in a dataset is found by its checksum, or keeps it from opening.
//
// Some bits are taken; with CORPACK_EVERY_BIT=1 in the environment all of the seeds' dataset, and 10,000 at
// random of one of some 30 MB (`./dev hostile`).
#include "reader/flipped_bits.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "build/compiled.hpp"

using namespace corpack;

namespace {

bool every_bit() {
  return std::getenv("CORPACK_EVERY_BIT") != nullptr;
}

}  // namespace

TEST_CASE("every flipped bit of the seeds' dataset is found") {
  const test::TemporaryFolder folder;
  CompileOptions options;
  for (const auto& seed : std::filesystem::directory_iterator{CORPACK_SOURCE_DIR "/seeds"})
    if (seed.path().extension() == ".txt") options.inputs.push_back(seed.path());
  std::sort(options.inputs.begin(), options.inputs.end());
  options.output = folder / "seeds.corpack";
  test::compile_quietly(options);
  const std::string bytes = test::read_file(options.output);
  test::FlippedBits flips{bytes};
  const std::size_t step = every_bit() ? 1 : 1999;
  std::size_t tried = 0;
  std::size_t missed = 0;
  for (std::size_t bit = 0; bit < bytes.size() * 8; bit += step, ++tried) {
    if (flips.finds(bit)) continue;
    UNSCOPED_INFO("bit " << bit << " is missed");
    ++missed;
  }
  CHECK(missed == 0);
  CHECK(flips.good());
  if (every_bit()) WARN(tried << " flips of " << bytes.size() << " bytes, " << missed << " missed");
}

TEST_CASE("random flipped bits of a large dataset are found") {
  const test::TemporaryFolder folder;
  std::mt19937_64 random{1};
  std::string dump = "Random words\n";
  while (dump.size() < (std::size_t{1} << (every_bit() ? 24 : 19))) {
    for (int i = 0; i < 60; ++i) dump += " w" + std::to_string(random() % 50000);
    dump += "\n\n";
  }
  const CompileOptions options = test::options_for(folder, "random.txt", dump);
  test::compile_quietly(options);
  const std::string bytes = test::read_file(options.output);
  test::FlippedBits flips{bytes};
  const std::size_t tries = every_bit() ? 10000 : 50;
  std::size_t missed = 0;
  for (std::size_t i = 0; i < tries; ++i) missed += !flips.finds(random() % (bytes.size() * 8));
  CHECK(missed == 0);
  CHECK(flips.good());
  if (every_bit()) WARN(tries << " flips of " << bytes.size() << " bytes, " << missed << " missed");
}
