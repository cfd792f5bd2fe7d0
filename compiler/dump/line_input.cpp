#include "dump/line_input.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

namespace corpack {

namespace {

// First bytes that no text begins with, though text dumps may hold any.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> packed_magics{
    {{"\x1F\x8B", "gzip"},
     {"\x28\xB5\x2F\xFD", "zstd"},
     {"\xFD\x37\x7A\x58", "xz"},
     {"BZh9", "bzip2"},
     {"PK\x03\x04", "zip"}}};

}  // namespace

LineInput::LineInput(Input input) : input_{std::move(input)} {
  using namespace std::string_view_literals;
  opening_.resize(4);
  opening_.resize(input_.read(opening_.data(), opening_.size()));
  if (opening_.starts_with("\xFF\xFE"sv) || opening_.starts_with("\xFE\xFF"sv) ||
      opening_.starts_with("\0\0\xFE\xFF"sv)) {
    const bool wide = opening_.starts_with("\xFF\xFE\0\0"sv) || opening_.starts_with("\0\0"sv);
    const std::string_view encoding = wide ? "UTF-32" : "UTF-16";
    throw Error{fmt::format("{}: is {}, not UTF-8; convert it first: iconv -f {} -t UTF-8",
                            input_.shown_path(), encoding, encoding)};
  }
  for (const auto& [magic, kind] : packed_magics)
    if (opening_.starts_with(magic))
      throw Error{fmt::format("{}: is packed ({}); unpack it into a pipe: … | corpack compile - -o …",
                              input_.shown_path(), kind)};
  if (opening_.starts_with("\xEF\xBB\xBF"sv)) opening_.erase(0, 3);
}

bool LineInput::append_to(std::string& bytes, std::size_t size) {
  const std::size_t before = bytes.size();
  std::size_t got = std::min(size, opening_.size());
  bytes.resize(before + size);
  char* const fresh = bytes.data() + before;
  std::copy_n(opening_.data(), got, fresh);
  opening_.erase(0, got);
  got += input_.read(fresh + got, size - got);
  bytes.resize(before + line_feeds_only(fresh, got));
  return got != 0;
}

// Rewrites line ends in place and returns how many bytes are left. A CR gives its LF at once, and a LF that
// follows is dropped when it comes, so that no byte waits for the next read.
std::size_t LineInput::line_feeds_only(char* bytes, std::size_t size) {
  const char* from = bytes;
  const char* const end = bytes + size;
  if (after_cr_ && from != end && *from == '\n') ++from;
  if (size != 0) after_cr_ = false;
  char* to = bytes;
  while (from != end) {
    const auto left = static_cast<std::size_t>(end - from);
    const void* const cr = std::memchr(from, '\r', left);
    const auto run = cr == nullptr ? left : static_cast<std::size_t>(static_cast<const char*>(cr) - from);
    if (to != from) std::memmove(to, from, run);
    to += run;
    from += run;
    if (cr == nullptr) break;
    *to++ = '\n';
    ++from;
    if (from == end) {
      after_cr_ = true;
    } else if (*from == '\n') {
      ++from;
    }
  }
  return static_cast<std::size_t>(to - bytes);
}

}  // namespace corpack
