// Gathered postings (index/gatherer.hpp), unpacked into columns.
//
// Lifetime: plain values. Requirements: the bytes are a part of a gathered list. Complexity: linear.
// Thread safety: none.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "index/varint.hpp"

namespace corpack {

struct PostingColumns {
  std::vector<std::uint32_t> ordinals;
  std::vector<std::uint32_t> frequencies;
  std::vector<std::uint32_t> gaps;  // of positions: of each posting the first one, then distances minus 1

  void clear() {
    ordinals.clear();
    frequencies.clear();
    gaps.clear();
  }

  // Of the last posting. REQUIRES: there is one, with its positions.
  std::uint32_t last_position() const {
    std::uint32_t position = ~std::uint32_t{0};
    for (std::size_t i = gaps.size() - frequencies.back(); i < gaps.size(); ++i) position += gaps[i] + 1;
    return position;
  }
};

// A part of a list in memory. Others that unpack_part() reads from may have to fetch their bytes.
struct PartInMemory {
  explicit PartInMemory(std::string_view bytes)
      : from(reinterpret_cast<const std::uint8_t*>(bytes.data())), end(from + bytes.size()) {}
  const std::uint8_t* from;
  const std::uint8_t* end;
  void fetch() {}  // makes sure that the next varints, if there are any, lie between from and end
};

// Appends a part's postings to the columns. Before a new posting is added to `full_size` of them, calls
// `full`, which takes them away.
template <class Part, class Full>
void unpack_part(Part& part, bool positions, PostingColumns& columns, std::size_t full_size, Full&& full) {
  std::uint32_t ordinal = 0;
  for (part.fetch(); part.from != part.end; part.fetch()) {
    ordinal += read_varint(part.from);
    for (std::uint32_t left = read_varint(part.from); left > 0; --left) {
      part.fetch();
      const std::uint32_t head = read_varint(part.from);
      ordinal += head >> 1;
      const std::uint32_t frequency = (head & 1u) != 0 ? 1 : read_varint(part.from);
      std::uint32_t before = ~std::uint32_t{0};
      if (!columns.ordinals.empty() && columns.ordinals.back() == ordinal) {
        if (positions) before = columns.last_position();
        columns.frequencies.back() += frequency;
      } else {
        if (columns.ordinals.size() == full_size) full();
        columns.ordinals.push_back(ordinal);
        columns.frequencies.push_back(frequency);
      }
      for (std::uint32_t i = 0; positions && i < frequency; ++i) {
        part.fetch();
        columns.gaps.push_back(read_varint(part.from) - (i == 0 ? before + 1 : 0));
      }
    }
  }
}

}  // namespace corpack
