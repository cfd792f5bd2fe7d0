// The inverted tables of one indexed field: its dictionary, posting lists, positions and record lengths.
//
// Lifetime: views into the dataset. Errors: FormatError when a block is damaged. Complexity: that of Terms,
// Lists and Bitmaps. Thread-safe (read-only).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/bitmaps.hpp>
#include <corpack/info.hpp>
#include <corpack/positions.hpp>
#include <corpack/postings.hpp>
#include <corpack/terms.hpp>

namespace corpack {

// The blocks of one field, by table.
struct FieldBlocks {
  std::vector<Block> lengths;
  std::vector<Block> terms;
  std::vector<Block> postings;
  std::vector<Block> positions;
  std::vector<Block> bitmaps;
};

class FieldIndex {
 public:
  FieldIndex() = default;

  // `totals`: what `meta` says of the field. `records`, `file_bytes`: of the dataset.
  FieldIndex(const FieldBlocks& blocks, const IndexInfo& totals, std::uint32_t records,
             std::uint64_t file_bytes)
      : postings_(blocks.postings),
        positions_(blocks.positions),
        bitmaps_(blocks.bitmaps, records),
        terms_(blocks.terms, postings_.size()),
        totals_(totals),
        file_bytes_(file_bytes),
        records_(records) {
    open_lengths(blocks.lengths);
  }

  // Number of the field; 0 is the text.
  std::uint32_t field() const { return totals_.field; }
  const IndexInfo& totals() const { return totals_; }
  // Number of records of the dataset.
  std::uint32_t records() const { return records_; }

  // Whether it has what a search needs: terms, postings and lengths.
  bool searchable() const { return !postings_.empty() && !lengths_.empty() && !terms_.empty(); }
  bool has_positions() const { return positions_.size() == postings_.size() && searchable(); }

  const Terms& terms() const { return terms_; }
  // The term of exactly this folded word.
  std::optional<Term> term(std::string_view folded) const { return terms_.find(folded); }
  // Terms that begin with these bytes, in byte order.
  TermRange terms(std::string_view prefix) const { return terms_.prefix(prefix); }

  // The posting list of a term: of all words that share its stem.
  PostingList postings(const Term& term) const { return postings(term.list); }
  PostingList postings(std::uint32_t list) const {
    PostingList postings{postings_[list]};
    if (format::has_bitmap(postings.count(), records_)) postings.set_bits(bitmaps_[list]);
    return postings;
  }
  // REQUIRES: has_positions().
  PositionList positions(std::uint32_t list, std::uint32_t count) const {
    // A text has no more words than bytes.
    return PositionList{positions_[list], count, file_bytes_};
  }
  std::uint32_t lists() const { return postings_.size(); }
  // Lists that table `positions` holds.
  std::uint32_t position_lists() const { return positions_.size(); }

  // Length code of each record (lengths.hpp), in pieces of 2^23.
  std::span<const std::span<const std::uint8_t>> length_codes() const { return lengths_; }

 private:
  void open_lengths(const std::vector<Block>& blocks) {
    std::uint64_t next = 0;
    for (const Block& block : blocks) {
      const FlatTable table = FlatTable::root(block, format::LengthsIdentifier());
      const auto codes = table.span<std::uint8_t>(format::Lengths::VT_LENGTHS);
      const std::uint64_t expected = std::min<std::uint64_t>(format::lengths_per_block, records_ - next);
      if (table.scalar<std::uint32_t>(format::Lengths::VT_FIRST) != next || codes.size() != expected ||
          expected == 0 ||
          block.key != format::field_key(totals_.field, static_cast<std::uint32_t>(lengths_.size())))
        block.fail("its lengths are not the next ones");
      next += codes.size();
      lengths_.push_back(codes);
    }
    if (next != 0 && next != records_) throw FormatError("damaged dataset: table 'lengths' ends too early");
  }

  Lists postings_;
  Lists positions_;
  Bitmaps bitmaps_;
  Terms terms_;
  std::vector<std::span<const std::uint8_t>> lengths_;
  IndexInfo totals_;
  std::uint64_t file_bytes_ = 0;
  std::uint32_t records_ = 0;
};

}  // namespace corpack
