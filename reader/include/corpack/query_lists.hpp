// Finds the posting list of a query's word: the word's own, or else that of another word with the same stem.
//
// The dictionary knows words and not stems, so a word that no record holds (symmetrical, where only
// symmetries occur) is looked for among the words that begin like its stem. This finds all but a stem's odd
// forms (lying from lie) and the forms of a stem that very many words begin with. Lifetime: refers to the
// Dataset and the Analyzer. Complexity: a hash look-up for a word of the dataset; else up to 1,024 neighbours
// are stemmed, and at most 65,536 in all. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/query.hpp>

namespace corpack {

class QueryLists {
 public:
  static constexpr std::uint32_t max_neighbours =
      512;  // of the stem, and again of the stem but for its last letter
  static constexpr std::uint32_t max_all_neighbours = 65536;
  static constexpr std::size_t long_word = 64;  // a word counts as one more for each so many bytes

  QueryLists(const Dataset& dataset, Analyzer& analyzer) : dataset_(dataset), analyzer_(analyzer) {}

  // The list in a field's index (Dataset::index); QueryNode::no_list where no record holds the word in that
  // field. `folded` is a word as the analyzer gives it.
  std::uint32_t list_of(std::uint32_t index, const std::string& folded) {
    const FieldIndex& field = dataset_.index(index);
    if (const auto term = field.term(folded)) return term->list;
    if (field.terms().empty() || analyzer_.language() == "none") return QueryNode::no_list;
    const auto [place, added] =
        unknown_.try_emplace(folded + ' ' + std::to_string(index), QueryNode::no_list);
    if (added) place->second = list_of_stem(field, std::string{analyzer_.stem(folded)});
    return place->second;
  }

 private:
  std::uint32_t list_of_stem(const FieldIndex& index, const std::string& stem) {
    std::string_view begin = stem;
    if (const auto list = neighbour(index, begin, stem)) return *list;
    // A word's stem may end in another letter than the word (happi: happy, happier).
    do begin.remove_suffix(1);
    while (!begin.empty() && (static_cast<unsigned char>(begin.back()) & 0xC0u) == 0x80u);
    if (begin.size() < 2) return QueryNode::no_list;
    return neighbour(index, begin, stem).value_or(QueryNode::no_list);
  }

  std::optional<std::uint32_t> neighbour(const FieldIndex& index, std::string_view begin,
                                         std::string_view stem) {
    std::uint32_t seen = 0;
    for (const Term& term : index.terms(begin)) {
      if (seen++ == max_neighbours || all_seen_ >= max_all_neighbours) break;
      all_seen_ += 1 + static_cast<std::uint32_t>(term.word.size() / long_word);
      if (analyzer_.stem(term.word) == stem) return term.list;
    }
    return std::nullopt;
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  std::unordered_map<std::string, std::uint32_t>
      unknown_;  // words that are not in a dictionary, with its number
  std::uint32_t all_seen_ = 0;
};

}  // namespace corpack
