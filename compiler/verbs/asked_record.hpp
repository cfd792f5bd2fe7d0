// The record that an argument names.
// Lifetime: as Dataset::find. Errors: FormatError where a block is damaged. Complexity: constant.
// Thread-safe.
#pragma once

#include <optional>
#include <string>

#include <corpack/dataset.hpp>

namespace corpack {

// By its key, else by its id of 16 hexadecimal digits. Absent: standard error was told so.
std::optional<Record> asked_record(const Dataset& dataset, const std::string& asked);

}  // namespace corpack
