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

constexpr std::array signals{SIGINT, SIGTERM, SIGHUP};

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
  const std::string name = "." + target_.filename().string() + "." + std::to_string(::getpid()) + ".tmp";
  temporary_ = folder_of(target_) / name;
  if (temporary_.native().size() >= doomed_path.size())
    throw Error(target_.string() + ": the path is too long");
  const BlockedSignals blocked;
  const int descriptor = ::open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) throw Error(temporary_.string() + ": cannot create: " + std::strerror(errno));
  ::close(descriptor);
  std::memcpy(doomed_path.data(), temporary_.c_str(), temporary_.native().size() + 1);
  catch_signals();
}

OutputFile::~OutputFile() {
  remove();
}

void OutputFile::remove() {
  if (temporary_.empty()) return;
  const BlockedSignals blocked;
  ::unlink(temporary_.c_str());
  temporary_.clear();
  release_signals();
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
    release_signals();
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
