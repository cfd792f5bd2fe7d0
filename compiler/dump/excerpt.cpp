#include "dump/excerpt.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace corpack {

namespace {

// Control characters of one byte; U+0080 to U+009F; and those that turn the direction of text until further
// notice, U+202A to U+202E and U+2066 to U+2069, which can make a line look like another one
// (Boucher and Anderson, "Trojan Source", 2021).
bool is_control(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  const auto last = static_cast<unsigned char>(character.back());
  if (character.size() == 1) return first < 0x20 || first == 0x7F;
  if (character.size() == 2) return first == 0xC2 && last < 0xA0;
  const std::string_view row = character.substr(0, 2);
  return (row == "\xE2\x80" && last >= 0xAA && last <= 0xAE) ||
         (row == "\xE2\x81" && last >= 0xA6 && last <= 0xA9);
}

}  // namespace

std::size_t utf8_character_bytes(std::string_view bytes) {
  if (bytes.empty()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || bytes.size() < length) return 0;
  for (std::size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  // The second byte's range is narrower after these leads: overlong forms, surrogates, past U+10FFFF.
  const unsigned second = byte(1);
  const bool refused = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                       (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return refused ? 0 : length;
}

std::string excerpt(std::string_view bytes, std::size_t max_bytes) {
  std::string shown;
  while (!bytes.empty()) {
    const std::size_t length = utf8_character_bytes(bytes);
    const auto first = static_cast<unsigned char>(bytes[0]);
    std::string piece;
    if (first == '\n') {
      piece = "\\n";
    } else if (first == '\r') {
      piece = "\\r";
    } else if (first == '\t') {
      piece = "\\t";
    } else if (length == 0 || is_control(bytes.substr(0, length))) {
      for (const char byte : bytes.substr(0, std::max<std::size_t>(1, length)))
        piece += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
    } else {
      piece = bytes.substr(0, length);
    }
    if (shown.size() + piece.size() > max_bytes) return shown + "...";
    shown += piece;
    bytes.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

std::string with_caret(std::string_view line, std::size_t offset) {
  constexpr std::size_t before_bytes = 60;
  constexpr std::size_t after_bytes = 40;
  offset = std::min(offset, line.size());
  std::size_t begin = offset > before_bytes ? offset - before_bytes : 0;
  // Not inside a character.
  while (begin < offset && begin != 0 && (static_cast<unsigned char>(line[begin]) & 0xC0) == 0x80) ++begin;
  // Escapes are up to four times as long as what they stand for.
  const std::string before = excerpt(line.substr(begin, offset - begin), 4 * before_bytes);
  std::string shown =
      fmt::format("  {}{}{}\n  ", begin == 0 ? "" : "...", before, excerpt(line.substr(offset), after_bytes));
  std::size_t columns = begin == 0 ? 0 : 3;
  for (const char byte : before) columns += (static_cast<unsigned char>(byte) & 0xC0) == 0x80 ? 0 : 1;
  return shown.append(columns, ' ') + '^';
}

}  // namespace corpack
