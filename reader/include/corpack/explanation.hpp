// Why a record has its score: each word, phrase and prefix of the query that it matches, and what it adds.
//
// A part scores boost * idf * frequency / (frequency + norm), with norm = k1 * (1 - b + b * length / average
// length); a prefix scores its boost. The parts add up to the score. Lifetime: Explanation is plain values;
// the Explainer refers to the Dataset and the Scoring. Errors: FormatError when a block is damaged.
// Complexity: one look-up in the list of each word of the query. Not thread-safe.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <corpack/lengths.hpp>
#include <corpack/matcher.hpp>
#include <corpack/number_matcher.hpp>
#include <corpack/query.hpp>
#include <corpack/scoring.hpp>
#include <corpack/sloppy_phrase.hpp>

namespace corpack {

struct ScorePart {
  enum class Kind : std::uint8_t { word, phrase, prefix };
  Kind kind = Kind::word;
  std::string field;         // that it was found in; `text`: the record's text
  std::string text;          // folded
  double boost = 1;          // times how often it was asked for
  double idf = 0;            // of a phrase: the sum of its words'; of a prefix: 0
  double frequency = 0;      // in the record; with slop a sum of fractions; of a prefix: 0
  std::uint32_t length = 0;  // the field's, in words, as it is stored: rounded down from 40 on
  double norm = 0;           // of a prefix: 0
  double score = 0;
};

struct Explanation {
  double score = 0;
  std::vector<ScorePart> parts;  // in the query's order
};

class Explainer {
 public:
  Explainer(const Dataset& dataset, FieldScorings& scorings, std::uint32_t ordinal)
      : dataset_(dataset), scorings_(scorings), ordinal_(ordinal) {}

  // Absent where the record does not match.
  std::optional<Explanation> explain(const QueryNode& root) {
    auto parts = parts_of(root);
    if (!parts) return std::nullopt;
    Explanation explanation{0, std::move(*parts)};
    for (const ScorePart& part : explanation.parts) explanation.score += part.score;
    return explanation;
  }

 private:
  using Parts = std::optional<std::vector<ScorePart>>;  // absent: no match

  Parts parts_of(const QueryNode& node) {
    used_ = 0;
    switch (node.kind) {
      case QueryNode::Kind::nothing:
        return std::nullopt;
      case QueryNode::Kind::term:
        return term(node);
      case QueryNode::Kind::phrase:
        return node.slop == 0 ? phrase(node) : sloppy_phrase(node);
      case QueryNode::Kind::prefix:
        return prefix(node);
      case QueryNode::Kind::sources:
        for (const OrdinalRange& range : node.ranges)
          if (ordinal_ >= range.begin && ordinal_ < range.end) return std::vector<ScorePart>{};
        return std::nullopt;
      case QueryNode::Kind::numbers:
        if (NumberMatcher{dataset_, node.field, node.range}.advance(ordinal_) != ordinal_)
          return std::nullopt;
        return std::vector<ScorePart>{};
      case QueryNode::Kind::group:
        return group(node);
    }
    return std::nullopt;
  }

  Parts group(const QueryNode& node) {
    std::vector<ScorePart> all;
    bool is_required = false;
    bool has_match = false;
    for (const QueryNode& clause : node.clauses) {
      Parts parts = parts_of(clause);
      if (clause.occur == Occur::must_not && parts) return std::nullopt;
      if (clause.occur == Occur::must && !parts) return std::nullopt;
      is_required = is_required || clause.occur == Occur::must;
      if (!parts) continue;
      has_match = true;
      std::move(parts->begin(), parts->end(), std::back_inserter(all));
    }
    if (!is_required && !has_match) return std::nullopt;
    return all;
  }

  Parts term(const QueryNode& node) {
    const PostingList list = dataset_.index(node.index).postings(node.list);
    const Scoring& scoring = scorings_.of(node.index);
    const double idf = scoring.bm25.idf(list.count());
    TermCursor& cursor = cursor_of(list, node.weight * idf, scoring);
    if (!cursor.stands_on(ordinal_)) return std::nullopt;
    return part(node, ScorePart::Kind::word, idf, cursor.frequency(), cursor.score());
  }

  Parts phrase(const QueryNode& node) {
    const FieldIndex& index = dataset_.index(node.index);
    const Scoring& scoring = scorings_.of(node.index);
    const double idf = idf_of(node);
    std::vector<Phrase::Word> words;
    for (const PhraseWord& word : node.words) {
      const PostingList list = index.postings(word.list);
      TermCursor& cursor = cursor_of(list, 0, scoring);
      if (!cursor.stands_on(ordinal_)) return std::nullopt;
      words.push_back({&cursor, index.positions(word.list, list.count()), word.place});
    }
    const std::uint32_t frequency = Phrase{std::move(words)}.count();
    if (frequency == 0) return std::nullopt;
    const float score = scoring.score(static_cast<float>(node.weight * idf), frequency, ordinal_);
    return part(node, ScorePart::Kind::phrase, idf, frequency, score);
  }

  Parts sloppy_phrase(const QueryNode& node) {
    const FieldIndex& index = dataset_.index(node.index);
    const Scoring& scoring = scorings_.of(node.index);
    const double idf = idf_of(node);
    std::vector<SloppyPhraseMatcher::Word> words;
    for (const PhraseWord& word : node.words) {
      const PostingList list = index.postings(word.list);
      words.push_back(
          {&cursor_of(list, 0, scoring), index.positions(word.list, list.count()), word.place, word.list});
    }
    SloppyPhraseMatcher matcher{std::move(words), node.slop, static_cast<float>(node.weight * idf), scoring};
    if (matcher.advance(ordinal_) != ordinal_) return std::nullopt;
    return part(node, ScorePart::Kind::phrase, idf, matcher.frequency(), matcher.score());
  }

  Parts prefix(const QueryNode& node) {
    for (const std::uint32_t list : node.lists) {
      used_ = 0;
      const PostingList postings = dataset_.index(node.index).postings(list);
      if (!cursor_of(postings, 0, scorings_.of(node.index)).stands_on(ordinal_)) continue;
      Parts parts = part(node, ScorePart::Kind::prefix, 0, 0, node.weight);
      parts->front().text += '*';
      parts->front().norm = 0;
      return parts;
    }
    return std::nullopt;
  }

  Parts part(const QueryNode& node, ScorePart::Kind kind, double idf, double frequency, double score) {
    const Scoring& scoring = scorings_.of(node.index);
    const std::uint8_t code = scoring.lengths[ordinal_];
    return std::vector<ScorePart>{{kind, std::string{dataset_.index_name(node.index)}, node.word, node.weight,
                                   idf, frequency, length_of_code(code),
                                   1.0 / static_cast<double>(scoring.bm25.inverse_norm(code)), score}};
  }

  double idf_of(const QueryNode& node) {
    const FieldIndex& index = dataset_.index(node.index);
    double idf = 0;
    for (const PhraseWord& word : node.words)
      idf += scorings_.of(node.index).bm25.idf(index.postings(word.list).count());
    return idf;
  }

  TermCursor& cursor_of(const PostingList& list, double weight, const Scoring& scoring) {
    if (used_ == cursors_.size()) cursors_.push_back(std::make_unique<TermCursor>());
    TermCursor& cursor = *cursors_[used_++];
    cursor.reset(list, static_cast<float>(weight), scoring);
    return cursor;
  }

  const Dataset& dataset_;
  FieldScorings& scorings_;
  std::uint32_t ordinal_;
  std::vector<std::unique_ptr<TermCursor>> cursors_;
  std::size_t used_ = 0;  // by the node that is looked at
};

}  // namespace corpack
