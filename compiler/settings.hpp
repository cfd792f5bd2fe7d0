// What a dataset is made with: what the options say, else what the datasets among its inputs were made with.
//
// Lifetime: a plain value; refers to nothing. Requirements: none. Errors: corpack::Error that names two
// datasets whose words were cut or stemmed in different ways, unless a language is given; then all are
// analyzed by it. Complexity: linear in the datasets. Thread safety: pure function.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <corpack/dataset.hpp>

#include "compile.hpp"

namespace corpack {

struct Settings {
  std::string language;   // as libstemmer calls it, or "none"
  bool positions = true;  // not given: unless no dataset has them
  // Those of the first dataset; a pair that is given replaces the one of its key.
  std::vector<std::pair<std::string, std::string>> pairs;
};

Settings settle_settings(const CompileOptions& options, const std::vector<const Dataset*>& datasets);

}  // namespace corpack
