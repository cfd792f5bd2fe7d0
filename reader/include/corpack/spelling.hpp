// "Did you mean": a query with its misspelled words put right.
//
// Each word that no record holds (with ~: nor any word like it) is replaced by the nearest word of the
// dictionaries of the fields that it was looked for in: of those that differ by one letter (else, for words
// of five letters and more, by two) the words with the same first letter come before others, then those in
// the most records. A letter put in, left out or replaced, or two neighbours swapped, is one difference.
// Words of one or two letters, or with a digit in them, are names rather than slips and stay as they are, and
// so do prefixes and CJK words. What stands before a colon and names no field is replaced by the nearest name
// of an indexed one, or stays as it is. Lifetime: plain values. Errors: FormatError when a dictionary is
// damaged. Complexity: a pass over the dictionaries for each of the first max_corrections such words.
// Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <corpack/code_point.hpp>
#include <corpack/dataset.hpp>
#include <corpack/field_name.hpp>
#include <corpack/fuzzy_words.hpp>
#include <corpack/query.hpp>

namespace corpack {

namespace spelling {

inline constexpr std::size_t max_corrections = 8;
inline constexpr std::size_t max_letters = 64;
inline constexpr std::uint32_t max_fields = 256;

inline std::string_view first_letter(std::string_view word) {
  return word.substr(0, std::max<std::size_t>(1, decode_code_point(word, 0).length));
}

// The word that was probably meant by one that is in none of these indexes' dictionaries.
inline std::optional<std::string> nearest_word(const Dataset& dataset,
                                               const std::vector<std::uint32_t>& indexes,
                                               std::string_view folded) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const std::size_t letters = FuzzyWords{folded, 1}.letters();
  if (letters < 3 || letters > max_letters || std::any_of(folded.begin(), folded.end(), is_digit))
    return std::nullopt;
  const unsigned distance = letters < 5 ? 1 : 2;
  std::optional<std::string> best;
  std::tuple<unsigned, bool, std::uint32_t> best_rank;
  for (const std::uint32_t number : indexes) {
    const FieldIndex& index = dataset.index(number);
    for (const FuzzyWord& found : FuzzyWords{folded, distance}.find(index)) {
      // The more records, the lower the rank; of equal ones the first in the dictionary stays.
      const std::tuple rank{found.distance, first_letter(found.term.word) != first_letter(folded),
                            ~index.postings(found.term).count()};
      if (best && rank >= best_rank) continue;
      best = std::string{found.term.word};
      best_rank = rank;
    }
  }
  return best;
}

// In small letters, as far as they are compared.
inline std::string lowered(std::string_view name) {
  std::string lower{name.substr(0, 4 * max_letters)};
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return lower;
}

// The name of the indexed field that was probably meant by another.
inline std::optional<std::string> nearest_field(const Dataset& dataset, std::string_view written) {
  const std::string meant = lowered(written);
  FuzzyWords near{meant, 2};
  if (near.letters() < 3 || near.letters() > max_letters) return std::nullopt;
  std::optional<std::string> best;
  unsigned best_distance = near.letters() < 5 ? 2 : 3;
  for (std::uint32_t index = 0; index < std::min(dataset.indexes(), max_fields); ++index) {
    const std::string name = name_in_query(dataset.index_name(index).substr(0, 4 * max_letters));
    const std::optional<unsigned> distance = near.distance_to(lowered(name));
    if (!distance || *distance >= best_distance) continue;
    best = name;
    best_distance = *distance;
  }
  return best;
}

}  // namespace spelling

// The query's text with such words replaced and all else as it was written; absent where no word is.
inline std::optional<std::string> corrected_text(const Dataset& dataset, const Query& query) {
  std::string corrected;
  std::size_t copied = 0;
  std::size_t passed = 0;  // what was looked at, with the words in it
  std::size_t left = spelling::max_corrections;
  for (const UnknownWord& unknown : query.unknown_words()) {
    if (unknown.begin < passed) continue;
    if (left-- == 0) break;
    passed = unknown.end;
    const std::optional<std::string> meant =
        unknown.indexes.empty() ? spelling::nearest_field(dataset, unknown.word)
                                : spelling::nearest_word(dataset, unknown.indexes, unknown.word);
    if (!meant) continue;
    corrected += query.text().substr(copied, unknown.begin - copied);
    corrected += *meant;
    copied = unknown.end;
  }
  if (copied == 0) return std::nullopt;
  return corrected + query.text().substr(copied);
}

}  // namespace corpack
