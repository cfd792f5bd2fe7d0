// Edits of a dataset file by a script of bytes: how a fuzzer, and a random test, write hostile files.
//
// A script is short where a file is long, so that what a fuzzer found is a file of a few bytes, and places
// are relative to the blocks of the tables, so that every edit lands on something. The first byte says
// whether all checksums are made right afterwards (reseal), which lets the edit through to what lies behind
// them. Each further 14 bytes are one edit; what is left over is ignored.
//
//   u8 kind, u8 part, u32 place, u64 value (little-endian)
//
// part: a block, counted over all tables; then the B-tree pages; then the whole file. place: within it.
//
// Lifetime: none. Requirements: a Layout of the bytes as they were. Errors: none; any script is valid.
// Complexity: linear in script and file. Thread-safe (no shared state).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "reader/layout.hpp"

namespace corpack::test {

struct Edit {
  enum Kind : std::uint8_t {
    flip,
    store_8,
    store_16,
    store_32,
    store_64,
    add_32,
    fill,
    copy,
    swap_pages,
    cut,
    repeat_32,  // a number many times: lists of one start, words of one list, a crowded directory
    lead_all    // many offsets that lead to one place: texts, columns or tables that are one
  };
  static constexpr std::uint8_t kinds = 12;
  static constexpr std::size_t bytes = 14;
  static constexpr std::uint8_t reseal_bit = 1;  // in a script's first byte

  std::uint8_t kind = 0;
  std::uint8_t part = 0;
  std::uint32_t place = 0;
  std::uint64_t value = 0;

  void append_to(std::string& script) const {
    script += static_cast<char>(kind);
    script += static_cast<char>(part);
    script.append(reinterpret_cast<const char*>(&place), sizeof place);
    script.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
};

class FileEditor {
 public:
  FileEditor(const Layout& layout, std::string& bytes) : layout_(layout), bytes_(bytes) {}

  void run(std::string_view script) {
    const bool reseal = !script.empty() && (script.front() & Edit::reseal_bit) != 0;
    for (std::size_t at = 1; at + Edit::bytes <= script.size(); at += Edit::bytes) {
      Edit edit;
      edit.kind = static_cast<std::uint8_t>(script[at]);
      edit.part = static_cast<std::uint8_t>(script[at + 1]);
      std::memcpy(&edit.place, script.data() + at + 2, sizeof edit.place);
      std::memcpy(&edit.value, script.data() + at + 6, sizeof edit.value);
      apply(edit);
    }
    if (reseal) layout_.reseal(bytes_);
  }

 private:
  static constexpr std::size_t page_bytes = 4096;
  static constexpr std::size_t page_head_bytes = 256;  // the header, node places and first nodes

  // Where `size` bytes begin. REQUIRES: the file has as many.
  std::size_t place_of(std::uint8_t part, std::uint64_t place, std::size_t size) const {
    const auto& parts = layout_.parts();
    const std::size_t number = part % (parts.size() + 2);
    std::size_t at = place % bytes_.size();
    if (number < parts.size())
      at = parts[number].offset + place % parts[number].size;
    else if (number == parts.size())
      at = place / page_head_bytes % (bytes_.size() / page_bytes + 1) * page_bytes + place % page_head_bytes;
    return std::min(at, bytes_.size() - size);
  }

  template <class T>
  void store(const Edit& edit, bool add = false) {
    const std::size_t at = place_of(edit.part, edit.place / sizeof(T) * sizeof(T), sizeof(T));
    T value{};
    if (add) std::memcpy(&value, bytes_.data() + at, sizeof value);
    value = static_cast<T>(value + edit.value);
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }

  // Up to 4,096 numbers from the place on: that of the value's low half, and `less` less from one to the
  // next.
  void repeat(const Edit& edit, std::uint32_t less) {
    const std::size_t begin = place_of(edit.part, edit.place / 4 * 4, 4);
    const std::size_t count =
        std::min<std::size_t>(1 + (edit.value >> 32) % 4096, (bytes_.size() - begin) / 4);
    auto number = static_cast<std::uint32_t>(edit.value);
    for (std::size_t i = 0; i < count; ++i, number -= less)
      std::memcpy(bytes_.data() + begin + 4 * i, &number, sizeof number);
  }

  // 1 to 256 bytes.
  std::size_t run_length(std::uint64_t value) const {
    return std::min<std::size_t>(1 + value % 256, bytes_.size());
  }

  void apply(const Edit& edit) {
    if (bytes_.size() < 2 * page_bytes) return;
    switch (edit.kind % Edit::kinds) {
      case Edit::flip:
        bytes_[place_of(edit.part, edit.place, 1)] ^= static_cast<char>(1u << (edit.value % 8));
        break;
      case Edit::store_8:
        return store<std::uint8_t>(edit);
      case Edit::store_16:
        return store<std::uint16_t>(edit);
      case Edit::store_32:
        return store<std::uint32_t>(edit);
      case Edit::store_64:
        return store<std::uint64_t>(edit);
      case Edit::add_32:
        return store<std::uint32_t>(edit, true);
      case Edit::fill: {
        const std::size_t size = run_length(edit.value);
        bytes_.replace(place_of(edit.part, edit.place, size), size, size, static_cast<char>(edit.value >> 8));
        break;
      }
      case Edit::copy: {
        const std::size_t size = run_length(edit.value);
        const auto from = static_cast<std::uint8_t>(edit.value >> 8);
        const std::string piece = bytes_.substr(place_of(from, edit.value >> 16, size), size);
        bytes_.replace(place_of(edit.part, edit.place, size), size, piece);
        break;
      }
      case Edit::swap_pages: {
        const std::size_t pages = bytes_.size() / page_bytes;
        char* const one = bytes_.data() + edit.place % pages * page_bytes;
        char* const other = bytes_.data() + edit.value % pages * page_bytes;
        if (one != other) std::swap_ranges(one, one + page_bytes, other);
        break;
      }
      case Edit::cut:
        bytes_.resize(bytes_.size() - edit.value % bytes_.size());
        break;
      case Edit::repeat_32:
        return repeat(edit, 0);
      case Edit::lead_all:
        return repeat(edit, 4);
    }
  }

  const Layout& layout_;
  std::string& bytes_;
};

}  // namespace corpack::test
