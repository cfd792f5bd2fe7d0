#include "dump/diagnostics.hpp"

#include <ostream>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

namespace corpack {
namespace {

std::string shown_place(const DumpPlace& place) {
  if (place.column == 0) return fmt::format("{}:{}", place.path, place.line);
  return fmt::format("{}:{}:{}", place.path, place.line, place.column);
}

}  // namespace

void Diagnostics::report(Trouble kind, DumpPlace place, std::string_view message) {
  ++counts_[static_cast<std::size_t>(kind)];
  if (options_.strict && kind == Trouble::rejected) {
    throw Error{fmt::format("{}: {}", shown_place(place), message)};
  }
  if (shown_ == options_.max_shown) {
    ++not_shown_;
    return;
  }
  ++shown_;
  out_ << fmt::format("{}: warning: {}\n", shown_place(place), message);
}

void Diagnostics::finish() {
  const std::uint64_t hidden = std::exchange(not_shown_, 0);
  if (hidden != 0) out_ << fmt::format("{} more not shown\n", hidden);
}

}  // namespace corpack
