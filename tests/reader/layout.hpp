// Where everything lies in a dataset file, as it was before anything was changed: for tests that change
// bytes.
//
// Lifetime: plain values; the Dataset may be gone. Errors: FormatError from the Dataset. Thread-safe
// (read-only).
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>
#include <corpack/file_checksum.hpp>

namespace corpack::test {

class Layout {
 public:
  struct Part {
    std::string table;
    std::size_t offset = 0;
    std::size_t size = 0;
    std::size_t checksum = 0;  // offset; 0 for `meta`
  };

  explicit Layout(const Dataset& dataset) {
    const char* const start = dataset.bytes().data();
    const auto offset_of = [&](const void* at) {
      return static_cast<std::size_t>(static_cast<const char*>(at) - start);
    };
    file_sum_ = offset_of(dataset.info().file_sum_address());
    for (const Block& block : dataset.blocks(format::tables::meta))
      parts_.push_back({format::tables::meta, offset_of(block.data), block.size, 0});
    for (const TableSums& table : dataset.info().tables()) {
      const std::string name{table.name};
      const std::vector<Block> blocks = dataset.blocks(name.c_str());
      for (std::size_t i = 0; i < blocks.size(); ++i)
        parts_.push_back({name, offset_of(blocks[i].data), blocks[i].size, offset_of(&table.checksums[i])});
    }
  }

  const std::vector<Part>& parts() const { return parts_; }
  std::size_t file_sum() const { return file_sum_; }

  // Makes all checksums right again, as far as the places are still there.
  void reseal(std::string& bytes) const {
    for (const Part& part : parts_) {
      if (part.checksum == 0 || part.offset + part.size > bytes.size() || part.checksum + 8 > bytes.size())
        continue;
      const std::uint64_t sum = hash64(std::string_view{bytes}.substr(part.offset, part.size));
      std::memcpy(bytes.data() + part.checksum, &sum, sizeof sum);
    }
    if (file_sum_ + sizeof(format::FileSum) > bytes.size()) return;
    const Hash128 hash = file_checksum(bytes, file_sum_);
    const format::FileSum sum{bytes.size(), hash.low, hash.high};
    std::memcpy(bytes.data() + file_sum_, &sum, sizeof sum);
  }

 private:
  std::vector<Part> parts_;
  std::size_t file_sum_ = 0;
};

}  // namespace corpack::test
