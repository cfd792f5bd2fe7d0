// A query in corpack's own language (reader/QUERY.md), and how it is run. Errors: as Searcher's. Pure
// functions.
#pragma once

#include <cstdint>
#include <string>

#include <corpack/searcher.hpp>

#include "bench/queries/text_query.hpp"

namespace corpack::bench {

inline std::string corpack_query(const TextQuery& query) {
  const Shape shape = query.kind->shape;
  std::string text;
  for (const std::string& word : query.words) {
    if (!text.empty()) text += ' ';
    text += (shape == Shape::all_words ? "+" : "") + word;
  }
  if (shape == Shape::phrase) return '"' + text + '"';
  return shape == Shape::prefix ? text + '*' : text;
}

inline std::uint64_t run_query(Searcher& searcher, const Query& query, bool counts_only) {
  if (counts_only) return searcher.run(query, {.limit = 0, .exact_total = true}).total;
  return searcher.run(query, {.limit = 10}).hits.size();
}

}  // namespace corpack::bench
