#include "command/command.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace corpack::test {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "corpack-command-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(std::string_view name, std::string_view bytes) const {
  std::ofstream file{path_ / name, std::ios::binary};
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  REQUIRE(file.good());
  return (path_ / name).string();
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator{path_})
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>{file}, {}};
}

Process::Process(const Run& run) {
  folder_.write("input", run.input);
  out_path_ = run.out_path.empty() ? folder_ / "out" : run.out_path;
  if (run.on_terminal) REQUIRE(::openpty(&terminal_, &terminal_end_, nullptr, nullptr, nullptr) == 0);
  number_ = ::fork();
  REQUIRE(number_ >= 0);
  if (number_ == 0) become(run);
  if (terminal_end_ >= 0) ::close(terminal_end_);
}

Process::~Process() {
  if (number_ > 0) {
    ::kill(number_, SIGKILL);
    ::waitpid(number_, nullptr, 0);
  }
  if (terminal_ >= 0) ::close(terminal_);
}

void Process::become(const Run& run) const {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  const int input = ::open((folder_ / "input").c_str(), O_RDONLY);
  const int out = terminal_end_ >= 0 ? terminal_end_ : ::open(out_path_.c_str(), flags, 0600);
  const int err = ::open((folder_ / "err").c_str(), flags, 0600);
  if (input < 0 || out < 0 || err < 0) ::_exit(126);
  ::dup2(input, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  if (!run.folder.empty() && ::chdir(run.folder.c_str()) != 0) ::_exit(126);
  if (run.mask) ::umask(*run.mask);
  for (const auto& [name, value] : run.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> arguments{const_cast<char*>(run.program.c_str())};
  for (const std::string& argument : run.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(run.program.c_str(), arguments.data());
  ::_exit(127);
}

Outcome Process::wait() {
  Outcome outcome;
  if (terminal_ >= 0) {
    char bytes[4096];
    // The read fails once the other end is closed.
    for (ssize_t count; (count = ::read(terminal_, bytes, sizeof bytes)) > 0;)
      outcome.out.append(bytes, static_cast<std::size_t>(count));
  }
  int status = 0;
  REQUIRE(::waitpid(number_, &status, 0) == number_);
  number_ = -1;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  if (terminal_ < 0 && std::filesystem::is_regular_file(out_path_)) outcome.out = read_file(out_path_);
  // One that was killed at once has written none.
  if (std::filesystem::exists(folder_ / "err")) outcome.err = read_file(folder_ / "err");
  return outcome;
}

Outcome run(const Run& run) {
  return Process{run}.wait();
}

std::vector<std::string> seed_paths() {
  const std::string folder = CORPACK_SOURCE_DIR "/seeds/";
  return {folder + "000_6918f654aae3d93c.txt", folder + "001_11d596f01073877c.txt",
          folder + "002_381f7cd835331f47.txt"};
}

std::vector<std::string> seed_paragraphs(const std::string& path) {
  const std::string bytes = read_file(path);
  std::vector<std::string> paragraphs;
  std::size_t begin = bytes.find("\n\n");  // behind the title
  while (begin != std::string::npos) {
    begin = bytes.find_first_not_of('\n', begin);
    if (begin == std::string::npos) break;
    const std::size_t end = bytes.find("\n\n", begin);
    std::string paragraph = bytes.substr(begin, end == std::string::npos ? end : end - begin);
    while (paragraph.ends_with('\n')) paragraph.pop_back();
    paragraphs.push_back(std::move(paragraph));
    begin = end;
  }
  return paragraphs;
}

std::string compile_seeds(const TemporaryFolder& folder) {
  std::string dataset = folder / "seeds.corpack";
  std::vector<std::string> arguments{"compile", "-o", dataset};
  for (const std::string& path : seed_paths()) arguments.push_back(path);
  const Outcome outcome = run_corpack(arguments);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return dataset;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace corpack::test
