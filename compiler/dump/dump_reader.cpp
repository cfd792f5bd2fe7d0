#include "dump/dump_reader.hpp"

#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/formats/dump_format.hpp"
#include "dump/line_input.hpp"

namespace corpack {

namespace {

const DumpFormat& guess_format(LineInput& lines, Diagnostics& diagnostics) {
  const DumpFormat* const by_name = format_of_name(lines.input().name());
  const DumpFormat& by_content = format_of_content(lines.opening(opening_bytes));
  if (by_name == nullptr) return by_content;
  // `.txt` says little: tables of stanzas and files of JSON lines are called so as well.
  if (by_name == &text_format && &by_content != &text_format)
    diagnostics.report(
        Trouble::doubtful_format, {lines.input().shown_path()},
        fmt::format("read as text, as its name says, but it begins like --format {}", by_content.name));
  return *by_name;
}

}  // namespace

std::unique_ptr<DumpReader> open_dump(Input input, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics) {
  LineInput lines{std::move(input), options.encoding, diagnostics};
  const DumpFormat* const format =
      options.format.empty() ? &guess_format(lines, diagnostics) : find_format(options.format);
  if (format == nullptr) throw Error{"no dump format is called \"" + options.format + "\""};
  return format->open(std::move(lines), std::move(options), names, diagnostics);
}

}  // namespace corpack
