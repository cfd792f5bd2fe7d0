#include "encode/list_blocks.hpp"

#include <cstring>

#include <corpack/error.hpp>
#include <corpack/format.hpp>

#include "encode/long_vector.hpp"

namespace corpack {

// A block's last list is written straight to its place, so more is never held, but for 4 bytes.
ListBlocks::ListBlocks(Store& store, const char* table, std::uint32_t field)
    : store_(store), table_(table), field_(field) {
  data_.reserve(format::block_target_bytes + sizeof(std::uint32_t));
}

void ListBlocks::begin_list(std::size_t size) {
  if (!data_.empty() && data_.size() + size > 2 * format::block_target_bytes) finish();
  if (size > format::block_max_bytes / 2) throw Error("a posting list is larger than a block may be");
  if (sizes_.size() % format::lists_per_start == 0)
    starts_.push_back(static_cast<std::uint32_t>(data_.size()));
  if (size < format::long_list_size) {
    sizes_.push_back(static_cast<std::uint8_t>(size));
    return;
  }
  sizes_.push_back(format::long_list_size);
  const auto stored_size = static_cast<std::uint32_t>(size);
  data_.append(reinterpret_cast<const char*>(&stored_size), sizeof stored_size);
}

void ListBlocks::add(std::string_view packed) {
  begin_list(packed.size());
  if (data_.size() + packed.size() + sizes_.size() >= format::block_target_bytes) {
    finish_block(packed.size(), [packed](char* to) { std::memcpy(to, packed.data(), packed.size()); });
    return;
  }
  data_.append(packed);
}

void ListBlocks::add(std::size_t size, const std::function<void(char*)>& write) {
  begin_list(size);
  if (data_.size() + size + sizes_.size() >= format::block_target_bytes) {
    finish_block(size, write);
    return;
  }
  data_.resize(data_.size() + size);
  write(data_.data() + data_.size() - size);
}

void ListBlocks::finish_block(std::size_t last_bytes, const std::function<void(char*)>& write_last) {
  flatbuffers::FlatBufferBuilder builder(2 * sizes_.size() + 256);
  const LongVector<std::uint8_t> data{builder, data_.size() + last_bytes + format::list_padding_bytes};
  const auto sizes_at = builder.CreateVector(sizes_);
  const auto starts_at = builder.CreateVector(starts_);
  format::FinishListsBuffer(builder,
                            format::CreateLists(builder, first_list_, starts_at, sizes_at, data.stand_in()));
  data.put(store_, table_, format::field_key(field_, blocks_), [&](char* to) {
    std::memcpy(to, data_.data(), data_.size());
    write_last(to + data_.size());
    std::memset(to + data_.size() + last_bytes, 0, format::list_padding_bytes);
  });
  ++blocks_;
  first_list_ += static_cast<std::uint32_t>(sizes_.size());
  data_.clear();
  starts_.clear();
  sizes_.clear();
}

void ListBlocks::finish() {
  if (!sizes_.empty()) finish_block(0, [](char*) {});
}

}  // namespace corpack
