// Damaged and hostile files: whatever the bytes are, the reader answers or throws corpack::Error.
//
// Each may take a second of processor time and, beside the mapped file, 64 MiB of memory. CORPACK_MUTATIONS
// and CORPACK_SEED in the environment make the runs longer or other ones; a failure names the mutation's
// seed.
#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include <corpack/verify.hpp>

#include "fuzz/memory_file.hpp"
#include "reader/file_edits.hpp"
#include "reader/frozen_dataset.hpp"
#include "reader/use_dataset.hpp"
#include "reader/use_meter.hpp"

using namespace corpack;
using test::Edit;
using test::FileEditor;
using test::Layout;

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double most_seconds = 20;
#else
constexpr double most_seconds = 1;
#endif

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
    do edit.kind = static_cast<std::uint8_t>(below(Edit::kinds));
    while (edit.kind == Edit::cut && below(8) != 0);
    edit.part = static_cast<std::uint8_t>(below(256));
    // A block's head has its tables and counts.
    edit.place = static_cast<std::uint32_t>(below(2) == 0 ? below(128) : random());
    edit.value = edit.kind == Edit::copy || below(4) == 0 ? random() : values[below(std::size(values))];
    if (edit.kind >= Edit::repeat_32) edit.value = below(4096) | (below(64) << 32);
    edit.append_to(script);
  }
  return script;
}

}  // namespace

TEST_CASE("mutated files never break the reader") {
  const std::filesystem::path path = GENERATE(test::frozen_path(), test::frozen_fields_path());
  const std::string good = test::read_file(path);
  const Layout layout{Dataset{path}};
  const std::uint64_t first = number_from("CORPACK_SEED", 1);
  const std::uint64_t count = number_from("CORPACK_MUTATIONS", 1000);
  std::uint64_t opened = 0;
  double slowest = 0;
  std::size_t largest = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    std::string bytes = good;
    std::mt19937_64 random{seed};
    FileEditor{layout, bytes}.run(random_script(random));
    const test::MemoryFile file{bytes};
    INFO("seed " << seed);
    const test::UseMeter meter;
    opened += test::use_dataset(file.path());
    slowest = std::max(slowest, meter.seconds());
    if (meter.seconds() > most_seconds || meter.peak_bytes() > most_bytes)
      FAIL_CHECK("took " << meter.seconds() << " s, " << meter.peak_bytes() << " bytes");
    largest = std::max(largest, meter.peak_bytes());
  }
  if (count > 1000)
    WARN(count << " mutations, " << opened << " opened; the slowest took " << slowest << " s, the largest "
               << largest << " bytes");
  // Mutations that all fail at the door would prove little. The more fields are indexed, the more do.
  CHECK(opened > count / (path == test::frozen_path() ? 3 : 8));
  CHECK(opened < count);
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
