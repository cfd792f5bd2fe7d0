// Holds Searcher::run against an evaluator that scores every record, over random queries of every kind.
//
// Lifetime: as the arguments. Requirements: a dataset with a word. Errors: a failed check of the test that
// calls. Complexity: all records of every word of a query. Not thread-safe.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/searcher.hpp>

#include "search/random_queries.hpp"
#include "search/reference_search.hpp"

namespace corpack::test {

inline double sum_of_weights(const ReferenceSearch& reference, const QueryNode& node,
                             const Dataset& dataset) {
  double sum = 0;
  if (node.kind == QueryNode::Kind::term)
    sum = node.weight * reference.idf(dataset.index(node.index).postings(node.list).count(), node.index);
  if (node.kind == QueryNode::Kind::prefix) sum = node.weight;
  for (const PhraseWord& word : node.words)
    sum += node.weight * reference.idf(dataset.index(node.index).postings(word.list).count(), node.index);
  for (const QueryNode& clause : node.clauses) sum += sum_of_weights(reference, clause, dataset);
  return sum;
}

// Empty where the answer is the reference's, else what is wrong. Scores may differ by rounding, and records
// whose scores differ by no more than that may change places.
inline std::string difference(Searcher& searcher, const Dataset& dataset, const ReferenceSearch& reference,
                              const Query& query, const SearchOptions& options, const QueryNode& root) {
  const std::vector<ReferenceSearch::Scored> expected = reference.search(root);
  const double allowed = 1e-6 * sum_of_weights(reference, query.root(), dataset) + 1e-12;
  const Results results = searcher.run(query, options);
  const std::size_t skipped = std::min(options.offset, expected.size());
  if (results.hits.size() != std::min(options.limit, expected.size() - skipped))
    return "number of hits " + std::to_string(results.hits.size());
  if (results.total_exact ? results.total != expected.size() : results.total > expected.size())
    return "total " + std::to_string(results.total) + " of " + std::to_string(expected.size());
  if (results.total < results.hits.size()) return "total below the number of hits";
  if (options.exact_total && !results.total_exact) return "the total is not exact";
  std::map<std::uint32_t, double> scores;
  for (const auto& [ordinal, score] : expected) scores[ordinal] = score;
  for (std::size_t i = 0; i < results.hits.size(); ++i) {
    const Hit& hit = results.hits[i];
    const std::uint32_t ordinal = hit.record.ordinal();
    if (scores.count(ordinal) == 0)
      return "record " + std::to_string(ordinal) + " does not match, or comes twice";
    if (std::abs(double{hit.score} - scores[ordinal]) > allowed)
      return "score " + std::to_string(hit.score) + " for " + std::to_string(scores[ordinal]);
    if (std::abs(expected[skipped + i].score - scores[ordinal]) > allowed)
      return "rank " + std::to_string(i) + " has record " + std::to_string(ordinal);
    if (i > 0 && hit.score > results.hits[i - 1].score) return "scores rise";
    if (i > 0 && expected[skipped + i].score == expected[skipped + i - 1].score &&
        hit.score == results.hits[i - 1].score && ordinal < results.hits[i - 1].record.ordinal())
      return "records of equal scores are out of order";
    scores.erase(ordinal);
  }
  return {};
}

inline bool has_slop(const QueryNode& node) {
  return node.slop > 0 || std::any_of(node.clauses.begin(), node.clauses.end(), has_slop);
}

// How often a nearly found phrase counts is no plain sum over its places: of such queries the records are
// compared, and that their scores fall.
inline std::string difference_in_records(Searcher& searcher, const Dataset& dataset,
                                         const ReferenceSearch& reference, const Query& query,
                                         const SearchOptions& asked, const QueryNode& root) {
  SearchOptions options = asked;
  options.limit = dataset.size();
  options.offset = 0;
  options.exact_total = true;
  const Results results = searcher.run(query, options);
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < results.hits.size(); ++i) {
    found.insert(results.hits[i].record.ordinal());
    if (!std::isfinite(results.hits[i].score)) return "a score is not finite";
    if (i > 0 && results.hits[i].score > results.hits[i - 1].score) return "scores rise";
  }
  std::set<std::uint32_t> expected;
  for (const auto& [ordinal, score] : reference.evaluate(root)) expected.insert(ordinal);
  if (found != expected)
    return std::to_string(found.size()) + " records of " + std::to_string(expected.size());
  return results.total == expected.size() && results.total_exact ? "" : "the total is wrong";
}

