// Which records of some inputs are followed by another one with the same key, for keeping the last of them.
//
// That takes a reading of all inputs before the real one. Keys are told apart by 128 bits of their hashes.
// Lifetime: refers to nothing. Requirements: the inputs stay as they are. Errors: corpack::Error where an
// input is a pipe, and as DumpSet. Complexity: linear; about 60 bytes a record while it reads, then one bit.
// Thread safety: reading the result is safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dump/dump_options.hpp"

namespace corpack {

class SupersededRecords {
 public:
  // None is superseded.
  SupersededRecords() = default;

  // No record of more than `record_bytes` is held. `progress` is called with the bytes read so far.
  SupersededRecords(const std::vector<std::string>& inputs, const DumpOptions& options,
                    std::size_t record_bytes, const std::function<void(std::uint64_t)>& progress);

  // Of the record that is read as the n-th, from 0.
  bool contains(std::uint64_t n) const { return n < superseded_.size() && superseded_[n]; }

 private:
  std::vector<bool> superseded_;
};

}  // namespace corpack
