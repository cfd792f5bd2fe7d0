// Whether each block is the one whose XXH3-64 `meta` has.
//
// Lifetime: keeps nothing. Errors: what is wrong goes to the Findings; a FormatError where the structure is
// broken. Complexity: one pass over all blocks. Thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/block.hpp>
#include <corpack/damage.hpp>
#include <corpack/format.hpp>
#include <corpack/hash.hpp>
#include <corpack/info.hpp>
#include <corpack/mapping.hpp>

namespace corpack::detail {

// `file` is a Mapping or a Dataset.
template <class File>
void verify_block_checksums(const File& file, const Info& info, Findings& findings) {
  std::vector<std::string> summed;
  for (const TableSums& table : info.tables()) {
    const std::string name{table.name.substr(0, 64)};
    if (!Mapping::knows(name)) {
      findings.note("table '" + name + "' is of a newer format: its blocks were not checked one by one");
      continue;
    }
    if (std::count(summed.begin(), summed.end(), name) != 0)
      return findings.add("table '" + name + "' has its checksums in 'meta' twice");
    summed.push_back(name);
    const std::vector<Block> blocks = file.blocks(name.c_str());
    if (blocks.size() != table.checksums.size())
      findings.add("table '" + name + "' has " + std::to_string(blocks.size()) + " blocks, 'meta' says " +
                   std::to_string(table.checksums.size()));
    for (std::size_t i = 0; i < blocks.size() && i < table.checksums.size(); ++i)
      if (hash64({reinterpret_cast<const char*>(blocks[i].data), blocks[i].size}) != table.checksums[i])
        findings.add(blocks[i].place() + "its checksum is wrong");
  }
  for (const char* name : format::tables::all)
    if (name != std::string_view{format::tables::meta} && !file.blocks(name).empty() &&
        std::count(summed.begin(), summed.end(), name) == 0)
      findings.add("table '" + std::string{name} + "' has no checksums in 'meta'");
}

}  // namespace corpack::detail
