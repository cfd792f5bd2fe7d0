#include "dump/diagnostics.hpp"

#include <ostream>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/excerpt.hpp"

namespace corpack {
namespace {

struct Name {
  std::string_view of_one;
  std::string_view of_more;
};

constexpr std::array<Name, trouble_kinds> names{{{"malformed", "malformed"},
                                                 {"without id", "without id"},
                                                 {"empty", "empty"},
                                                 {"too long", "too long"},
                                                 {"duplicate", "duplicates"},
                                                 {"with invalid UTF-8", "with invalid UTF-8"},
                                                 {"undecodable byte", "undecodable bytes"},
                                                 {"with cut words", "with cut words"},
                                                 {"part left out", "parts left out"},
                                                 {"repeated field", "repeated fields"},
                                                 {"ragged row", "ragged rows"},
                                                 {"missing field", "missing fields"},
                                                 {"stray quote", "stray quotes"},
                                                 {"doubtful format", "doubtful formats"}}};

std::string shown_place(const DumpPlace& place) {
  if (place.line == 0) return std::string{place.path};
  if (place.column == 0) return fmt::format("{}:{}", place.path, place.line);
  return fmt::format("{}:{}:{}", place.path, place.line, place.column);
}

}  // namespace

std::string_view name_of(Trouble kind, std::uint64_t count) {
  const Name& name = names[static_cast<std::size_t>(kind)];
  return count == 1 ? name.of_one : name.of_more;
}

void Diagnostics::report(Trouble kind, DumpPlace place, std::string_view message, std::string_view piece,
                         std::size_t caret) {
  ++counts_[static_cast<std::size_t>(kind)];
  const bool fatal = options_.strict && (is_rejection(kind) || kind == Trouble::missing_field);
  if (!fatal && shown_ == options_.max_shown) {
    ++not_shown_;
    return;
  }
  std::string shown = fmt::format("{}: {}{}", shown_place(place), fatal ? "" : "warning: ", message);
  if (!piece.empty()) shown += '\n' + with_caret(piece, caret);
  if (fatal) throw Error{shown};
  ++shown_;
  out_ << shown << '\n';
}

void Diagnostics::keep_rejected(std::string_view bytes) {
  if (options_.rejected == nullptr) return;
  options_.rejected->write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  // At once, so that a full disk ends the work before the dataset is in its place.
  if (!options_.rejected->flush()) throw Error{"the rejected records cannot be written: is the disk full?"};
}

void Diagnostics::finish() {
  const std::uint64_t hidden = std::exchange(not_shown_, 0);
  if (hidden != 0) out_ << fmt::format("{} more not shown\n", hidden);
}

std::uint64_t Diagnostics::rejected() const {
  std::uint64_t sum = 0;
  for (std::size_t kind = 0; kind < trouble_kinds; ++kind)
    if (is_rejection(static_cast<Trouble>(kind))) sum += counts_[kind];
  return sum;
}

}  // namespace corpack
