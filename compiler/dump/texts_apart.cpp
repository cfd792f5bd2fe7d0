#include "dump/texts_apart.hpp"

#include <cstdint>

#include "dump/named_damage.hpp"

namespace corpack {

void check_texts_apart(const Dataset& dataset) {
  naming(dataset, [&] {
    for (const Block& bytes : dataset.blocks(format::tables::records)) {
      const RecordBlock block{bytes};
      std::uint64_t sum = 0;
      for (std::uint32_t row = 0; row < block.texts.count; ++row) {
        sum += string_at(block.block, block.texts, row).size();
        if (sum > bytes.size) block.block.fail("its texts overlap");
      }
    }
  });
}

}  // namespace corpack
