// Search done the long way, to hold the real one against: nothing of the dataset is read but its dictionary,
// which says what the lists of a query's tree mean. Records are cut into words by the Analyzer, and every
// record that matches is scored by BM25 as its definition has it, in doubles.
//
// Lifetime: copies what it needs of the texts. Complexity: all records of every word of a query. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/query.hpp>

namespace corpack::test {

// Lengths that Lucene's one byte can hold: 0 to 23, and 24 more than the numbers of at most four significant
// bits.
inline std::vector<std::uint64_t> representable_lengths() {
  std::set<std::uint64_t> lengths;
  for (std::uint64_t length = 0; length < 24; ++length) lengths.insert(length);
  for (std::uint64_t bits = 0; bits < 16; ++bits)
    for (unsigned shift = 0; shift < 28; ++shift) lengths.insert(24 + (bits << shift));
  return {lengths.begin(), lengths.end()};
}

class ReferenceSearch {
 public:
  using Scores = std::map<std::uint32_t, double>;  // of the records that match, by ordinal

  struct Scored {
    std::uint32_t ordinal;
    double score;
  };

  using Field = std::vector<std::string>;                        // the field's value in each record
  using Numbers = std::map<std::uint32_t, std::vector<double>>;  // by field, of each record; NaN: none

  ReferenceSearch(const std::vector<std::string>& texts, const std::string& language, const Dataset& dataset)
      : ReferenceSearch(std::vector<Field>{texts}, {}, language, dataset) {}

  // `fields`: of each index of the dataset, the text's first. `numbers`: of the fields that have any.
  ReferenceSearch(const std::vector<Field>& fields, Numbers numbers, const std::string& language,
                  const Dataset& dataset)
      : analyzer_(language), representable_(representable_lengths()), numbers_(std::move(numbers)) {
    for (std::uint32_t index = 0; index < fields.size(); ++index) {
      Index& into = indexes_.emplace_back();
      for (std::uint32_t ordinal = 0; ordinal < fields[index].size(); ++ordinal) {
        const AnalysisCounts counts = analyzer_.analyze(fields[index][ordinal], [&](const Token& token) {
          into.places[std::string{analyzer_.stem(token.word)}][ordinal].push_back(token.position);
        });
        into.lengths.push_back(counts.positions);
        into.tokens += counts.positions;
        if (counts.positions > 0) into.records += 1;
      }
      for (const Term& term : dataset.index(index).terms().all())
        into.stems[term.list].insert(std::string{analyzer_.stem(term.word)});
    }
  }

  // Best first; of equal scores the lower ordinal first.
  std::vector<Scored> search(const QueryNode& root) const {
    std::vector<Scored> hits;
    for (const auto& [ordinal, score] : evaluate(root)) hits.push_back({ordinal, score});
    std::stable_sort(hits.begin(), hits.end(), [](const Scored& a, const Scored& b) {
      return static_cast<float>(a.score) > static_cast<float>(b.score);
    });
    return hits;
  }

  Scores evaluate(const QueryNode& node) const {
    switch (node.kind) {
      case QueryNode::Kind::nothing:
        return {};
      case QueryNode::Kind::term:
        return term(node);
      case QueryNode::Kind::phrase:
        return phrase(node);
      case QueryNode::Kind::prefix: {
        Scores scores;
        for (const std::uint32_t list : node.lists)
          for (const auto& [ordinal, places] : occurrences(node, list)) scores[ordinal] = node.weight;
        return scores;
      }
      case QueryNode::Kind::sources: {
        Scores scores;
        for (const OrdinalRange& range : node.ranges)
          for (std::uint32_t ordinal = range.begin; ordinal < range.end; ++ordinal) scores[ordinal] = 0;
        return scores;
      }
      case QueryNode::Kind::numbers: {
        Scores scores;
        const std::vector<double>& values = numbers_.at(node.field);
        for (std::uint32_t ordinal = 0; ordinal < values.size(); ++ordinal)
          if (is_within(values[ordinal], node.range)) scores[ordinal] = 0;
        return scores;
      }
      case QueryNode::Kind::group:
        return group(node);
    }
    return {};
  }

  static bool is_within(double value, const NumberRange& range) {
    if (std::isnan(value) || value < range.least || value > range.most) return false;
    return !(range.least_excluded && value == range.least) && !(range.most_excluded && value == range.most);
  }

  double idf(std::size_t holding, std::uint32_t index = 0) const {
    const auto n = static_cast<double>(holding);
    return std::log(1 + (indexes_[index].records - n + 0.5) / (n + 0.5));
  }

  double bm25(const QueryNode& node, double weight, double frequency, std::uint32_t ordinal) const {
    const Index& index = indexes_[node.index];
    const double average = static_cast<double>(index.tokens) / index.records;
    const auto after = std::upper_bound(representable_.begin(), representable_.end(), index.lengths[ordinal]);
    const auto length = static_cast<double>(*(after - 1));
    return weight * frequency / (frequency + 1.2 * (1 - 0.75 + 0.75 * length / average));
  }

