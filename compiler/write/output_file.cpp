#include "write/output_file.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>

#include <fcntl.h>
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

}  // namespace

OutputFile::OutputFile(std::filesystem::path target,
                       const std::function<bool(const std::filesystem::path&)>& may_replace)
    : target_(std::move(target)) {
  check_target(target_, may_replace);
  const BlockedSignals blocked;
  int descriptor = -1;
  // A process that was killed may have left a file of the same number.
  constexpr int attempts = 100;
  for (int attempt = 0; descriptor < 0; ++attempt) {
    const std::string number = std::to_string(::getpid()) + "." + std::to_string(attempt);
    temporary_ = folder_of(target_) / ("." + target_.filename().string() + "." + number + ".tmp");
    if (temporary_.native().size() >= doomed_path.size())
      throw Error(target_.string() + ": the path is too long");
    descriptor = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && (errno != EEXIST || attempt == attempts))
      throw Error(target_.string() + ": cannot make a file beside it: " + std::strerror(errno));
  }
  ::close(descriptor);
  std::memcpy(doomed_path.data(), temporary_.c_str(), temporary_.native().size() + 1);
  catch_signals();
}

OutputFile::~OutputFile() {
  remove();
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
  const int descriptor = ::open(temporary_.c_str(), O_RDWR | O_CLOEXEC);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) throw Error(temporary_.string() + ": cannot sync: " + std::strerror(reason));
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
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int reason = errno;
  if (descriptor >= 0) ::close(descriptor);
  // Some file systems cannot sync a folder; the dataset itself is whole and in place.
  if (!synced && reason != EINVAL && reason != EACCES)
    throw Error(folder.string() +
                ": the dataset is in place, but its folder cannot be synced: " + std::strerror(reason));
}

}  // namespace corpack
