// Damaged and hostile files: whatever the bytes are, the reader answers or throws corpack::Error.
//
// CORPACK_MUTATIONS and CORPACK_SEED in the environment make the runs longer or other ones; a failure names
// the mutation's seed. Worth most under the sanitizers.
#include <cstdlib>
#include <random>

#include <catch2/catch.hpp>

#include <corpack/verify.hpp>

#include "reader/file_edits.hpp"
#include "reader/frozen_dataset.hpp"
#include "reader/use_dataset.hpp"

using namespace corpack;
using test::Edit;
using test::FileEditor;
using test::Layout;

namespace {

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

// A script of 1 to 3 edits, mostly with the values that break things.
std::string random_script(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t end) {
    return std::uniform_int_distribution<std::uint64_t>{0, end - 1}(random);
  };
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
  std::string script(1, below(4) != 0 ? '\1' : '\0');
  for (std::uint64_t left = 1 + below(3); left > 0; --left) {
    Edit edit;
    edit.kind = static_cast<std::uint8_t>(below(Edit::cut));
    if (below(64) == 0) edit.kind = Edit::cut;
    edit.part = static_cast<std::uint8_t>(below(256));
    // A block's head has its tables and counts.
    edit.place = static_cast<std::uint32_t>(below(2) == 0 ? below(128) : random());
    edit.value = edit.kind == Edit::copy || below(4) == 0 ? random() : values[below(std::size(values))];
    edit.append_to(script);
  }
  return script;
}

}  // namespace

TEST_CASE("mutated files never break the reader") {
  const std::filesystem::path path = GENERATE(test::frozen_path(), test::frozen_fields_path());
  const std::string good = test::read_file(path);
  const Layout layout{Dataset{path}};
  const test::TemporaryFolder folder;
  const std::uint64_t first = number_from("CORPACK_SEED", 1);
  const std::uint64_t count = number_from("CORPACK_MUTATIONS", 1000);
  std::uint64_t opened = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    std::string bytes = good;
    std::mt19937_64 random{seed};
    FileEditor{layout, bytes}.run(random_script(random));
    test::write_file(folder / "mutated", bytes);
    INFO("seed " << seed);
    opened += test::use_dataset(folder / "mutated");
  }
  // Mutations that all fail at the door would prove little. The more fields are indexed, the more do.
  CHECK(opened > count / (path == test::frozen_path() ? 3 : 8));
  CHECK(opened < count);
}

// A flipped bit is found by the checksum or keeps the file from opening. CORPACK_EVERY_BIT=1 takes all of
// them.
TEST_CASE("every flipped bit is found") {
  const std::string good = test::read_file(GENERATE(test::frozen_path(), test::frozen_fields_path()));
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
