// Bounds-checked access to a FlatBuffers value that may be damaged or hostile.
//
// The generated accessors trust their buffer, and the generated verifier walks every string of it (one more
// cache miss for each record, measured at 2 to 4 times the cost of a look-up). Here every read checks the one
// thing it reads: a table's vtable and extent, a vector's extent, a string's extent. All of it is constant
// work. The field numbers (VT_…) come from the generated headers.
//
// Lifetime: views into the block's bytes. Errors: FormatError that names the block. Thread-safe (read-only).
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include <corpack/error.hpp>
#include <corpack/format.hpp>

namespace corpack {

// The bytes of one value, and where they are, for messages.
struct Block {
  const std::uint8_t* data = nullptr;
  std::uint32_t size = 0;
  const char* table = "";
  std::uint64_t key = 0;

  // How a message on it begins.
  std::string place() const {
    std::string place = "table '" + std::string{table} + "', ";
    const std::uint64_t field = format::is_inverted(table) ? key >> 32 : 0;
    if (field != 0) place += "field " + std::to_string(field) + ", ";
    return place + "block " + std::to_string(field != 0 ? key & 0xFFFFFFFF : key) + ": ";
  }

  // Apart from the callers' code, which is hot.
  [[noreturn, gnu::cold, gnu::noinline]] void fail(const char* what) const { fail(std::string{what}); }
  [[noreturn, gnu::cold, gnu::noinline]] void fail(const std::string& what) const {
    throw FormatError("damaged dataset: " + place() + what);
  }

  template <class T>
  T load(std::uint32_t position) const {  // REQUIRES: position + sizeof(T) <= size
    T value;
    std::memcpy(&value, data + position, sizeof value);
    return value;
  }
};

// A vector inside a block: `count` elements from byte `position` on.
struct VectorExtent {
  std::uint32_t position = 0;
  std::uint32_t count = 0;
};

// The bytes of the FlatBuffers string whose length word is at `position`. REQUIRES: the block has 4 bytes.
inline std::string_view checked_string(const Block& block, std::uint64_t position) {
  const std::uint32_t last = block.size - 4;
  if (position > last) block.fail("a string lies outside");
  const std::uint32_t length = block.load<std::uint32_t>(static_cast<std::uint32_t>(position));
  if (length > last - position) block.fail("a string reaches past the end");
  return {reinterpret_cast<const char*>(block.data) + position + 4, length};
}

// The string that the offset at `slot` leads to. REQUIRES: the slot lies inside the block.
inline std::string_view string_from(const Block& block, std::uint32_t slot) {
  const std::uint64_t position = std::uint64_t{slot} + block.load<std::uint32_t>(slot);
  if (position % 4 != 0) block.fail("a string is not aligned");
  return checked_string(block, position);
}

// String `index` of a vector of strings. REQUIRES: index < vector.count.
inline std::string_view string_at(const Block& block, VectorExtent vector, std::uint32_t index) {
  return string_from(block, vector.position + 4 * index);
}

class FlatTable {
 public:
  // The root table of a block. `identifier` is the schema's file_identifier.
  static FlatTable root(const Block& block, const char* identifier) {
    if (block.size < 16 || block.size % format::value_alignment != 0) block.fail("too short or of odd size");
    if (block.size > format::block_max_bytes) block.fail("too large");
    if (std::memcmp(block.data + 4, identifier, 4) != 0) block.fail("not of the expected kind");
    return FlatTable{block, block.load<std::uint32_t>(0)};
  }

  template <class T>
  T scalar(std::uint16_t field, T absent = T{}) const {
    const std::uint32_t position = find(field, sizeof(T));
    return position == 0 ? absent : block_->load<T>(position);
  }

  bool has(std::uint16_t field) const { return find(field, 1) != 0; }

  // A vector of elements of `T`; absent: count 0 and position 0.
  template <class T>
  VectorExtent vector(std::uint16_t field) const {
    const std::uint32_t slot = find(field, 4);
    if (slot == 0) return {};
    const std::uint64_t position = std::uint64_t{slot} + block_->load<std::uint32_t>(slot);
    if (position % 4 != 0 || position + 4 > block_->size) block_->fail("a vector lies outside");
    const std::uint32_t count = block_->load<std::uint32_t>(static_cast<std::uint32_t>(position));
    if (count > (block_->size - position - 4) / sizeof(T)) block_->fail("a vector reaches past the end");
    if ((position + 4) % alignof(T) != 0) block_->fail("a vector is not aligned");
    return {static_cast<std::uint32_t>(position + 4), count};
  }

  template <class T>
  std::span<const T> span(std::uint16_t field) const {
    const VectorExtent extent = vector<T>(field);
    return {reinterpret_cast<const T*>(block_->data + extent.position), extent.count};
  }

  // A string; absent: empty, with a null data pointer.
  std::string_view string(std::uint16_t field) const {
    const std::uint32_t slot = find(field, 4);
    if (slot == 0) return {};
    return string_from(*block_, slot);
  }

  // A nested table. REQUIRES: has(field).
  FlatTable table(std::uint16_t field) const {
    const std::uint32_t slot = find(field, 4);
    return FlatTable{*block_, std::uint64_t{slot} + block_->load<std::uint32_t>(slot)};
  }

  // Table `index` of a vector of tables. REQUIRES: index < vector.count.
  FlatTable table_at(VectorExtent tables, std::uint32_t index) const {
    const std::uint32_t slot = tables.position + 4 * index;
    return FlatTable{*block_, std::uint64_t{slot} + block_->load<std::uint32_t>(slot)};
  }

  // Byte position of a struct of type T stored in the table; 0: absent.
  template <class T>
  std::uint32_t struct_position(std::uint16_t field) const {
    return find(field, sizeof(T));
  }

  const Block& block() const { return *block_; }

 private:
  FlatTable(const Block& block, std::uint64_t position) : block_(&block) {
    if (position % 4 != 0 || position + 4 > block.size) block.fail("a table lies outside");
    position_ = static_cast<std::uint32_t>(position);
    const std::int64_t vtable = std::int64_t{position_} - block.load<std::int32_t>(position_);
    if (vtable < 0 || vtable % 2 != 0 || vtable + 4 > block.size) block.fail("a vtable lies outside");
    vtable_ = static_cast<std::uint32_t>(vtable);
    vtable_bytes_ = block.load<std::uint16_t>(vtable_);
    table_bytes_ = block.load<std::uint16_t>(vtable_ + 2);
    if (vtable_bytes_ < 4 || vtable_bytes_ % 2 != 0 || vtable_bytes_ > block.size - vtable_)
      block.fail("a vtable reaches past the end");
    if (table_bytes_ < 4 || table_bytes_ > block.size - position_) block.fail("a table reaches past the end");
  }

  // Byte position of a field of `bytes` bytes; 0: absent.
  std::uint32_t find(std::uint16_t field, std::size_t bytes) const {
    if (field + 2u > vtable_bytes_) return 0;
    const std::uint32_t offset = block_->load<std::uint16_t>(vtable_ + field);
    if (offset == 0) return 0;
    if (offset < 4 || offset + bytes > table_bytes_) block_->fail("a field lies outside its table");
    return position_ + offset;
  }

  const Block* block_;
  std::uint32_t position_ = 0;
  std::uint32_t vtable_ = 0;
  std::uint32_t vtable_bytes_ = 0;
  std::uint32_t table_bytes_ = 0;
};

}  // namespace corpack
