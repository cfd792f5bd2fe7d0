// The sources that a query names: `source:papers*`.
//
// Lifetime: refers to the Dataset. Errors: FormatError when the dataset is damaged. Complexity: a comparison
// with each source's name, max_steps in all; nothing is found beyond. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/dataset.hpp>
#include <corpack/query.hpp>

namespace corpack {

class QuerySources {
 public:
  static constexpr std::size_t max_steps = std::size_t{1} << 26;  // bytes looked at, of all patterns
  static constexpr std::size_t steps_for_name = 32;               // what a name costs besides

  explicit QuerySources(const Dataset& dataset) : dataset_(dataset) {}

  // The records of the sources whose name, or its part behind the last slash, is like the pattern: `*` stands
  // for any bytes.
  QueryNode of(std::string_view pattern) {
    QueryNode node;
    node.kind = QueryNode::Kind::sources;
    for (const Source& source : dataset_.info().sources()) {
      if (steps_left_ < steps_for_name) break;
      steps_left_ -= steps_for_name;
      const std::size_t slash = source.name.rfind('/');
      if (!is_like(source.name, pattern) &&
          (slash == source.name.npos || !is_like(source.name.substr(slash + 1), pattern)))
        continue;
      const std::uint32_t end = source.first_ordinal + source.records;
      if (!node.ranges.empty() && node.ranges.back().end == source.first_ordinal)
        node.ranges.back().end = end;
      else if (source.records > 0)
        node.ranges.push_back({source.first_ordinal, end});
    }
    return node;
  }

  // Whether sources may have been passed over.
  bool exhausted() const { return steps_left_ < steps_for_name; }

 private:
  // Whether a name is like a pattern. Goes back to the last `*` only.
  bool is_like(std::string_view name, std::string_view pattern) {
    if (pattern.size() > 2 * name.size() + 256) return false;
    std::size_t n = 0;
    std::size_t p = 0;
    std::size_t star = pattern.npos;
    std::size_t star_name = 0;
    while (n < name.size()) {
      if (steps_left_ == 0) return false;
      --steps_left_;
      if (p < pattern.size() && pattern[p] == '*') {
        star = p++;
        star_name = n;
      } else if (p < pattern.size() && pattern[p] == name[n]) {
        ++p;
        ++n;
      } else if (star != pattern.npos) {
        p = star + 1;
        n = ++star_name;
      } else {
        return false;
      }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
  }

  const Dataset& dataset_;
  std::size_t steps_left_ = max_steps;
};

}  // namespace corpack
