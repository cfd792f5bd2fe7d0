#include "write/output_file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <corpack/error.hpp>

namespace corpack {

namespace {

// Those that end a process and may be caught. SIGPIPE: warnings piped into `head`; SIGXFSZ and SIGXCPU:
// limits.
constexpr std::array signals{SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGPIPE,
                             SIGXFSZ, SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2};

// Path of the temporary file, for the signal handler: it may call nothing that allocates.
std::array<char, 4096> doomed_path{};
std::array<struct sigaction, signals.size()> previous_actions{};

extern "C" void remove_and_die(int signal) {
  ::unlink(doomed_path.data());
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, nullptr);
  ::raise(signal);
}

class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signals) sigaddset(&set, signal);
    ::pthread_sigmask(SIG_BLOCK, &set, &before_);
  }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = remove_and_die;
  sigfillset(&action.sa_mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    ::sigaction(signals[i], nullptr, &previous_actions[i]);
    // A signal that is ignored (nohup) stays ignored.
    if (previous_actions[i].sa_handler != SIG_IGN) ::sigaction(signals[i], &action, nullptr);
  }
}

void ignore_signals() {
  struct sigaction action {};
  action.sa_handler = SIG_IGN;
  for (const int signal : signals) ::sigaction(signal, &action, nullptr);
}

void release_signals() {
  for (std::size_t i = 0; i < signals.size(); ++i) ::sigaction(signals[i], &previous_actions[i], nullptr);
}

// fsync() that a signal does not end; false with errno.
bool sync_file(int descriptor) {
  int status = 0;
  do status = ::fsync(descriptor);
  while (status != 0 && errno == EINTR);
  return status == 0;
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
}

void check_target(const std::filesystem::path& target,
                  const std::function<bool(const std::filesystem::path&)>& may_replace) {
  if (target.filename().empty())
    throw Error("'" + target.string() + "' is no file name: name the dataset file to write");
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0) {
    if (errno == ENOENT) return;
    throw Error(target.string() + ": cannot write: " + std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode))
    throw Error(target.string() + ": is a directory: name the dataset file to write");
  if (S_ISLNK(status.st_mode))
    throw Error(target.string() + ": is a symbolic link: name the file it leads to");
  if (!S_ISREG(status.st_mode)) throw Error(target.string() + ": is not a regular file");
  if (!may_replace(target))
    throw Error(target.string() + ": exists and is no dataset: remove it first, or name another file");
}

// Names of temporary files: ".NAME.PROCESS.ATTEMPT.tmp", where a long name is cut: a file's name has 255
// bytes.
std::string temporary_prefix(const std::filesystem::path& target) {
  constexpr std::size_t longest = 200;
  return "." + target.filename().string().substr(0, longest) + ".";
}
constexpr std::string_view temporary_suffix = ".tmp";

bool is_temporary(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix) || !name.ends_with(temporary_suffix) ||
      name.size() <= prefix.size() + temporary_suffix.size())
    return false;
  name = name.substr(prefix.size(), name.size() - prefix.size() - temporary_suffix.size());
  return name.find_first_not_of("0123456789.") == std::string_view::npos;
}

// What cannot be removed, or listed, stays: it does no harm.
void remove_leftovers(const std::filesystem::path& target) {
  const std::string prefix = temporary_prefix(target);
  std::error_code ignored;
  std::filesystem::directory_iterator entries{folder_of(target), ignored};
  for (; !ignored && entries != std::filesystem::directory_iterator{}; entries.increment(ignored)) {
    if (!is_temporary(entries->path().filename().string(), prefix)) continue;
    const std::filesystem::path& path = entries->path();
    const int descriptor = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
    ::close(descriptor);
  }
}

// False: another process has taken the file for a leftover before it was locked.
bool lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path target,
                       const std::function<bool(const std::filesystem::path&)>& may_replace)
    : target_(std::move(target)) {
  check_target(target_, may_replace);
  remove_leftovers(target_);
  create();
}

void OutputFile::create() {
  const BlockedSignals blocked;
  // A process that was killed may have left a file of the same number.
  constexpr int attempts = 100;
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    const std::string number = std::to_string(::getpid()) + "." + std::to_string(attempt);
    temporary_ = folder_of(target_) / (temporary_prefix(target_) + number + std::string{temporary_suffix});
    if (temporary_.native().size() >= doomed_path.size())
      throw Error(target_.string() + ": the path is too long");
    descriptor_ = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && (errno != EEXIST || attempt == attempts))
      throw Error(target_.string() + ": cannot make a file beside it: " + std::strerror(errno));
    if (descriptor_ >= 0 && !lock(descriptor_)) ::close(std::exchange(descriptor_, -1));
  }
  std::memcpy(doomed_path.data(), temporary_.c_str(), temporary_.native().size() + 1);
  catch_signals();
}

OutputFile::~OutputFile() {
  remove();
  ::close(descriptor_);
  const BlockedSignals blocked;
  release_signals();
}

void OutputFile::remove() {
  if (temporary_.empty()) return;
  const BlockedSignals blocked;
  ::unlink(temporary_.c_str());
  temporary_.clear();
}

void OutputFile::sync() {
  // The descriptor is older than all writes, so that no error of an earlier write is missed.
  if (!sync_file(descriptor_)) throw Error(temporary_.string() + ": cannot sync: " + std::strerror(errno));
}

void OutputFile::publish() {
  {
    const BlockedSignals blocked;
    if (::rename(temporary_.c_str(), target_.c_str()) != 0)
      throw Error(target_.string() + ": cannot rename to it: " + std::strerror(errno));
    temporary_.clear();
    // The work is done: a signal must not make it look undone.
    ignore_signals();
  }
  const std::filesystem::path folder = folder_of(target_);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && sync_file(descriptor);
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  // Some file systems cannot sync a folder; the dataset itself is whole and in place.
  if (!synced && reason != EINVAL && reason != EACCES)
    throw Error(folder.string() +
                ": the dataset is in place, but its folder cannot be synced: " + std::strerror(reason));
}

}  // namespace corpack
