#include "dump/white_space.hpp"

#include <array>

namespace corpack {
namespace {

using namespace std::string_view_literals;

bool is_ascii_white(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

constexpr std::array wide_white{
    "\xC2\x85"sv,      // U+0085 next line
    "\xC2\xA0"sv,      // U+00A0 no-break space
    "\xE1\x9A\x80"sv,  // U+1680 Ogham space
    "\xE2\x80\x80"sv,  // U+2000 .. U+200A: spaces of many widths
    "\xE2\x80\x81"sv, "\xE2\x80\x82"sv, "\xE2\x80\x83"sv, "\xE2\x80\x84"sv, "\xE2\x80\x85"sv,
    "\xE2\x80\x86"sv, "\xE2\x80\x87"sv, "\xE2\x80\x88"sv, "\xE2\x80\x89"sv, "\xE2\x80\x8A"sv,
    "\xE2\x80\xA8"sv,  // U+2028 line separator
    "\xE2\x80\xA9"sv,  // U+2029 paragraph separator
    "\xE2\x80\xAF"sv,  // U+202F narrow no-break space
    "\xE2\x81\x9F"sv,  // U+205F mathematical space
    "\xE3\x80\x80"sv,  // U+3000 ideographic space
};

bool is_wide_white_lead(char byte) {
  const auto lead = static_cast<unsigned char>(byte);
  return lead == 0xC2 || (lead >= 0xE1 && lead <= 0xE3);
}

}  // namespace

std::size_t skip_white(std::string_view bytes, std::size_t begin, std::size_t end) {
  while (begin < end) {
    if (is_ascii_white(bytes[begin])) {
      ++begin;
      continue;
    }
    if (!is_wide_white_lead(bytes[begin])) return begin;
    const std::string_view rest = bytes.substr(begin, end - begin);
    std::size_t length = 0;
    for (const std::string_view white : wide_white) {
      if (rest.starts_with(white)) length = white.size();
    }
    if (length == 0) return begin;
    begin += length;
  }
  return end;
}

std::size_t trim_end(std::string_view bytes, std::size_t begin, std::size_t end) {
  while (end > begin) {
    const char last = bytes[end - 1];
    if (is_ascii_white(last)) {
      --end;
      continue;
    }
    const std::string_view rest = bytes.substr(begin, end - begin);
    std::size_t length = 0;
    if (static_cast<unsigned char>(last) >= 0x80) {
      for (const std::string_view white : wide_white) {
        if (rest.ends_with(white)) length = white.size();
      }
    }
    if (length == 0) return end;
    end -= length;
  }
  return begin;
}

bool is_cut_white(std::string_view rest) {
  for (const std::string_view white : wide_white) {
    if (rest.size() < white.size() && white.starts_with(rest)) return !rest.empty();
  }
  return false;
}

std::string_view trimmed(std::string_view bytes) {
  const std::size_t begin = skip_white(bytes, 0, bytes.size());
  return bytes.substr(begin, trim_end(bytes, begin, bytes.size()) - begin);
}

}  // namespace corpack
