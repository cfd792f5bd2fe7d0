// Writes table `ids` from entries that come ascending by (hash, ordinal) (schema/ids.fbs).
// Thread safety: none.
#pragma once

#include <cstdint>
#include <vector>

#include <corpack/format.hpp>

#include "write/store.hpp"

namespace corpack {

class IdBlocks {
 public:
  explicit IdBlocks(Store& store) : store_(store) {}
  void add(const format::IdEntry& entry);
  void finish();

 private:
  void finish_block();

  Store& store_;
  std::vector<format::IdEntry> entries_;
};

}  // namespace corpack
