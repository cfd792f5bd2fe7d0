// Opening: what is no dataset is refused with a reason, and what is one opens wherever it lies.
#include <atomic>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <corpack/dataset.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using Catch::Matchers::Contains;
using test::frozen_path;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool sanitized = true;  // sanitizers reserve terabytes of address space
#else
constexpr bool sanitized = false;
#endif

template <class T>
void put(std::string& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// Runs `body` in a child process; its exit status, or -1 where a signal ended it.
template <class Body>
int in_child(Body&& body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    int status = 9;
    try {
      status = body() ? 0 : 1;
    } catch (...) {
      status = 2;
    }
    ::_exit(status);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool find_many(const Dataset& dataset, std::uint32_t times) {
  for (std::uint32_t i = 0; i < times; ++i) {
    const Record record = dataset.at(i % dataset.size());
    const auto found = dataset.find(record.key());
    if (!found || found->ordinal() != record.ordinal()) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("what is not a regular file is refused at once") {
  const test::TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(Dataset{folder / "pipe"}, Contains("not a regular file"));
  CHECK_THROWS_WITH(Dataset{folder.path()}, Contains("not a regular file"));
  CHECK_THROWS_WITH(Dataset{"/dev/zero"}, Contains("not a regular file"));
  CHECK_THROWS_WITH(Dataset{folder / "missing"}, Contains("No such file") && Contains("missing"));
}

TEST_CASE("other files are named for what they are") {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder / "file";
  const std::string good = test::read_file(frozen_path());
  const auto says = [&](const std::string& bytes, const std::string& reason) {
    test::write_file(path, bytes);
    CHECK_THROWS_AS(Dataset{path}, FormatError);
    CHECK_THROWS_WITH(Dataset{path}, Contains(reason) && Contains(path.string()));
  };
  says("", "empty");
  says("a short text", "only 12 bytes");
  says(std::string(10000, 'x'), "no LMDB magic");
  constexpr std::size_t magic_offset = pages::header_bytes;
  for (const std::uint32_t version : {2u, 999u}) {
    std::string bytes = good;
    put(bytes, magic_offset + 4, version);
    says(bytes, "version is " + std::to_string(version) + ", this reader knows version 1");
  }
  std::string bytes = good;
  put(bytes, magic_offset, std::uint32_t{0xDEC0EFBE});
  says(bytes, "big-endian");
  bytes = good;
  put(bytes, magic_offset, std::uint32_t{0});
  put(bytes, 12, std::uint32_t{0xBEEFC0DE});
  says(bytes, "32-bit");
  says(good.substr(0, good.size() / 2), "truncated");
}

TEST_CASE("a later major version is refused") {
  const test::TemporaryFolder folder;
  const Dataset dataset{frozen_path()};
  const Block block = dataset.blocks(format::tables::meta).front();
  const auto* meta = reinterpret_cast<const flatbuffers::Table*>(format::GetMeta(block.data));
  const auto offset_of = [&](flatbuffers::voffset_t field) {
    return static_cast<std::size_t>(meta->GetAddressOf(field) -
                                    reinterpret_cast<const std::uint8_t*>(dataset.bytes().data()));
  };
  std::string bytes = test::read_file(frozen_path());
  put(bytes, offset_of(format::Meta::VT_MAJOR), std::uint16_t{2});
  test::write_file(folder / "major", bytes);
  CHECK_THROWS_WITH(Dataset{folder / "major"}, Contains("format version 2"));
}

TEST_CASE("no lock file appears, and a read-only folder is enough") {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder / "data.corpack";
  test::write_file(path, test::read_file(frozen_path()));
  REQUIRE(::chmod(path.c_str(), 0444) == 0);
  REQUIRE(::chmod(folder.path().c_str(), 0555) == 0);
  // Root may write anywhere, so the child becomes somebody else.
  const int status =
      in_child([&] { return (::geteuid() != 0 || ::setuid(65534) == 0) && find_many(Dataset{path}, 100); });
  REQUIRE(::chmod(folder.path().c_str(), 0755) == 0);
  CHECK(status == 0);
  CHECK(find_many(Dataset{path}, 100));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{folder.path()}) ++files;
  CHECK(files == 1);
}

TEST_CASE("one file is open twice, and closing one leaves the other") {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink(frozen_path(), folder / "link");
  const Dataset kept{frozen_path()};
  {
    const Dataset other{folder / "link"};
    CHECK(find_many(other, 10));
  }
  CHECK(find_many(kept, 500));
}

TEST_CASE("an open dataset goes through fork") {
  const Dataset dataset{frozen_path()};
  for (int i = 0; i < 8; ++i) CHECK(in_child([&] { return find_many(dataset, 10000); }) == 0);
}

TEST_CASE("many threads read one dataset") {
  const Dataset dataset{frozen_path()};
  std::atomic<int> right{0};
  const auto work = [&] { right += find_many(dataset, 50); };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 200; ++i) threads.emplace_back(work);
  }
  CHECK(right == 200);
  for (int i = 0; i < 10000; ++i)
    std::jthread{[&] { right += dataset.find(dataset.at(7).key()).has_value(); }};
  CHECK(right == 10200);
}

TEST_CASE("address space for little more than the file is enough") {
  if (sanitized) return;
  CHECK(in_child([] {
          std::size_t pages = 0;
          std::ifstream{"/proc/self/statm"} >> pages;
          const rlim_t limit = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) +
                               std::filesystem::file_size(frozen_path()) + (std::size_t{4} << 20);
          const rlimit limits{limit, limit};
          return ::setrlimit(RLIMIT_AS, &limits) == 0 && find_many(Dataset{frozen_path()}, 100);
        }) == 0);
}

TEST_CASE("a dataset replaced by rename stays as it was for who has it open") {
  const test::TemporaryFolder folder;
  const std::string bytes = test::read_file(frozen_path());
  const std::filesystem::path path = folder / "live.corpack";
  test::write_file(path, bytes);
  const Dataset before{path};
  CHECK_FALSE(before.stale());
  std::atomic<bool> stop{false};
  std::atomic<bool> right{true};
  {
    std::vector<std::jthread> readers;
    for (int i = 0; i < 2; ++i)
      readers.emplace_back([&] {
        while (!stop) right = right && find_many(before, 50) && find_many(Dataset{path}, 50);
      });
    for (int i = 0; i < 100; ++i) {
      test::write_file(folder / "next", bytes);
      std::filesystem::rename(folder / "next", path);
    }
    stop = true;
  }
  CHECK(right);
  CHECK(before.stale());
  CHECK_FALSE(Dataset{path}.stale());
  before.warm();
  CHECK(find_many(before, 10));
  std::filesystem::remove(path);
  CHECK(before.stale());
}
