// Merges cursors over gathered lists: each term once, with its words and the parts of all cursors in input
// order.
//
// Lifetime: owns its cursors. Errors: those of the cursors. Complexity: logarithmic in the number of cursors
// for each of their lists; a list's bytes are read by whoever wants them, and nothing holds them. Thread
// safety: none.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "index/list_cursor.hpp"

namespace corpack {

class ListMerge final : public ListCursor {
 public:
  // The cursors in input order: of one term, the first one's ordinals are the lowest.
  explicit ListMerge(std::vector<std::unique_ptr<ListCursor>> cursors);

  bool next() override;
  void read(char* to, std::size_t size) override;

 private:
  bool later(std::size_t a, std::size_t b) const;
  void advance(std::size_t cursor);
  std::size_t pop();
  void take(std::size_t cursor);

  struct Source {
    std::size_t cursor;
    std::uint64_t left_bytes;
  };

  std::vector<std::unique_ptr<ListCursor>> cursors_;
  std::vector<std::size_t> queue_;  // a heap of cursors: the least term first
  std::vector<Source> sources_;     // of the list at hand
  std::size_t source_ = 0;          // that is being read
};

}  // namespace corpack
