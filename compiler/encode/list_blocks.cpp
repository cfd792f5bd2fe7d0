#include "encode/list_blocks.hpp"

#include <corpack/error.hpp>
#include <corpack/format.hpp>

namespace corpack {

void ListBlocks::add(std::string_view packed) {
  if (!data_.empty() && data_.size() + packed.size() > 2 * format::block_target_bytes) finish_block();
  if (packed.size() > format::block_max_bytes / 2)
    throw Error("a posting list is larger than a block may be");
  if (sizes_.size() % format::lists_per_start == 0)
    starts_.push_back(static_cast<std::uint32_t>(data_.size()));
  if (packed.size() < format::long_list_size) {
    sizes_.push_back(static_cast<std::uint8_t>(packed.size()));
  } else {
    sizes_.push_back(format::long_list_size);
    const auto size = static_cast<std::uint32_t>(packed.size());
    data_.append(reinterpret_cast<const char*>(&size), sizeof size);
  }
  data_.append(packed);
  if (data_.size() + sizes_.size() >= format::block_target_bytes) finish_block();
}

void ListBlocks::finish_block() {
  if (sizes_.empty()) return;
  data_.append(format::list_padding_bytes, '\0');
  flatbuffers::FlatBufferBuilder builder(data_.size() + 2 * sizes_.size() + 256);
  const auto data_at =
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(data_.data()), data_.size());
  const auto sizes_at = builder.CreateVector(sizes_);
  const auto starts_at = builder.CreateVector(starts_);
  format::FinishListsBuffer(builder, format::CreateLists(builder, first_list_, starts_at, sizes_at, data_at));
  store_.put(table_, format::field_key(format::text_field, blocks_), builder);
  ++blocks_;
  first_list_ += static_cast<std::uint32_t>(sizes_.size());
  data_.clear();
  starts_.clear();
  sizes_.clear();
}

void ListBlocks::finish() {
  finish_block();
}

}  // namespace corpack
