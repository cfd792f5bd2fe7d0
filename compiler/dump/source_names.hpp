// What the sources of a dataset are called: the last component of each input's path, and where inputs share
// it, as many folders before it as tell them apart. So the names do not depend on the folder from which the
// inputs were named, as far as that goes.
//
// Lifetime: results own their memory. Requirements: none; one path given twice gives one name twice. Errors:
// none. Complexity: linear in the paths but for the components that are shared. Thread safety: pure.
#pragma once

#include <string>
#include <vector>

namespace corpack {

std::vector<std::string> source_names(const std::vector<std::string>& paths);

}  // namespace corpack
