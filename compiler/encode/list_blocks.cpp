#include "encode/list_blocks.hpp"

#include <corpack/error.hpp>
#include <corpack/format.hpp>

namespace corpack {

void ListBlocks::add(std::string_view packed) {
  if (!data_.empty() && data_.size() + packed.size() > 2 * format::block_target_bytes) finish_block();
  if (packed.size() > format::block_max_bytes / 2)
    throw Error("a posting list is larger than a block may be");
  data_.append(packed);
  ends_.push_back(static_cast<std::uint32_t>(data_.size()));
  if (data_.size() + 4 * ends_.size() >= format::block_target_bytes) finish_block();
}

void ListBlocks::finish_block() {
  if (ends_.empty()) return;
  data_.append(format::list_padding_bytes, '\0');
  flatbuffers::FlatBufferBuilder builder(data_.size() + 4 * ends_.size() + 256);
  const auto data_at =
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(data_.data()), data_.size());
  const auto ends_at = builder.CreateVector(ends_);
  format::FinishListsBuffer(builder, format::CreateLists(builder, first_list_, ends_at, data_at));
  store_.put(table_, format::field_key(format::text_field, blocks_), builder);
  ++blocks_;
  first_list_ += static_cast<std::uint32_t>(ends_.size());
  data_.clear();
  ends_.clear();
}

void ListBlocks::finish() {
  finish_block();
}

}  // namespace corpack
