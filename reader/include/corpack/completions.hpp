// Completions of a word that somebody is writing: the dictionary's words that begin so, the most frequent
// first; those of the text, or of another indexed field.
//
//   for (const corpack::Completion& word : corpack::complete(dataset, "symm", 5)) show(word.term.word);
//
// Lifetime: words are views into the dataset. Errors: FormatError when a block is damaged. Complexity: linear
// in the words that begin so, memory for `limit` of them. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/dataset.hpp>
#include <corpack/fold.hpp>

namespace corpack {

struct Completion {
  Term term;
  std::uint32_t records;      // that hold a word of the term's stem
  std::uint64_t occurrences;  // of all words of its stem
};

// A prefix as the dictionary knows it: case and accents don't matter.
inline std::string folded_prefix(std::string_view prefix) {
  std::string folded = fold(prefix);
  // What folds to nothing begins no word, and must not mean every word.
  return folded.empty() ? std::string{prefix} : folded;
}

inline Completion completion_of(const FieldIndex& index, const Term& term) {
  const PostingList list = index.postings(term);
  return {term, list.count(), list.occurrences()};
}

// At most `limit` words that begin so: those in the most records first, then those that occur most, then in
// the dictionary's order.
inline std::vector<Completion> complete(const FieldIndex& index, std::string_view prefix, std::size_t limit) {
  const auto comes_before = [](const Completion& a, const Completion& b) {
    if (a.records != b.records) return a.records > b.records;
    if (a.occurrences != b.occurrences) return a.occurrences > b.occurrences;
    return a.term.number < b.term.number;
  };
  std::vector<Completion> best;  // a heap, the last in front
  for (const Term term : index.terms(folded_prefix(prefix))) {
    const Completion completion = completion_of(index, term);
    if (best.size() == limit) {
      if (limit == 0 || !comes_before(completion, best.front())) continue;
      std::pop_heap(best.begin(), best.end(), comes_before);
      best.pop_back();
    }
    best.push_back(completion);
    std::push_heap(best.begin(), best.end(), comes_before);
  }
  std::sort_heap(best.begin(), best.end(), comes_before);
  return best;
}

// Words of the text.
inline std::vector<Completion> complete(const Dataset& dataset, std::string_view prefix, std::size_t limit) {
  return complete(dataset.index(0), prefix, limit);
}

}  // namespace corpack
