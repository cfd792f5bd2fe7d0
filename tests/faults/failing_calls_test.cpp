// Each system call of a compile that writes, failing once: the old dataset stays, nothing is left beside it,
// and the message names the place.
#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "command/command.hpp"

using namespace corpack::test;

namespace {

class FailingCompile {
 public:
  FailingCompile() {
    dump_ = inputs_.write("dump.txt", text(3000));
    target_ = folder_ / "a.corpack";
    REQUIRE(run_corpack({"compile", dump_, "-o", target_}).status == 0);
    after_ = read_file(target_);
    REQUIRE(run_corpack({"compile", seed_paths()[0], "-o", target_}).status == 0);
    before_ = read_file(target_);
  }

  // Paragraphs enough to give runs on disk when little memory is allowed.
  static std::string text(unsigned records) {
    std::string text = "Title\n";
    for (unsigned i = 0; i < records; ++i) {
      text += "\n" + std::to_string(i);
      for (unsigned word = 0; word < 30; ++word)
        text += " w" + std::to_string((i * 7919u + word * 104729u) % 5003u);
      text += "\n";
    }
    return text;
  }

  // Call number `number` of this name fails; 0: none.
  void compile(const std::string& call, std::size_t number, int error) {
    std::filesystem::remove(logs_ / "log");
    outcome_ =
        run({.arguments = {"compile", dump_, "-o", target_, "--quiet", "--threads", "1", "--memory", "64M"},
             .environment = {{"LD_PRELOAD", CORPACK_FAIL_CALL},
                             {"FAIL_UNDER", folder_.path()},
                             {"FAIL_CALL", call},
                             {"FAIL_NUMBER", std::to_string(number)},
                             {"FAIL_ERRNO", std::to_string(error)},
                             {"FAIL_LOG", logs_ / "log"}}});
  }

  // The calls of a compile in which none fails: each its name, a blank and the path.
  std::vector<std::string> calls() {
    compile("", 0, 0);
    REQUIRE_FALSE(check());
    return lines_of(read_file(logs_ / "log"));
  }
  std::size_t count(const std::string& call) {
    const std::vector<std::string> all = calls();
    return static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](const std::string& each) { return each.starts_with(call + " "); }));
  }

  // What must hold after a call has failed; whether the command failed, too.
  bool check() {
    INFO(outcome_.err);
    CHECK(folder_.names() == std::vector<std::string>{"a.corpack"});
    const bool in_place = outcome_.status == 0 || outcome_.err.find("is in place") != std::string::npos;
    CHECK((read_file(target_) == (in_place ? after_ : before_)));
    if (outcome_.status != 0) {
      CHECK(outcome_.status == 2);
      CHECK(outcome_.err.find(folder_.path().string()) != std::string::npos);
    }
    if (in_place) folder_.write("a.corpack", before_);
    return outcome_.status != 0;
  }

  const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;  // of the target, and of sorted runs
  TemporaryFolder inputs_;
  TemporaryFolder logs_;
  std::string dump_;
  std::string target_;
  std::string before_;
  std::string after_;
  Outcome outcome_;
};

}  // namespace

TEST_CASE("written, synced, renamed, and the folder synced, in this order") {
  FailingCompile compile;
  std::vector<std::string> order;
  for (const std::string& call : compile.calls()) {
    if (call.starts_with("open ") || call.ends_with(" (deleted)")) continue;  // sorted runs have no name
    const std::string name = call.substr(0, call.find(' '));
    const std::string kind = name == "pwrite" || name == "ftruncate" ? "write" : name;
    const std::string kind_and_what = kind + (call.ends_with(".tmp") ? " file" : call.substr(name.size()));
    if (order.empty() || order.back() != kind_and_what) order.push_back(kind_and_what);
  }
  const std::string folder = compile.folder().path();
  CHECK(order == std::vector<std::string>{"write file", "fsync file", "rename " + folder + "/a.corpack",
                                          "fsync " + folder});
}

TEST_CASE("a call that fails leaves the old dataset") {
  FailingCompile compile;
  for (const std::string call : {"write", "pwrite", "fsync", "ftruncate", "rename"}) {
    const std::size_t calls = compile.count(call);
    REQUIRE(calls > 0);
    for (std::size_t number = 1; number <= calls; ++number)
      for (const int error : {EIO, ENOSPC}) {
        INFO(call << " number " << number << " of " << calls << ", error " << error);
        compile.compile(call, number, error);
        CHECK(compile.check());
      }
  }
}

// Some files can be done without: a file without a name, for one, where the file system knows none.
TEST_CASE("a file that cannot be opened leaves the old dataset, or is done without") {
  FailingCompile compile;
  const std::size_t calls = compile.count("open");
  REQUIRE(calls > 5);
  std::size_t failed = 0;
  for (std::size_t number = 1; number <= calls; ++number)
    for (const int error : {EMFILE, EACCES}) {
      INFO("open number " << number << " of " << calls << ", error " << error);
      compile.compile("open", number, error);
      failed += compile.check();
    }
  CHECK(failed > calls);
}
