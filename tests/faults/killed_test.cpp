// A compile that is killed at any moment: its target is the old dataset or the new one, whole, and the next
// compile removes what was left beside it. CORPACK_KILLS in the environment: how often.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "command/command.hpp"

using namespace corpack::test;

namespace {

std::string numbered_records(unsigned records) {
  std::string text = "Title\n";
  for (unsigned i = 0; i < records; ++i) text += "\nrecord " + std::to_string(i) + " of the killed\n";
  return text;
}

}  // namespace

TEST_CASE("killed at any moment: the old dataset or the new one") {
  using Clock = std::chrono::steady_clock;
  const TemporaryFolder folder;
  const std::string target = folder / "a.corpack";
  const std::string dump = folder.write("dump.txt", numbered_records(5000));
  const auto start = Clock::now();
  REQUIRE(run_corpack({"compile", dump, "-o", target}).status == 0);
  const auto whole = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start).count();
  const std::string after = read_file(target);
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target}).status == 0);
  const std::string before = read_file(target);

  std::mt19937 random{6};
  const char* const asked = std::getenv("CORPACK_KILLS");
  const int kills = asked == nullptr ? 200 : std::atoi(asked);
  int replaced = 0;
  for (int i = 0; i < kills; ++i) {
    Process process{{.arguments = {"compile", dump, "-o", target, "--quiet"}}};
    std::this_thread::sleep_for(
        std::chrono::microseconds{std::uniform_int_distribution<long>{0, whole}(random)});
    REQUIRE(::kill(process.number(), SIGKILL) == 0);
    const int status = process.wait().status;
    const std::string now = read_file(target);
    INFO("kill " << i << ", status " << status);
    REQUIRE((now == before || now == after));
    if (status == 0) REQUIRE((now == after));
    if (now == after) {
      ++replaced;
      folder.write("a.corpack", before);
    }
  }
  CHECK(replaced < kills);
  REQUIRE(run_corpack({"compile", dump, "-o", target}).status == 0);
  CHECK((read_file(target) == after));
  CHECK(folder.names() == std::vector<std::string>{"a.corpack", "dump.txt"});
}

TEST_CASE("of what lies beside the target only leftovers are removed") {
  const TemporaryFolder folder;
  const std::string target = folder / "a.corpack";
  folder.write(".a.corpack.123.0.tmp", "left by a killed process");
  const std::string alive = folder.write(".a.corpack.124.0.tmp", "of a living one");
  folder.write(".a.corpack.mine.tmp", "of somebody");
  folder.write(".b.corpack.123.0.tmp", "of another dataset");
  const int descriptor = ::open(alive.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(descriptor >= 0);
  REQUIRE(::flock(descriptor, LOCK_EX) == 0);
  REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target, "--quiet"}).status == 0);
  CHECK(folder.names() == std::vector<std::string>{".a.corpack.124.0.tmp", ".a.corpack.mine.tmp",
                                                   ".b.corpack.123.0.tmp", "a.corpack"});
  ::close(descriptor);
}
