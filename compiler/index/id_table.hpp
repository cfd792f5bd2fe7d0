// The ids of all records so far: finds duplicates while compiling, and becomes the id directory at the end.
//
// 256 open-addressing tables, one for each value of the hash's first byte, so that growing one needs little
// memory on top and the entries of all tables in turn are in order once each is sorted. About 20 bytes a
// record. Requirements: ordinals are below 2^32 - 1. Complexity: one probe on average. Thread safety: none.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <corpack/format.hpp>

namespace corpack {

class IdTable {
 public:
  // Adds a record. REQUIRES: there is no entry with this hash and ordinal.
  void add(std::uint64_t hash, std::uint32_t ordinal) {
    Part& part = part_of(hash);
    if ((part.held + 1) * 8 > part.entries.size() * 7) grow(part);
    place(part, {hash, ordinal, 0});
    ++part.held;
  }

  // Calls `same` with the ordinal of each record of this hash until it returns true; whether it did.
  template <class Same>
  bool any(std::uint64_t hash, Same&& same) const {
    const Part& part = parts_[hash >> 56];
    if (part.entries.empty()) return false;
    for (std::size_t at = start(part, hash); part.entries[at].ordinal() != no_record; at = next(part, at))
      if (part.entries[at].hash() == hash && same(part.entries[at].ordinal())) return true;
    return false;
  }

  // Where the record's text lies in its block. REQUIRES: the record was added.
  void set_offset(std::uint64_t hash, std::uint32_t ordinal, std::uint32_t offset) {
    Part& part = part_of(hash);
    std::size_t at = start(part, hash);
    while (part.entries[at].ordinal() != ordinal) at = next(part, at);
    part.entries[at] = {hash, ordinal, offset};
  }

  std::size_t memory_bytes() const { return memory_bytes_; }

  // Gives out all entries ascending by (hash, ordinal), and is empty then.
  template <class Sink>
  void drain(Sink&& sink) {
    for (Part& part : parts_) {
      std::erase_if(part.entries, [](const format::IdEntry& entry) { return entry.ordinal() == no_record; });
      std::sort(part.entries.begin(), part.entries.end(), [](const auto& a, const auto& b) {
        return a.hash() != b.hash() ? a.hash() < b.hash() : a.ordinal() < b.ordinal();
      });
      for (const format::IdEntry& entry : part.entries) sink(entry);
      part = Part{};
    }
  }

 private:
  static constexpr std::uint32_t no_record = 0xFFFFFFFFu;
  struct Part {
    std::vector<format::IdEntry> entries;
    std::size_t held = 0;
  };

  Part& part_of(std::uint64_t hash) { return parts_[hash >> 56]; }
  // The bits below the first byte, scaled to the table's size.
  static std::size_t start(const Part& part, std::uint64_t hash) {
    return static_cast<std::size_t>((((hash >> 24) & 0xFFFFFFFFu) * part.entries.size()) >> 32);
  }
  static std::size_t next(const Part& part, std::size_t at) {
    return at + 1 == part.entries.size() ? 0 : at + 1;
  }

  static void place(Part& part, const format::IdEntry& entry) {
    std::size_t at = start(part, entry.hash());
    while (part.entries[at].ordinal() != no_record) at = next(part, at);
    part.entries[at] = entry;
  }

  void grow(Part& part) {
    Part larger;
    larger.entries.resize(std::max<std::size_t>(16, part.entries.size() + part.entries.size() / 4),
                          format::IdEntry{0, no_record, 0});
    for (const format::IdEntry& entry : part.entries)
      if (entry.ordinal() != no_record) place(larger, entry);
    larger.held = part.held;
    memory_bytes_ += (larger.entries.size() - part.entries.size()) * sizeof(format::IdEntry);
    part = std::move(larger);
  }

  std::array<Part, 256> parts_;
  std::size_t memory_bytes_ = 0;
};

}  // namespace corpack
