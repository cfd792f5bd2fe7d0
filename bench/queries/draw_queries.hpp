// Draws queries from a dataset's own records, so that each has something to find, words in the frequencies
// that people write.
//
// Words are counted in 20,000 records drawn at random (or all). One is frequent where more than 1 % of them
// hold it, rare where at most max(2, 0.05 %) do, middling between. The words of AND and OR come from one
// record, those of a phrase stand side by side in one; words that only one of the counted records holds are
// left out there. A word here is two or more ASCII letters between white space, sentence marks aside: every
// engine cuts that the same way.
//
// The same dataset and seed give the same queries everywhere. Where few records leave a frequency without
// words, its queries take any word; where no record has enough words, a kind has fewer queries or none.
//
// Lifetime: the Dataset must outlive the drawer. Errors: FormatError when the dataset is damaged. Complexity:
// the constructor is linear in the text drawn from, a draw in the record it looks at. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>

#include "bench/queries/text_query.hpp"

namespace corpack::bench {

class QueryDrawer {
 public:
  QueryDrawer(const Dataset& dataset, std::uint64_t seed);

  // `count` queries of a kind; fewer where they cannot be drawn.
  std::vector<TextQuery> draw(const QueryKind& kind, std::size_t count);

  // `per_kind` queries of each kind, in the order of query_kinds.
  std::vector<TextQuery> draw_all(std::size_t per_kind);

  // What differs from the rules above in the queries of draw_all.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> distinct_words(std::uint32_t ordinal) const;
  const std::vector<std::string>& pool_of(const QueryKind& kind) const;
  std::uint32_t any_record() { return counted_[random_() % counted_.size()]; }
  std::vector<std::string> draw_words(const QueryKind& kind);
  std::vector<std::string> draw_from_record(std::size_t count);
  std::vector<std::string> draw_phrase();

  const Dataset& dataset_;
  std::mt19937_64 random_;
  std::vector<std::uint32_t> counted_;
  std::map<std::string, std::uint32_t> counts_;  // ordered: the pools must not depend on the library
  std::vector<std::string> all_, high_, middling_, rare_;
  std::vector<std::string> notes_;
};

}  // namespace corpack::bench
