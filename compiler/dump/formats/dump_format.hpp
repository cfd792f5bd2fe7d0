// The formats of dumps: what each is called, how it is told, and what reads it.
//
// A new format is a file in this folder that defines a DumpFormat, and a line in dump_format.cpp.
// Lifetime: formats live as long as the program. Errors: none. Complexity: guessing looks at opening_bytes.
// Thread safety: pure functions.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dump/dump_reader.hpp"
#include "dump/line_input.hpp"

namespace corpack {

// How much of a dump a guess looks at.
inline constexpr std::size_t opening_bytes = 4096;

struct DumpFormat {
  std::string_view name;
  std::vector<std::string_view> extensions;  // in lower case, without the dot

  // Whether a dump that begins so is of this format for all one can see; null: content tells nothing.
  bool (*begins)(std::string_view opening);

  std::unique_ptr<DumpReader> (*open)(LineInput lines, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics);
};

extern const DumpFormat text_format;

std::span<const DumpFormat* const> formats();

// Null: there is none of this name.
const DumpFormat* find_format(std::string_view name);

// By the extension of the input's name, after that of the packing (`.gz` and so on). Null: it says nothing.
const DumpFormat* format_of_name(std::string_view input_name);

// By the first bytes; text, where they say nothing.
const DumpFormat& format_of_content(std::string_view opening);

}  // namespace corpack
