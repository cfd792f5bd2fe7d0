#include "dump/dump_reader.hpp"

#include <utility>

#include "dump/jsonl_reader.hpp"
#include "dump/text_reader.hpp"

namespace corpack {

std::unique_ptr<DumpReader> open_dump(Input input, DumpOptions options, FieldNames& names,
                                      Diagnostics& diagnostics) {
  if (options.format == DumpFormat::jsonl) {
    return std::make_unique<JsonlReader>(std::move(input), std::move(options), names, diagnostics);
  }
  return std::make_unique<TextReader>(std::move(input), std::move(options), diagnostics);
}

}  // namespace corpack
