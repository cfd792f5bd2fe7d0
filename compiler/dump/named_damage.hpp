// Says which dataset is damaged: what the reader throws once a file is open names the table and the block.
//
// Lifetime: none. Requirements: none. Errors: a FormatError of `read` comes out with the dataset's path
// before it. Complexity: that of `read`. Thread safety: that of `read`.
#pragma once

#include <utility>

#include <corpack/dataset.hpp>

namespace corpack {

template <class Read>
decltype(auto) naming(const Dataset& dataset, Read&& read) {
  try {
    return std::forward<Read>(read)();
  } catch (const FormatError& error) {
    throw FormatError{dataset.path().string() + ": " + error.what()};
  }
}

}  // namespace corpack