 private:
  using Places = std::map<std::uint32_t, std::vector<std::uint32_t>>;  // positions, by ordinal

  struct Index {
    std::unordered_map<std::string, Places> places;                  // by stem
    std::unordered_map<std::uint32_t, std::set<std::string>> stems;  // of a list
    std::vector<std::uint32_t> lengths;
    std::uint64_t tokens = 0;
    double records = 0;  // with at least one token
  };

  // All words of a list have one stem.
  const Places& occurrences(const QueryNode& node, std::uint32_t list) const {
    static const Places none;
    const Index& index = indexes_[node.index];
    const auto stems = index.stems.find(list);
    if (stems == index.stems.end() || stems->second.size() != 1) return none;
    const auto places = index.places.find(*stems->second.begin());
    return places == index.places.end() ? none : places->second;
  }

  Scores term(const QueryNode& node) const {
    Scores scores;
    const Places& found = occurrences(node, node.list);
    for (const auto& [ordinal, places] : found)
      scores[ordinal] = bm25(node, node.weight * idf(found.size(), node.index),
                             static_cast<double>(places.size()), ordinal);
    return scores;
  }

  // Side by side, or with slop by the least spread alone: then frequency counts as one such choice.
  Scores phrase(const QueryNode& node) const {
    double weight = 0;
    for (const PhraseWord& word : node.words) weight += idf(occurrences(node, word.list).size(), node.index);
    Scores scores;
    for (const auto& [ordinal, places] : occurrences(node, node.words.front().list)) {
      std::vector<const std::vector<std::uint32_t>*> words;
      for (const PhraseWord& word : node.words) {
        const auto found = occurrences(node, word.list).find(ordinal);
        if (found != occurrences(node, word.list).end()) words.push_back(&found->second);
      }
      if (words.size() != node.words.size()) continue;
      const double frequency =
          node.slop == 0 ? static_cast<double>(side_by_side(node, words)) : nearly(node, words);
      if (frequency > 0) scores[ordinal] = bm25(node, node.weight * weight, frequency, ordinal);
    }
    return scores;
  }

  static std::size_t side_by_side(const QueryNode& node,
                                  const std::vector<const std::vector<std::uint32_t>*>& words) {
    std::size_t count = 0;
    for (const std::uint32_t first : *words[0]) {
      bool all = true;
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t wanted = first + node.words[i].place;
        all = all && std::find(words[i]->begin(), words[i]->end(), wanted) != words[i]->end();
      }
      count += all;
    }
    return count;
  }

  // 1 where some choice of positions spreads by no more than the slop, else 0.
  static double nearly(const QueryNode& node, const std::vector<const std::vector<std::uint32_t>*>& words,
                       std::vector<std::uint32_t> chosen = {}) {
    const std::size_t next = chosen.size();
    if (next == words.size()) {
      std::int64_t least = INT64_MAX;
      std::int64_t most = INT64_MIN;
      for (std::size_t i = 0; i < next; ++i) {
        least = std::min(least, std::int64_t{chosen[i]} - std::int64_t{node.words[i].place});
        most = std::max(most, std::int64_t{chosen[i]} - std::int64_t{node.words[i].place});
      }
      return most - least <= std::int64_t{node.slop} ? 1 : 0;
    }
    for (const std::uint32_t position : *words[next]) {
      if (std::find(chosen.begin(), chosen.end(), position) != chosen.end()) continue;
      chosen.push_back(position);
      if (nearly(node, words, chosen) > 0) return 1;
      chosen.pop_back();
    }
    return 0;
  }

  Scores group(const QueryNode& node) const {
    std::vector<Scores> required;
    Scores optional;
    std::set<std::uint32_t> excluded;
    for (const QueryNode& clause : node.clauses) {
      const Scores scores = evaluate(clause);
      if (clause.occur == Occur::must) required.push_back(scores);
      for (const auto& [ordinal, score] : scores) {
        if (clause.occur == Occur::should) optional[ordinal] += score;
        if (clause.occur == Occur::must_not) excluded.insert(ordinal);
      }
    }
    Scores scores;
    for (const auto& [ordinal, score] : required.empty() ? optional : required.front()) {
      if (excluded.count(ordinal) != 0) continue;
      double sum = 0;
      bool all = true;
      for (const Scores& clause : required) {
        const auto found = clause.find(ordinal);
        all = all && found != clause.end();
        if (found != clause.end()) sum += found->second;
      }
      const auto more = optional.find(ordinal);
      if (more != optional.end()) sum += more->second;
      if (all) scores[ordinal] = sum;
    }
    return scores;
  }

  Analyzer analyzer_;
  std::vector<std::uint64_t> representable_;
  std::vector<Index> indexes_;
  Numbers numbers_;
};

}  // namespace corpack::test
