// Packs one posting list and its positions (schema/FORMAT.md, "Postings" and "Positions").
//
// Lifetime: what a Packer gives lives until its next call. Requirements: ordinals ascend, frequencies are at
// least 1, positions of one posting ascend. Errors: corpack::Error when a list passes 4 GiB. Thread safety:
// none.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "encode/score_bounds.hpp"

namespace corpack {

// The postings of a list of 128 or more, block by block: it need not be in memory as a whole. The list's
// bytes are front() and then all of body().
class LongPostings {
 public:
  // As of ListPacker.
  LongPostings(std::span<const std::uint8_t> length_codes, double average_length);

  // REQUIRES: 128 postings, or, the last time, fewer.
  void add_block(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies);

  // What was packed since drop_body().
  const std::string& body() const { return body_; }
  void drop_body() { taken_bytes_ += std::exchange(body_, {}).size(); }

  // REQUIRES: all blocks were added.
  std::string front() const;

 private:
  std::span<const std::uint8_t> length_codes_;
  double average_length_;
  std::uint32_t before_ = ~std::uint32_t{0};  // the last ordinal
  std::uint32_t count_ = 0;
  std::uint64_t extra_ = 0;  // occurrences beyond one a posting
  BoundsBuilder bounds_;
  FloorsBuilder floors_;
  std::vector<BlockHead> heads_;  // their places count from the body's begin
  std::string body_;
  std::uint64_t taken_bytes_ = 0;
};

// The positions of such a list, likewise.
class LongPositions {
 public:
  // The gaps of the postings of one block.
  void add_block(std::span<const std::uint32_t> gaps);
  const std::string& body() const { return body_; }
  void drop_body() { taken_bytes_ += std::exchange(body_, {}).size(); }
  std::string front() const;

 private:
  std::vector<std::uint32_t> begins_;  // in the body
  std::string body_;
  std::uint64_t taken_bytes_ = 0;
};

class ListPacker {
 public:
  // `length_codes`: of all records, by ordinal. `average_length`: about, above 0.
  ListPacker(std::span<const std::uint8_t> length_codes, double average_length)
      : length_codes_(length_codes), average_length_(average_length) {}

  std::string_view postings(std::span<const std::uint32_t> ordinals,
                            std::span<const std::uint32_t> frequencies);

  // `gaps`: of each posting in turn, its first position and then the distances minus one.
  std::string_view positions(std::span<const std::uint32_t> frequencies, std::span<const std::uint32_t> gaps);

 private:
  void short_list(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies);
  void long_list(std::span<const std::uint32_t> ordinals, std::span<const std::uint32_t> frequencies);

  std::span<const std::uint8_t> length_codes_;
  double average_length_;
  std::string postings_;
  std::string positions_;
};

}  // namespace corpack
