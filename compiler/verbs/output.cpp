#include "verbs/output.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include <corpack/error.hpp>

namespace corpack {

Output::Output() : Output(STDOUT_FILENO, "standard output") {}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor_, rest.data(), rest.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      if (errno == EPIPE) throw OutputClosed{};
      throw Error(name_ + ": cannot write: " + std::strerror(errno));
    }
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  buffer_.clear();
}

}  // namespace corpack
