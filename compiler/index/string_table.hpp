// Distinct strings, numbered from 0 in the order they came: an open-addressing hash table over one arena.
//
// Nearly every word has at most 15 bytes: those stand in the table itself, so that finding one touches one
// cache line (with the text in the arena alone, look-ups were a third of a compilation's time). Whoever has
// many of them to find makes a Probe of each first, so that the cache lines come while other work goes on.
//
// Lifetime: a view from operator[] lives until the next add() or clear(). Requirements: fewer than 2^32
// strings. Complexity: one probe on average. Thread safety: none.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/hash.hpp>

namespace corpack {

class StringTable {
  // A short string's bytes and, in the last byte, its size; a long one's hash and 255.
  struct Key {
    std::uint64_t low;
    std::uint64_t high;
    friend bool operator==(const Key&, const Key&) = default;
  };

 public:
  // The longest string that stands in the table itself.
  static constexpr std::size_t short_bytes = 15;

  // Where a string is looked for. A short string's probe stands for the string itself.
  struct Probe {
    Key key;
    std::uint64_t hash;
  };

  // Fetches the string's slot ahead of add().
  Probe probe(std::string_view text) const {
    const Key key = key_of(text);
    const std::uint64_t where = hash(key);
    __builtin_prefetch(&slots_[where & (slots_.size() - 1)]);
    return {key, where};
  }

  // The string's number, a new one if it is new.
  std::uint32_t add(std::string_view text) {
    const Key key = key_of(text);
    return add(text, {key, hash(key)});
  }
  // REQUIRES: the probe was made of the text, by this table.
  std::uint32_t add(std::string_view text, const Probe& probe) {
    if ((strings_.size() + 1) * 3 > slots_.size() * 2) grow();
    const std::uint64_t mask = slots_.size() - 1;
    for (std::uint64_t place = probe.hash & mask;; place = (place + 1) & mask) {
      Slot& slot = slots_[place];
      if (slot.number_plus_1 == 0) {
        slot = {probe.key, static_cast<std::uint32_t>(strings_.size() + 1)};
        strings_.push_back({arena_.size(), static_cast<std::uint32_t>(text.size())});
        arena_.append(text);
        return slot.number_plus_1 - 1;
      }
      if (slot.key == probe.key && (text.size() <= short_bytes || (*this)[slot.number_plus_1 - 1] == text))
        return slot.number_plus_1 - 1;
    }
  }
  // REQUIRES: the probe was made of a text of at most short_bytes, by this table.
  std::uint32_t add(const Probe& probe) {
    static_assert(std::endian::native == std::endian::little);
    return add({reinterpret_cast<const char*>(&probe.key), probe.key.high >> 56}, probe);
  }

  std::string_view operator[](std::uint32_t number) const {
    const String& string = strings_[number];
    return {arena_.data() + string.begin, string.size};
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(strings_.size()); }

  std::size_t memory_bytes() const {
    return arena_.capacity() + strings_.capacity() * sizeof(String) + slots_.capacity() * sizeof(Slot);
  }

  // The most that adding so many strings of so many bytes needs while it goes on: what grows is copied.
  std::size_t memory_bytes_with(std::size_t strings, std::size_t bytes) const {
    std::size_t most = memory_bytes();
    if (arena_.size() + bytes > arena_.capacity()) most += 2 * arena_.capacity() + bytes;
    if (strings_.size() + strings > strings_.capacity())
      most += 2 * sizeof(String) * std::max(strings_.capacity(), strings);
    for (std::size_t slots = slots_.size(); (strings_.size() + strings) * 3 > slots * 2; slots *= 2)
      most += 2 * slots * sizeof(Slot);
    return most;
  }

  void clear() {
    std::string{}.swap(arena_);
    strings_ = {};
    slots_ = std::vector<Slot>(first_slots);
  }

 private:
  static constexpr std::size_t first_slots = 1024;

  struct Slot {
    Key key{};
    std::uint32_t number_plus_1 = 0;  // 0: empty
  };
  struct String {
    std::uint64_t begin;
    std::uint32_t size;
  };

  static std::uint64_t load(const char* from, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, from, bytes);
    return value;
  }

  static Key key_of(std::string_view text) {
    const std::size_t size = text.size();
    const char* const from = text.data();
    const std::uint64_t tag = std::uint64_t{size <= short_bytes ? size : 255} << 56;
    if (size > short_bytes) return {hash64(text), tag};
    if (size >= 8)
      return {load(from, 8), tag | (size == 8 ? 0 : load(from + size - 8, 8) >> (8 * (16 - size)))};
    if (size >= 4) return {load(from, 4) | load(from + size - 4, 4) << (8 * (size - 4)), tag};
    std::uint64_t low = 0;
    for (std::size_t i = 0; i < size; ++i)
      low |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
    return {low, tag};
  }

  // Multiplies with odd constants (the golden ratio's and splitmix64's) and folds the high half in.
  static std::uint64_t hash(const Key& key) {
    const std::uint64_t mixed =
        (key.low * 0x9E3779B97F4A7C15u) ^ ((key.high + key.low) * 0xBF58476D1CE4E5B9u);
    return mixed ^ (mixed >> 32);
  }

  void grow() {
    std::vector<Slot> slots(slots_.size() * 2);
    const std::uint64_t mask = slots.size() - 1;
    for (const Slot& slot : slots_) {
      if (slot.number_plus_1 == 0) continue;
      std::uint64_t place = hash(slot.key) & mask;
      while (slots[place].number_plus_1 != 0) place = (place + 1) & mask;
      slots[place] = slot;
    }
    slots_ = std::move(slots);
  }

  std::string arena_;
  std::vector<String> strings_;
  std::vector<Slot> slots_ = std::vector<Slot>(first_slots);
};

}  // namespace corpack
