// A disk that is full, under the output and under --tmp-dir; an output folder that may not be written.
// Mounting a small file system takes root; without, a message says that it was skipped.
#include <catch2/catch.hpp>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

// A file system of 2 MiB in memory, as long as the object lives.
class SmallDisk {
 public:
  SmallDisk() : mounted_(::mount("none", folder_.path().c_str(), "tmpfs", 0, "size=2m") == 0) {
    if (!mounted_) WARN("skipped: a file system can be mounted by root only");
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (mounted_) ::umount2(folder_.path().c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_; }
  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
  bool mounted_;
};

// Some 6 MB, of words enough that little memory gives runs on disk.
std::string large_dump() {
  std::string text = "Title\n";
  for (unsigned i = 0; i < 20000; ++i) {
    text += "\n" + std::to_string(i);
    for (unsigned word = 0; word < 40; ++word)
      text += " w" + std::to_string((i * 7919u + word * 104729u) % 50021u);
    text += "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("no space for the output: the old dataset stays") {
  const SmallDisk disk;
  if (!disk.mounted()) return;
  const TemporaryFolder inputs;
  const std::string dump = inputs.write("dump.txt", large_dump());
  const std::string target = disk.folder() / "a.corpack";
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target}).status == 0);
  const std::string before = read_file(target);
  const Outcome outcome = run_corpack({"compile", dump, "-o", target, "--quiet"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("No space left") && Contains(disk.folder().path().string()));
  CHECK((read_file(target) == before));
  CHECK(disk.folder().names() == std::vector<std::string>{"a.corpack"});
}

TEST_CASE("no space for temporary files: the old dataset stays") {
  const SmallDisk disk;
  if (!disk.mounted()) return;
  const TemporaryFolder folder;
  const std::string dump = folder.write("dump.txt", large_dump());
  const std::string target = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target}).status == 0);
  const std::string before = read_file(target);
  const std::string tmp = disk.folder().path();
  disk.folder().write("filler", std::string(2000 << 10, 'x'));
  const Outcome outcome =
      run_corpack({"compile", dump, "-o", target, "--quiet", "--memory", "64M", "--tmp-dir", tmp});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("No space left") && Contains(tmp) && Contains("--tmp-dir"));
  CHECK((read_file(target) == before));
  CHECK(folder.names() == std::vector<std::string>{"a.corpack", "dump.txt"});
  CHECK(disk.folder().names() == std::vector<std::string>{"filler"});
}

TEST_CASE("no space for a dump") {
  const SmallDisk disk;
  if (!disk.mounted()) return;
  const TemporaryFolder folder;
  const std::string dump = folder.write("dump.txt", large_dump());
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset, "--quiet"}).status == 0);
  const Outcome outcome = run_corpack({"dump", dataset, "-o", disk.folder() / "dump.txt"});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains("No space left") && Contains(disk.folder() / "dump.txt"));
}

// Root may write anywhere, so a file system that nobody may write is taken.
TEST_CASE("an output folder that may not be written") {
  const SmallDisk disk;
  if (!disk.mounted()) return;
  const std::string target = disk.folder() / "a.corpack";
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target}).status == 0);
  const std::string before = read_file(target);
  REQUIRE(::mount("none", disk.folder().path().c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, "size=2m") == 0);
  const Outcome outcome = run_corpack({"compile", seed_paths()[1], "-o", target});
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.err, Contains(target) && Contains("Read-only"));
  CHECK((read_file(target) == before));
  CHECK(disk.folder().names() == std::vector<std::string>{"a.corpack"});
}
