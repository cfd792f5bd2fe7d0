// The kinds of queries that are measured, and one query of a kind as plain words, which each engine puts into
// its own form. Plain values, thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace corpack::bench {

// By the share of records that hold a word (draw_queries.hpp).
enum class Frequency : std::uint8_t { high, middling, rare, any };
enum class Shape : std::uint8_t { word, all_words, any_word, phrase, prefix };

struct QueryKind {
  std::string_view name;
  Shape shape;
  std::size_t words;
  Frequency frequency;
  bool counts_only;  // the exact number of matching records, no hits; the others ask for the ten best
};

inline constexpr std::array<QueryKind, 11> query_kinds{{
    {"term_high", Shape::word, 1, Frequency::high, false},
    {"term_mid", Shape::word, 1, Frequency::middling, false},
    {"term_rare", Shape::word, 1, Frequency::rare, false},
    {"and2", Shape::all_words, 2, Frequency::any, false},
    {"and3", Shape::all_words, 3, Frequency::any, false},
    {"or2", Shape::any_word, 2, Frequency::any, false},
    {"or3", Shape::any_word, 3, Frequency::any, false},
    {"or5", Shape::any_word, 5, Frequency::any, false},
    {"count_and2", Shape::all_words, 2, Frequency::any, true},
    {"phrase2", Shape::phrase, 2, Frequency::any, false},
    {"prefix", Shape::prefix, 1, Frequency::middling, false},
}};

struct TextQuery {
  const QueryKind* kind;           // one of query_kinds
  std::vector<std::string> words;  // lower-case; of a prefix its beginning
};

}  // namespace corpack::bench
