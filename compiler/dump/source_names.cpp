#include "dump/source_names.hpp"

#include <filesystem>
#include <unordered_map>

namespace corpack {
namespace {

// A path cut into its name, which grows to the left, and what is left of it.
struct Naming {
  std::string before;
  std::string name;

  // False: there is nothing more to take.
  bool grow() {
    while (before.ends_with('/')) before.pop_back();
    if (before.empty()) return false;
    const std::size_t slash = before.rfind('/');
    const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
    name = name.empty() ? before.substr(begin) : before.substr(begin) + '/' + name;
    before.resize(begin);
    return true;
  }
};

}  // namespace

std::vector<std::string> source_names(const std::vector<SourcePath>& paths) {
  std::vector<Naming> namings;
  for (const auto& [path, name] : paths) {
    namings.push_back({path == "-" ? path : std::filesystem::path{path}.lexically_normal().string(), name});
    if (name.empty()) namings.back().grow();
  }
  for (bool changed = true; changed;) {
    changed = false;
    // The paths of each name; several equal ones cannot be told apart.
    std::unordered_map<std::string, std::vector<Naming*>> by_name;
    for (Naming& naming : namings) by_name[naming.name].push_back(&naming);
    for (auto& [name, same] : by_name) {
      bool differ = false;
      for (const Naming* const naming : same) differ = differ || naming->before != same.front()->before;
      if (!differ) continue;
      for (Naming* const naming : same) changed = naming->grow() || changed;
    }
  }
  std::vector<std::string> names;
  for (Naming& naming : namings) names.push_back(std::move(naming.name));
  return names;
}

}  // namespace corpack
