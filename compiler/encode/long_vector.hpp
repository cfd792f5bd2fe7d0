// The longest vector of a block, written straight to where LMDB keeps the block: no copy of it in a builder.
//
// FlatBuffers builds from the end: the vector made first lies last, and all that lies before it depends on
// its size modulo 8 alone. So the builder gets a stand-in of that few bytes, and put() writes what lies
// before the vector, its true length, and then the vector. The bytes are those of a builder that had the
// vector itself.
//
// Lifetime: refers to the builder. Requirements: the builder is empty at first; the vector has elements, of 1
// or 8 bytes. Errors: those of Store. Thread safety: none.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include <flatbuffers/flatbuffers.h>

#include "write/store.hpp"

namespace corpack {

template <class Element>
class LongVector {
 public:
  LongVector(flatbuffers::FlatBufferBuilder& builder, std::size_t elements)
      : builder_(builder), elements_(elements) {
    static_assert(sizeof(Element) == 1 || sizeof(Element) == 8);
    assert(builder.GetSize() == 0 && elements > 0);
    // At least one element: FlatBuffers aligns no empty vector.
    const std::vector<Element> few((elements - 1) % (8 / sizeof(Element)) + 1);
    stand_in_bytes_ = few.size() * sizeof(Element);
    stand_in_ = builder.CreateVector(few);
  }

  flatbuffers::Offset<flatbuffers::Vector<Element>> stand_in() const { return stand_in_; }

  // Puts the finished builder's block; `write` writes the elements' bytes.
  void put(Store& store, const char* table, std::uint64_t key,
           const std::function<void(char*)>& write) const {
    const std::size_t long_bytes = elements_ * sizeof(Element);
    const std::size_t front_bytes = builder_.GetSize() - stand_in_.o;
    const std::size_t tail_bytes = stand_in_.o - sizeof(std::uint32_t) - stand_in_bytes_;
    const std::size_t size = builder_.GetSize() - stand_in_bytes_ + long_bytes;
    store.put(table, key, size, [&](char* to) {
      const auto length = static_cast<std::uint32_t>(elements_);
      std::memcpy(to, builder_.GetBufferPointer(), front_bytes);
      std::memcpy(to + front_bytes, &length, sizeof length);
      write(to + front_bytes + sizeof length);
      std::memset(to + size - tail_bytes, 0, tail_bytes);
    });
  }

 private:
  flatbuffers::FlatBufferBuilder& builder_;
  std::size_t elements_;
  std::size_t stand_in_bytes_ = 0;
  flatbuffers::Offset<flatbuffers::Vector<Element>> stand_in_;
};

}  // namespace corpack
