#include "dump/dump_reader.hpp"

#include <utility>

#include <corpack/error.hpp>

#include "dump/formats/dump_format.hpp"
#include "dump/line_input.hpp"

namespace corpack {

std::unique_ptr<DumpReader> open_dump(Input input, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics) {
  LineInput lines{std::move(input), options.encoding, diagnostics};
  const DumpFormat* const format = options.format.empty()
                                       ? &guess_format(lines.input().name(), lines.opening(opening_bytes))
                                       : find_format(options.format);
  if (format == nullptr) throw Error{"no dump format is called \"" + options.format + "\""};
  return format->open(std::move(lines), std::move(options), names, diagnostics);
}

}  // namespace corpack