// The values of each indexed field.
inline std::vector<ReferenceSearch::Field> fields_of(const Dataset& dataset) {
  std::vector<ReferenceSearch::Field> fields(dataset.indexes());
  for (const corpack::Record& record : dataset)
    for (std::uint32_t index = 0; index < dataset.indexes(); ++index)
      fields[index].emplace_back(index == 0 ? record.text()
                                            : record.field(dataset.index_name(index)).value_or(""));
  return fields;
}

// The numbers of the fields that have any, whose values must look as strtod() has them.
inline ReferenceSearch::Numbers numbers_of(const Dataset& dataset) {
  ReferenceSearch::Numbers numbers;
  const Info& info = dataset.info();
  for (std::uint32_t field = 0; field < info.fields().size(); ++field) {
    if (!info.has_numbers(field)) continue;
    for (const corpack::Record& record : dataset) {
      const std::string value{record.field(info.field(field)).value_or("")};
      char* end = nullptr;
      const double number = std::strtod(value.c_str(), &end);
      numbers[field].push_back(!value.empty() && *end == '\0' ? number : std::nan(""));
    }
  }
  return numbers;
}

// A filter as it is written, and what it means.
struct KnownFilter {
  std::string text;
  std::uint32_t field = 0;
  NumberRange range;
};

// What queries have besides words of the text.
struct QueryExtras {
  std::vector<std::string> fields;                // names, to stand before words
  std::vector<std::vector<FieldWeight>> weights;  // in turn
  std::vector<KnownFilter> filters;               // in queries, and as options
};

inline void compare(const Dataset& dataset, const std::string& language, std::uint32_t seed, unsigned queries,
                    const QueryExtras& extras = {}) {
  const std::vector<ReferenceSearch::Field> fields = fields_of(dataset);
  const ReferenceSearch reference{fields, numbers_of(dataset), language, dataset};
  std::vector<std::string> sources;
  for (const Source& source : dataset.info().sources()) sources.emplace_back(source.name);
  RandomQueries random{fields[0], sources, seed};
  std::vector<std::string> filters;
  for (const KnownFilter& filter : extras.filters) filters.push_back(filter.text);
  random.add_fields(extras.fields, filters);
  Searcher searcher{dataset};
  const std::size_t all = fields[0].size() + 1;
  const std::vector<SearchOptions> choices{{.limit = 10},
                                           {.limit = 1},
                                           {.limit = all, .exact_total = true},
                                           {.limit = 5, .offset = 3, .exact_total = true},
                                           {.limit = 0, .exact_total = true},
                                           {.limit = 0},
                                           {.limit = 3, .offset = all},
                                           {.limit = all}};
  std::size_t with_hits = 0;
  for (unsigned i = 0; i < queries; ++i) {
    const std::string text = random.next();
    ParseOptions parsing;
    if (!extras.weights.empty()) parsing.weights = extras.weights[i % extras.weights.size()];
    const Query query = searcher.parse(text, parsing);
    SearchOptions options = choices[i % choices.size()];
    QueryNode root = query.root();
    if (!extras.filters.empty() && i % 3 == 0) {
      const KnownFilter& filter = extras.filters[i / 3 % extras.filters.size()];
      options.filters = {filter.text};
      QueryNode both;
      both.kind = QueryNode::Kind::group;
      QueryNode& numbers = both.clauses.emplace_back();
      numbers.kind = QueryNode::Kind::numbers;
      numbers.field = filter.field;
      numbers.range = filter.range;
      both.clauses.push_back(root);
      for (QueryNode& clause : both.clauses) clause.occur = Occur::must;
      root = both;
    }
    const std::string wrong = has_slop(root)
                                  ? difference_in_records(searcher, dataset, reference, query, options, root)
                                  : difference(searcher, dataset, reference, query, options, root);
    INFO("query " << text << ", limit " << options.limit);
    REQUIRE(wrong == "");
    with_hits += searcher.run(query, {.limit = 1}).hits.size();
  }
  // Otherwise the queries would not say much.
  CHECK(with_hits > queries / 2);
}

}  // namespace corpack::test
