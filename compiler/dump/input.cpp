#include "dump/input.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <corpack/error.hpp>

namespace corpack {
namespace {

std::string last_component(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

int open_for_reading(const std::string& path) {
  int descriptor = -1;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) throw Error{fmt::format("{}: cannot be opened: {}", path, std::strerror(errno))};
  return descriptor;
}

}  // namespace

Input::Input(std::string path) {
  const bool standard = path == "-";
  // open(2) would stop at the NUL and read another file.
  if (path.find('\0') != std::string::npos) throw Error{"an input path holds a NUL character"};
  descriptor_ = standard ? STDIN_FILENO : open_for_reading(path);
  name_ = standard ? path : last_component(path);
  shown_path_ = standard ? "standard input" : std::move(path);

  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) {
    const int error = errno;
    if (!standard) ::close(descriptor_);
    throw Error{fmt::format("{}: cannot be examined: {}", shown_path_, std::strerror(error))};
  }
  if (S_ISDIR(status.st_mode)) {
    if (!standard) ::close(descriptor_);
    throw Error{fmt::format("{}: is a directory; name the dump files in it", shown_path_)};
  }
  if (S_ISREG(status.st_mode)) {
    file_bytes_ = static_cast<std::uint64_t>(status.st_size);
    // Advice only; without it reading is the same, with less read-ahead.
    ::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }
}

Input::Input(Input&& other) noexcept
    : name_{std::move(other.name_)},
      shown_path_{std::move(other.shown_path_)},
      file_bytes_{other.file_bytes_},
      bytes_read_{other.bytes_read_},
      descriptor_{std::exchange(other.descriptor_, -1)} {}

Input& Input::operator=(Input&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(shown_path_, other.shown_path_);
  std::swap(file_bytes_, other.file_bytes_);
  std::swap(bytes_read_, other.bytes_read_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Input::~Input() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t Input::read(char* bytes, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    const ssize_t got = ::read(descriptor_, bytes + filled, size - filled);
    if (got == 0) break;
    if (got < 0) {
      if (errno == EINTR) continue;
      throw Error{fmt::format("{}: cannot be read: {}", shown_path_, std::strerror(errno))};
    }
    filled += static_cast<std::size_t>(got);
    bytes_read_ += static_cast<std::uint64_t>(got);
  }
  return filled;
}

}  // namespace corpack
