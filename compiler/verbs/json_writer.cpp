#include "verbs/json_writer.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "dump/excerpt.hpp"

namespace corpack {

namespace {

// Bytes that stand in a JSON string as they are, whatever is around them.
constexpr std::array<bool, 256> plain_bytes = [] {
  std::array<bool, 256> plain{};
  for (unsigned byte = 0x20; byte < 0x80; ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

void append_escaped(std::string& out, char character) {
  switch (character) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(character));
  }
}

// How many of these bytes, which begin no character, one U+FFFD stands for: those of a character that was
// cut, or one. Past its second byte a character takes any continuation byte, so that filling it up tells.
std::size_t broken_bytes(std::string_view bytes) {
  for (std::size_t kept = std::min<std::size_t>(3, bytes.size()); kept > 1; --kept) {
    std::string whole{bytes.substr(0, kept)};
    while (whole.size() < 4) {
      whole += '\x80';
      if (utf8_character_bytes(whole) == whole.size()) return kept;
    }
  }
  return 1;
}

}  // namespace

void JsonWriter::value(std::string_view string) {
  comma();
  text_ += '"';
  std::size_t plain_from = 0;
  std::size_t at = 0;
  while (at < string.size()) {
    if (plain_bytes[static_cast<unsigned char>(string[at])]) {
      ++at;
      continue;
    }
    const std::string_view rest = string.substr(at);
    const bool is_ascii = static_cast<unsigned char>(rest[0]) < 0x80;
    const std::size_t length = utf8_character_bytes(rest);
    if (!is_ascii && length > 0) {
      at += length;
      continue;
    }
    text_ += string.substr(plain_from, at - plain_from);
    if (is_ascii) {
      append_escaped(text_, rest[0]);
      at += 1;
    } else {
      text_ += "\xEF\xBF\xBD";
      at += broken_bytes(rest);
    }
    plain_from = at;
  }
  text_ += string.substr(plain_from);
  text_ += '"';
}

void JsonWriter::value(float number) {
  comma();
  fmt::format_to(std::back_inserter(text_), "{}", number);
}

void JsonWriter::value(double number) {
  comma();
  fmt::format_to(std::back_inserter(text_), "{}", number);
}

}  // namespace corpack
