// The parts of a large list that the gatherer gave out last, as unpack_part() reads them: piece by piece.
//
// Lifetime: refers to the Gatherer, which must not go on to another list. Errors: those of RunFile. Memory: a
// piece. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "index/gatherer.hpp"
#include "index/varint.hpp"

namespace corpack {

class LargeParts {
 public:
  explicit LargeParts(Gatherer& gatherer) : gatherer_(gatherer), piece_(gatherer.next_piece()) {}

  // Goes on to the next part. False: there is none.
  bool next() {
    if (!piece_) return false;
    bytes_.clear();
    from = end = nullptr;
    take_piece();
    return true;
  }
  void fetch() {
    // Two varints are read at a time.
    while (static_cast<std::size_t>(end - from) < 2 * max_varint_bytes && piece_ && !piece_->begins_part)
      take_piece();
  }

  const std::uint8_t* from = nullptr;
  const std::uint8_t* end = nullptr;

 private:
  void take_piece() {
    bytes_.erase(0, bytes_.size() - static_cast<std::size_t>(end - from));
    bytes_.append(piece_->bytes);
    from = reinterpret_cast<const std::uint8_t*>(bytes_.data());
    end = from + bytes_.size();
    piece_ = gatherer_.next_piece();
  }

  Gatherer& gatherer_;
  std::optional<ListPiece> piece_;  // that comes next
  std::string bytes_;
};

}  // namespace corpack
