// Packs one posting list and its positions (schema/FORMAT.md, "Postings" and "Positions").
//
// Lifetime: what a Packer gives lives until its next call. Requirements: ordinals ascend, frequencies are at
// least 1, positions of one posting ascend. Errors: corpack::Error when a list passes 4 GiB. Thread safety:
// none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corpack {

class ListPacker {
 public:
  // `length_codes`: of all records, by ordinal. `average_length`: about, above 0.
  ListPacker(std::span<const std::uint8_t> length_codes, double average_length)
      : length_codes_(length_codes), average_length_(average_length) {}

  std::string_view postings(std::span<const std::uint32_t> ordinals,
                            std::span<const std::uint32_t> frequencies);

  // `gaps`: of each posting in turn, its first position and then the distances minus one.
  std::string_view positions(std::span<const std::uint32_t> frequencies, std::span<const std::uint32_t> gaps);

 private:
  void short_list(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies);
  void long_list(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies);
  void positions_chunk(std::span<const std::uint32_t> gaps);

  std::span<const std::uint8_t> length_codes_;
  double average_length_;
  std::string postings_;
  std::string positions_;
};

}  // namespace corpack
