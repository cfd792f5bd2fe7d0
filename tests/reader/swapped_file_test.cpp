// A live path whose file is replaced by rename again and again, while many threads open, search and close
// what is there and processes are forked. Run under tsan as well.
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include <corpack/searcher.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using test::frozen_path;

namespace {

std::filesystem::path lists_path() {
  return std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/fuzz/data/lists.corpack";
}

// What a dataset answers: which of two it is, and what a search there must find.
struct Answer {
  std::uint32_t records = 0;
  std::uint64_t total = 0;
  std::string first;  // text of the best hit
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer ask(const Dataset& dataset) {
  Searcher searcher{dataset};
  const Results results = searcher.search("alpha OR gamma OR w*", {.limit = 3, .exact_total = true});
  Answer answer{dataset.size(), results.total, {}};
  if (!results.hits.empty()) answer.first = results.hits.front().record.text();
  if (dataset.find(dataset.at(3).key())) return answer;
  return {};
}

// A sanitizer's allocator keeps the locks that other threads held when the process was forked.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool forks_beside_threads = false;
constexpr int swaps = 40;
#else
constexpr bool forks_beside_threads = true;
constexpr int swaps = 200;
#endif

// Whether a child process, which has only this thread, gets the answer.
bool child_is_answered(const Dataset& dataset, const Answer& expected) {
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) ::_exit(ask(dataset) == expected ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

TEST_CASE("64 threads open, search and close a path whose file is swapped, while processes are forked") {
  const Answer one = ask(Dataset{frozen_path()});
  const Answer other = ask(Dataset{lists_path()});
  REQUIRE(one.records == 205);
  REQUIRE(other.records == 1200);
  const std::string bytes[] = {test::read_file(frozen_path()), test::read_file(lists_path())};
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder / "live.corpack";
  test::write_file(path, bytes[0]);
  const Dataset kept{path};
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  std::atomic<int> seen[2] = {0, 0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 64; ++i)
      threads.emplace_back([&, i] {
        for (int turn = 0; turn < 3 || !stop; ++turn) {
          const Answer answer = ask(Dataset{path});
          wrong += answer != one && answer != other;
          ++seen[answer == other];
          if (i % 8 == 0) wrong += ask(kept) != one;
        }
      });
    // Until both were seen, since a sanitizer makes opening slow.
    for (int i = 1; i <= swaps || (i <= 1000 * swaps && (seen[0] == 0 || seen[1] == 0)); ++i) {
      test::write_file(folder / "next", bytes[i % 2]);
      std::filesystem::rename(folder / "next", path);
      if (forks_beside_threads && i % 25 == 0) wrong += !child_is_answered(kept, one);
    }
    stop = true;
  }
  wrong += !child_is_answered(kept, one);
  CHECK(wrong == 0);
  CHECK(seen[0] > 0);
  CHECK(seen[1] > 0);
  CHECK(kept.stale());
  CHECK(ask(kept) == one);
}
