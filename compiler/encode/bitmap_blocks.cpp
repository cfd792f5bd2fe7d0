#include "encode/bitmap_blocks.hpp"

#include <corpack/format.hpp>

namespace corpack {

void BitmapBlocks::add(std::uint32_t list, std::span<const std::uint64_t> bits) {
  lists_.push_back(list);
  bits_.insert(bits_.end(), bits.begin(), bits.end());
  if (bits_.size() * sizeof bits_[0] >= format::block_target_bytes) finish_block();
}

void BitmapBlocks::finish_block() {
  if (lists_.empty()) return;
  flatbuffers::FlatBufferBuilder builder(bits_.size() * sizeof bits_[0] + 1024);
  const auto bits_at = builder.CreateVector(bits_);
  const auto lists_at = builder.CreateVector(lists_);
  format::FinishBitmapsBuffer(builder, format::CreateBitmaps(builder, lists_at, bits_at));
  store_.put(format::tables::bitmaps, format::field_key(format::text_field, blocks_), builder);
  ++blocks_;
  lists_.clear();
  bits_.clear();
}

}  // namespace corpack
