// The same query with fewer nodes: groups that add nothing go, a word that repeats gets more weight, boosts
// of groups move to what they hold, and what finds nothing goes where it is not required.
//
// Complexity: linear in the query; recursion is as deep as its groups. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <corpack/query.hpp>

namespace corpack {

namespace detail {

// What boosts of groups in groups come to: scores are floats.
inline constexpr double least_weight = 1e-6;
inline constexpr double most_weight = 1e6;

// Whether a group's clauses can stand in the group around it.
inline bool merges(const QueryNode& group) {
  const Occur occur = group.occur;
  if (occur == Occur::must_not) return false;
  return std::all_of(group.clauses.begin(), group.clauses.end(),
                     [&](const QueryNode& c) { return c.occur == occur; });
}

inline void merge_repeated(std::vector<QueryNode>& clauses) {
  std::vector<QueryNode> kept;
  std::unordered_map<std::string, std::size_t> places;
  for (QueryNode& clause : clauses) {
    std::string key;
    if (clause.kind == QueryNode::Kind::term)
      key = std::to_string(clause.list) + ' ' + std::to_string(clause.index);
    if (clause.kind == QueryNode::Kind::prefix) key = clause.word + '*' + std::to_string(clause.index);
    if (!key.empty()) {
      key += static_cast<char>('0' + static_cast<int>(clause.occur));
      const auto [place, added] = places.emplace(std::move(key), kept.size());
      if (!added) {
        kept[place->second].weight += clause.weight;
        continue;
      }
    }
    kept.push_back(std::move(clause));
  }
  clauses = std::move(kept);
}

}  // namespace detail

// False: of a group's clauses only `max_clauses` were kept, the required and excluded ones before the
// optional.
inline bool simplify_query(QueryNode& node, std::size_t max_clauses) {
  if (node.kind != QueryNode::Kind::group) return true;
  bool whole = true;
  std::vector<QueryNode> clauses;
  for (QueryNode& clause : node.clauses) {
    clause.weight = std::clamp(clause.weight * node.weight, detail::least_weight, detail::most_weight);
    whole = simplify_query(clause, max_clauses) && whole;
    if (clause.kind == QueryNode::Kind::group && detail::merges(clause))
      std::move(clause.clauses.begin(), clause.clauses.end(), std::back_inserter(clauses));
    else
      clauses.push_back(std::move(clause));
  }
  node.weight = 1;
  detail::merge_repeated(clauses);
  std::erase_if(clauses, [](const QueryNode& c) {
    return c.kind == QueryNode::Kind::nothing && c.occur != Occur::must;
  });
  if (clauses.size() > max_clauses) {
    // What only adds to the rank goes first.
    std::stable_partition(clauses.begin(), clauses.end(),
                          [](const QueryNode& c) { return c.occur != Occur::should; });
    clauses.resize(max_clauses);
    whole = false;
  }
  node.clauses = std::move(clauses);
  if (node.clauses.size() == 1 && node.clauses[0].occur != Occur::must_not) {
    const Occur occur = node.occur;
    QueryNode only = std::move(node.clauses[0]);
    node = std::move(only);
    node.occur = occur;
  } else if (node.clauses.empty()) {
    node.kind = QueryNode::Kind::nothing;
  }
  return whole;
}

}  // namespace corpack
