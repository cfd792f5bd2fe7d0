// Writes table `terms` from words that come in byte order (schema/terms.fbs). Thread safety: none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/format.hpp>

#include "write/store.hpp"

namespace corpack {

class TermBlocks {
 public:
  TermBlocks(Store& store, std::uint32_t field) : store_(store), field_(field) {}

  // REQUIRES: the word is greater than the one before.
  void add(std::string_view word, std::uint32_t list);
  void finish();

  std::uint32_t words() const { return first_word_ + static_cast<std::uint32_t>(offsets_.size()); }

 private:
  void finish_block();
  std::vector<std::uint32_t> hash_directory() const;
  std::size_t begin_of(std::size_t word) const {
    return std::size_t{starts_[word / format::words_per_start]} + offsets_[word];
  }

  Store& store_;
  std::uint32_t field_;
  std::uint32_t blocks_ = 0;
  std::uint32_t first_word_ = 0;
  std::string text_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint16_t> offsets_;
  std::vector<std::uint32_t> lists_;
};

}  // namespace corpack
