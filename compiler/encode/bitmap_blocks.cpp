#include "encode/bitmap_blocks.hpp"

#include <cstring>

#include <corpack/format.hpp>

#include "encode/long_vector.hpp"

namespace corpack {

void BitmapBlocks::add(std::uint32_t list, std::span<const std::uint64_t> bits) {
  lists_.push_back(list);
  bits_.insert(bits_.end(), bits.begin(), bits.end());
  if (bits_.size() * sizeof bits_[0] >= format::block_target_bytes) finish_block();
}

void BitmapBlocks::finish_block() {
  if (lists_.empty()) return;
  flatbuffers::FlatBufferBuilder builder(lists_.size() * sizeof lists_[0] + 256);
  const LongVector<std::uint64_t> bits{builder, bits_.size()};
  const auto lists_at = builder.CreateVector(lists_);
  format::FinishBitmapsBuffer(builder, format::CreateBitmaps(builder, lists_at, bits.stand_in()));
  bits.put(store_, format::tables::bitmaps, format::field_key(field_, blocks_),
           [&](char* to) { std::memcpy(to, bits_.data(), bits_.size() * sizeof bits_[0]); });
  ++blocks_;
  lists_.clear();
  bits_.clear();
}

}  // namespace corpack
