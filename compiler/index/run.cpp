#include "index/run.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <corpack/error.hpp>

namespace corpack {

// A file without a name is gone with the process, whatever ends it; some file systems know none.
RunFile::RunFile(const std::filesystem::path& folder)
    : folder_(folder), descriptor_(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600)) {
  if (descriptor_ >= 0) return;
  std::string name = (folder / ".corpack-run-XXXXXX").string();
  descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor_ < 0)
    throw Error("cannot make a temporary file in " + folder.string() + ": " + std::strerror(errno) +
                "; name another folder with --tmp-dir");
  ::unlink(name.c_str());
}

RunFile::RunFile(RunFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_bytes_(other.size_bytes_),
      buffer_(std::move(other.buffer_)),
      read_bytes_(other.read_bytes_),
      next_(other.next_) {}

RunFile::~RunFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void RunFile::write(std::string_view bytes) {
  size_bytes_ += bytes.size();
  while (!bytes.empty()) {
    if (buffer_.capacity() < buffer_bytes) buffer_.reserve(buffer_bytes);
    const std::string_view taken = bytes.substr(0, buffer_bytes - buffer_.size());
    buffer_.append(taken);
    bytes.remove_prefix(taken.size());
    if (buffer_.size() == buffer_bytes) flush();
  }
}

void RunFile::flush() {
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(descriptor_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0)
      throw Error("cannot write a temporary file in " + folder_.string() + ": " + std::strerror(errno) +
                  "; name another folder with --tmp-dir");
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void RunFile::rewind(std::size_t read_bytes) {
  flush();
  std::string{}.swap(buffer_);
  read_bytes_ = read_bytes;
  if (::lseek(descriptor_, 0, SEEK_SET) != 0)
    throw Error("cannot read a temporary file in " + folder_.string() + ": " + std::strerror(errno));
  next_ = 0;
}

bool RunFile::read(char* to, std::size_t size) {
  while (size > 0) {
    if (next_ == buffer_.size()) {
      buffer_.resize(read_bytes_);
      ssize_t got;
      do got = ::read(descriptor_, buffer_.data(), buffer_.size());
      while (got < 0 && errno == EINTR);
      if (got < 0)
        throw Error("cannot read a temporary file in " + folder_.string() + ": " + std::strerror(errno));
      buffer_.resize(static_cast<std::size_t>(got));
      next_ = 0;
      if (got == 0) return false;
    }
    const std::size_t taken = std::min(size, buffer_.size() - next_);
    std::memcpy(to, buffer_.data() + next_, taken);
    next_ += taken;
    to += taken;
    size -= taken;
  }
  return true;
}

}  // namespace corpack
