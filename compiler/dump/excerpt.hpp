// Pieces of a dump, made fit for a message on a terminal.
//
// Lifetime: results own their memory. Requirements: none. Errors: none. Complexity: linear in what is looked
// at. Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace corpack {

// The beginning of `bytes`, about max_bytes of it, never cut inside a character and followed by "..." where
// cut. Control characters, those that turn the direction of text, and bytes that are not UTF-8 come as \n,
// \t, \r or \xNN, so that nothing in a dump can drive a terminal or make a line look like another.
std::string excerpt(std::string_view bytes, std::size_t max_bytes = 60);

// Two lines without the last line end: a piece of `line` around the byte at `offset`, made fit as above, and
// a caret under it. An offset past the end stands for the end.
std::string with_caret(std::string_view line, std::size_t offset);

// The number of bytes of the UTF-8 character that `bytes` begins with; 0 where it begins with none
// (overlong forms, surrogates and code points past U+10FFFF are none).
std::size_t utf8_character_bytes(std::string_view bytes);

}  // namespace corpack
