// The frozen datasets of tests/data/v1 and their layout, for tests that change its bytes.
#pragma once

#include <filesystem>

#include "reader/layout.hpp"
#include "temporary_folder.hpp"

namespace corpack::test {

inline std::filesystem::path frozen_path() {
  return std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/data/v1/frozen.corpack";
}

// The one that has indexed fields, and numbers.
inline std::filesystem::path frozen_fields_path() {
  return std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/data/v1/fields.corpack";
}

}  // namespace corpack::test
