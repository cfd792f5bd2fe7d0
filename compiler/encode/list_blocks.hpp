// Writes table `postings` or `positions` from packed lists that come by number (schema/lists.fbs).
// Thread safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "write/store.hpp"

namespace corpack {

class ListBlocks {
 public:
  ListBlocks(Store& store, const char* table, std::uint32_t field);

  // Adds the list with the next number.
  void add(std::string_view packed);
  // The same for a list of this size that `write` writes at its place, so that a large one is held once.
  void add(std::size_t size, const std::function<void(char*)>& write);
  void finish();

 private:
  void begin_list(std::size_t size);
  // The block's last list may still be to write.
  void finish_block(std::size_t last_bytes, const std::function<void(char*)>& write_last);

  Store& store_;
  const char* table_;
  std::uint32_t field_;
  std::uint32_t blocks_ = 0;
  std::uint32_t first_list_ = 0;
  std::string data_;
  std::vector<std::uint32_t> starts_;
  std::vector<std::uint8_t> sizes_;
};

}  // namespace corpack
