// What the sources of a dataset are called: the last component of each input's path, and where inputs share
// it, as many folders before it as tell them apart. So the names do not depend on the folder from which the
// inputs were named, as far as that goes. A source that comes from another dataset keeps the name it has
// there; where it shares it, the dataset counts as the folder it lies in.
//
// Lifetime: results own their memory. Requirements: none; one path given twice gives one name twice. Errors:
// none. Complexity: linear in the paths but for the components that are shared. Thread safety: pure.
#pragma once

#include <string>
#include <vector>

namespace corpack {

struct SourcePath {
  std::string path;    // of a dump, or of the dataset that the source comes from
  std::string name{};  // in that dataset
};

std::vector<std::string> source_names(const std::vector<SourcePath>& paths);

}  // namespace corpack
