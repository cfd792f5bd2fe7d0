#include "dump/decoded_source.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fmt/format.h>
#include <iconv.h>

#include <corpack/error.hpp>

#include "dump/excerpt.hpp"

namespace corpack {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t buffer_bytes = std::size_t{1} << 16;

// The longer marks first: UTF-32's little-endian one begins as UTF-16's does.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> marks{{{"\xFF\xFE\0\0"sv, "UTF-32LE"},
                                                                              {"\0\0\xFE\xFF"sv, "UTF-32BE"},
                                                                              {"\xFF\xFE"sv, "UTF-16LE"},
                                                                              {"\xFE\xFF"sv, "UTF-16BE"},
                                                                              {"\xEF\xBB\xBF"sv, "UTF-8"}}};

std::string upper(std::string_view name) {
  std::string upper{name};
  for (char& byte : upper) byte = byte >= 'a' && byte <= 'z' ? static_cast<char>(byte - 'a' + 'A') : byte;
  return upper;
}

}  // namespace

ByteOrderMark byte_order_mark(std::string_view opening) {
  for (const auto& [mark, encoding] : marks)
    if (opening.starts_with(mark)) return {mark.size(), std::string{encoding}};
  return {};
}

bool is_utf8_name(std::string_view encoding) {
  const std::string name = upper(encoding);
  return name.empty() || name == "UTF-8" || name == "UTF8";
}

DecodedSource::DecodedSource(ByteSource& below, const std::string& encoding, const std::string& path,
                             Diagnostics& diagnostics)
    : below_{below},
      encoding_{upper(encoding)},
      path_{path},
      diagnostics_{diagnostics},
      converter_{::iconv_open("UTF-8", encoding.c_str())} {
  // An unknown name is -1, which is no address.
  if (converter_ == reinterpret_cast<void*>(-1))
    throw Error{fmt::format("{}: no encoding is called \"{}\"; `iconv --list` shows those there are", path,
                            excerpt(encoding))};
  if (encoding_.starts_with("UTF-16") || encoding_.starts_with("UCS-2")) unit_ = 2;
  if (encoding_.starts_with("UTF-32") || encoding_.starts_with("UCS-4")) unit_ = 4;
}

DecodedSource::~DecodedSource() {
  ::iconv_close(converter_);
}

std::size_t DecodedSource::read(char* bytes, std::size_t size) {
  std::size_t filled = 0;
  while (filled < size) {
    if (given_ == decoded_.size()) {
      decoded_.clear();
      given_ = 0;
      if (at_end_ && coded_.empty()) break;
      decode();
      continue;
    }
    const std::size_t taken = std::min(size - filled, decoded_.size() - given_);
    std::copy_n(decoded_.data() + given_, taken, bytes + filled);
    given_ += taken;
    filled += taken;
  }
  return filled;
}

// Decodes what one buffer of input gives, up to the first sequence that is wrong.
void DecodedSource::decode() {
  if (!at_end_ && coded_.size() < buffer_bytes) {
    const std::size_t before = coded_.size();
    coded_.resize(before + buffer_bytes);
    const std::size_t got = below_.read(coded_.data() + before, buffer_bytes);
    coded_.resize(before + got);
    at_end_ = got < buffer_bytes;
  }
  // One code point of any encoding has at most four bytes of UTF-8 for each byte of its own; a letter in
  // some encodings is two code points.
  decoded_.resize(coded_.size() * 4 + 16);
  char* from = coded_.data();
  std::size_t left = coded_.size();
  char* to = decoded_.data();
  std::size_t room = decoded_.size();
  std::size_t result = ::iconv(converter_, &from, &left, &to, &room);
  const int error = errno;
  const bool is_wrong = result == static_cast<std::size_t>(-1);
  if (!is_wrong && at_end_) ::iconv(converter_, nullptr, nullptr, &to, &room);
  decoded_.resize(decoded_.size() - room);
  count_lines(decoded_);
  if (is_wrong && (error == EILSEQ || (error == EINVAL && at_end_))) {
    replace_one(left);
  } else {
    coded_.erase(0, coded_.size() - left);
  }
}

void DecodedSource::replace_one(std::size_t left) {
  const std::size_t at = coded_.size() - left;
  const std::size_t wrong = std::min(left, unit_);
  diagnostics_.report(Trouble::undecodable, {path_, line_},
                      fmt::format("{} is not {}; U+FFFD stands for it",
                                  excerpt(std::string_view{coded_}.substr(at, wrong)), encoding_));
  decoded_ += replacement;
  coded_.erase(0, at + wrong);
}

void DecodedSource::count_lines(std::string_view bytes) {
  for (const char byte : bytes) {
    if (byte == '\r' || (byte == '\n' && !after_cr_)) ++line_;
    after_cr_ = byte == '\r';
  }
}

}  // namespace corpack
