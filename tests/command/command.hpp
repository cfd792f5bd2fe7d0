// Runs the real binary as a user does, in a folder of its own.
//
// Lifetime: a TemporaryFolder removes itself and all that is in it. Requirements: a writable temporary
// folder. Errors: a failed Catch requirement. Thread safety: none.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace corpack::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }
  std::string operator/(std::string_view name) const { return (path_ / name).string(); }

  // Writes a file and returns its path.
  std::string write(std::string_view name, std::string_view bytes) const;
  // Names of all that is in the folder, sorted; hidden files too.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& path);

struct Outcome {
  int status = 0;  // exit status; of a signal, its negative number
  std::string out;
  std::string err;
};

struct Run {
  std::vector<std::string> arguments{};
  std::string input{};                                             // standard input
  std::vector<std::pair<std::string, std::string>> environment{};  // beside the test's own
  std::string folder{};                                            // to run in; empty: the test's own
  std::optional<mode_t> mask{};                                    // umask
  bool on_terminal = false;                                        // standard output is a terminal
  std::string out_path{};                                          // standard output goes there
  std::string program = CORPACK_COMMAND;
};

// A running process, to be waited for.
class Process {
 public:
  explicit Process(const Run& run);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process();

  pid_t number() const { return number_; }
  Outcome wait();

 private:
  [[noreturn]] void become(const Run& run) const;

  TemporaryFolder folder_;
  std::string out_path_;
  int terminal_ = -1;
  int terminal_end_ = -1;
  pid_t number_ = -1;
};

// Runs to the end.
Outcome run(const Run& run);
inline Outcome run_corpack(std::vector<std::string> arguments) {
  return run({.arguments = std::move(arguments)});
}

// The three seeds: paths, and paragraphs in order, cut here and not by the code under test.
std::vector<std::string> seed_paths();
std::vector<std::string> seed_paragraphs(const std::string& path);

// Compiles the seeds into the folder and returns the dataset's path.
std::string compile_seeds(const TemporaryFolder& folder);

// Lines without their ends.
std::vector<std::string> lines_of(std::string_view text);

}  // namespace corpack::test
