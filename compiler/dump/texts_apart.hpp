// What those check who read all texts of a dataset: that together these are no more than the file.
#pragma once

#include <corpack/dataset.hpp>

namespace corpack {

// Texts of a damaged file may lead to one place many times, so that reading all of them would not come to an
// end. Throws FormatError where those of a block are longer than it. Complexity: touches each text's length.
void check_texts_apart(const Dataset& dataset);

}  // namespace corpack
