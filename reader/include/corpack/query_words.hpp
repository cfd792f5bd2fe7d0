// Turns the words and phrases of a query into query nodes: the same analyzer as the dataset's, then look-ups
// in its dictionary.
//
// Lifetime: refers to the Dataset and the Analyzer it was given. Complexity: bounded by the limits below, and
// for each fuzzy word one pass over the dictionary; what goes beyond a limit is left out with a note. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/fuzzy_words.hpp>
#include <corpack/number_filter.hpp>
#include <corpack/phrase_limits.hpp>
#include <corpack/query.hpp>
#include <corpack/query_fields.hpp>
#include <corpack/query_lists.hpp>
#include <corpack/query_notes.hpp>
#include <corpack/query_parts.hpp>
#include <corpack/query_sources.hpp>

namespace corpack {

class QueryWords {
 public:
  static constexpr std::size_t max_words = 4096;  // of a query, those of its phrases among them
  static constexpr std::size_t max_phrase_words = 256;
  static constexpr std::size_t max_sloppy_words = 16;
  static constexpr std::uint32_t max_slop = PhraseLimits::max_slop;
  static constexpr std::size_t max_phrases = PhraseLimits::max_phrases;
  static constexpr std::size_t max_text_bytes = 1 << 20;  // of what is written as one word or phrase
  static constexpr std::uint32_t max_prefix_words = std::uint32_t{1} << 20;  // of all prefixes
  static constexpr unsigned max_prefixes = 64;
  static constexpr unsigned max_fuzzy_words = 16;
  static constexpr std::size_t max_similar_words = 50;  // that a fuzzy word stands for
  static constexpr unsigned max_distance = 2;
  static constexpr std::size_t max_filters = 64;
  static constexpr std::size_t max_notes = QueryNotes::max_notes;

  // `prefix_words`: what the prefixes of the query may begin together, and a 64th of it each in any case, so
  // that one of them cannot leave another without words.
  QueryWords(const Dataset& dataset, Analyzer& analyzer, std::uint32_t prefix_words = max_prefix_words)
      : dataset_(dataset),
        analyzer_(analyzer),
        phrase_limits_(dataset, notes_),
        lists_(dataset, analyzer),
        sources_(dataset),
        names_(dataset),
        prefix_words_left_(prefix_words),
        prefix_share_(prefix_words / max_prefixes) {}

  // Where words are looked for, for which no field is named. Throws Error as QueryFields does.
  void set_weights(const std::vector<FieldWeight>& weights) { fields_ = names_.weighted(weights); }

  // Looks for words in the field with this index only, or, absent, where words without a field are looked
  // for. Returns where they were looked for so far.
  std::optional<std::uint32_t> look_in(std::optional<std::uint32_t> index) {
    named_.index = index.value_or(0);
    return std::exchange(named_index_, index);
  }
  std::optional<std::uint32_t> looked_in() const { return named_index_; }

  // The clauses of what was written as one word. A word of several parts (state-of-the-art) becomes one
  // group: its parts, and the whole as a phrase.
  std::vector<QueryNode> word(std::string_view written) {
    if (written.size() > 1 && written.back() == '*') return prefix(written);
    std::vector<QueryNode> clauses;
    const std::vector<QueryPart> parts = analyze(written);
    for (std::size_t first = 0; first < parts.size();) {
      std::size_t last = first + 1;
      while (last < parts.size() && parts[last].joined) ++last;
      clauses.push_back(in_fields([&](std::uint32_t index) { return unit(index, parts, first, last); }));
      first = last;
    }
    return clauses;
  }

  // Every word of the text on its own.
  std::vector<QueryNode> words(std::string_view text) {
    std::vector<QueryNode> clauses;
    for (const QueryPart& part : analyze(text))
      clauses.push_back(in_fields([&](std::uint32_t index) { return term(index, part); }));
    return clauses;
  }

  // Absent where the text has no word.
  std::optional<QueryNode> phrase(std::string_view text, std::uint32_t slop = 0) {
    std::vector<QueryPart> parts = analyze(text);
    if (parts.empty()) return std::nullopt;
    if (slop > 0 && parts.size() > max_sloppy_words) {
      parts.resize(max_sloppy_words);
      note("a phrase with ~ is too long: its first " + std::to_string(max_sloppy_words) + " words are used");
    }
    if (slop > max_slop) note("a slop of more than " + std::to_string(max_slop) + " is taken as that");
    slop = std::min(slop, max_slop);
    return in_fields([&](std::uint32_t index) {
      QueryNode node = phrase(index, parts, 0, parts.size());
      if (node.kind == QueryNode::Kind::phrase && slop > 0) phrase_limits_.add_slop(node, slop);
      return node;
    });
  }

  // The words of the dictionary that are nearly this one, as a group; of several parts all are required.
  std::vector<QueryNode> fuzzy(std::string_view written, std::uint32_t distance) {
    if (distance > max_distance) note("a word may differ by two letters, not by more: ~2 is used");
    distance = std::min<std::uint32_t>(distance, max_distance);
    if (distance == 0) return word(written);
    const std::vector<QueryPart> parts = analyze(written);
    std::vector<QueryNode> clauses;
    for (const QueryPart& part : parts) clauses.push_back(similar(part, distance));
    return all_of(std::move(clauses));
  }

  // The records of the sources whose name is like the pattern.
  QueryNode sources(std::string_view pattern) {
    QueryNode node = sources_.of(pattern);
    if (sources_.exhausted())
      note("the query names too many sources: the first are used");
    else if (node.ranges.empty())
      note("no source is called '" + QueryNotes::excerpt(pattern) + "'");
    return node;
  }

  // Whether what was written as a word is a filter of a field that has numbers. It is added to the clauses
  // unless there are too many.
  bool filter(std::string_view written, std::vector<QueryNode>& clauses) {
    if (compared_field(written).empty()) return false;
    const std::optional<FieldRange> filter = names_.filter(written);
    if (filter && filter->range.is_reversed())
      note("'" + QueryNotes::excerpt(written) + "' finds nothing: the second number is less than the first");
    if (!filter) {
      if (const std::string why = names_.why_no_filter(written); !why.empty())
        note("'" + QueryNotes::excerpt(written) + "' is taken for words: " + why);
      return false;
    }
    if (filters_++ >= max_filters) {
      note("the query has too many filters: the first " + std::to_string(max_filters) + " are used");
      return true;
    }
    QueryNode node;
    node.kind = QueryNode::Kind::numbers;
    node.field = filter->field;
    node.range = filter->range;
    clauses.push_back(std::move(node));
    return true;
  }

  // All records, at score 0.
  QueryNode everything() const {
    QueryNode node;
    node.kind = QueryNode::Kind::sources;
    node.ranges = {{0, static_cast<std::uint32_t>(dataset_.size())}};
    return node;
  }

  std::optional<std::uint32_t> index_named(std::string_view name) { return names_.index_named(name); }
  // Whether a field of just this name is indexed.
  bool is_index(std::string_view name) {
    const std::optional<std::uint32_t> index = names_.index_named(name);
    return index && dataset_.index_name(*index) == name;
  }
  // REQUIRES: it is the name of no field.
  void remember_name(std::string_view name) { unknown_.add(name, name, {}); }
  bool has_field(std::string_view name) { return names_.has_field(name); }

  // Makes a group that stands for one written word ask for the whole word.
  static void require_whole(QueryNode& node) {
    if (node.in_fields)
      for (QueryNode& clause : node.clauses) require_whole(clause);
    if (!node.one_word) return;
    const double weight = node.weight;
    QueryNode whole = std::move(node.clauses.back());
    node = std::move(whole);
    node.weight = weight;
  }

  void note(std::string text) { notes_.add(std::move(text)); }
  void note_not_indexed(std::string_view name) {
    const std::string field = QueryNotes::excerpt(name);
    note("field " + field + " is not indexed: its words are looked for in the text; compile with --index " +
         field);
  }
  void note_cut() {
    note("the query is too long: its first " + std::to_string(max_words) + " words are used");
  }
  const std::vector<std::string>& notes() const { return notes_.all(); }

  // The words that no record holds; `text`: what all that was given is a part of.
  std::vector<UnknownWord> unknown_words(std::string_view text) const { return unknown_.in(text); }

 private:
  std::span<const WeightedIndex> looked_in_fields() const {
    if (named_index_) return {&named_, 1};
    return fields_;
  }

  // What `make` gives for each field that is looked in, as one clause.
  template <class Make>
  QueryNode in_fields(Make&& make) {
    const auto weighted = [&](const WeightedIndex& field) {
      QueryNode node = make(field.index);
      node.weight *= field.weight;
      return node;
    };
    const auto fields = looked_in_fields();
    if (fields.size() == 1) return weighted(fields.front());
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    group.in_fields = true;
    for (const WeightedIndex& field : fields) {
      QueryNode node = weighted(field);
      if (node.kind != QueryNode::Kind::nothing) group.clauses.push_back(std::move(node));
    }
    if (group.clauses.empty()) return QueryNode{};
    if (group.clauses.size() > 1) return group;
    QueryNode only = std::move(group.clauses.front());
    return only;
  }

  std::vector<QueryPart> analyze(std::string_view text) {
    QueryParts cutter{analyzer_, text.substr(0, max_text_bytes), words_left_};
    words_left_ -= cutter.parts().size();
    if (cutter.cut() || text.size() > max_text_bytes) note_cut();
    return std::move(cutter.parts());
  }

  QueryNode unit(std::uint32_t index, const std::vector<QueryPart>& parts, std::size_t first,
                 std::size_t last) {
    if (last - first == 1) return term(index, parts[first]);
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    group.one_word = true;
    for (std::size_t i = first; i < last; ++i) group.clauses.push_back(term(index, parts[i]));
    group.clauses.push_back(phrase(index, parts, first, last));
    return group;
  }

  QueryNode term(std::uint32_t index, const QueryPart& part) {
    QueryNode node;
    node.word = part.word;
    node.index = index;
    node.list = lists_.list_of(index, part.word);
    if (node.list == QueryNode::no_list)
      remember_unknown(part);
    else
      node.kind = QueryNode::Kind::term;
    return node;
  }

  // Of CJK text the bigrams are no words.
  void remember_unknown(const QueryPart& part) {
    if (part.cjk || unknown_.full()) return;
    const auto fields = looked_in_fields();
    const auto has_word = [&](const WeightedIndex& field) {
      return lists_.list_of(field.index, part.word) != QueryNode::no_list;
    };
    if (fields.size() > 1 && std::any_of(fields.begin(), fields.end(), has_word)) return;
    std::vector<std::uint32_t> indexes;
    for (const WeightedIndex& field : fields) indexes.push_back(field.index);
    unknown_.add(part.written, part.word, std::move(indexes));
  }

  QueryNode phrase(std::uint32_t index, const std::vector<QueryPart>& parts, std::size_t first,
                   std::size_t last) {
    if (last - first == 1) return term(index, parts[first]);
    if (last - first > max_phrase_words) {
      last = first + max_phrase_words;
      note("a phrase is too long: its first " + std::to_string(max_phrase_words) + " words are used");
    }
    QueryNode node;
    node.kind = QueryNode::Kind::phrase;
    node.index = index;
    bool is_known = true;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t list = lists_.list_of(index, parts[i].word);
      is_known = is_known && list != QueryNode::no_list;
      if (list == QueryNode::no_list) remember_unknown(parts[i]);
      node.words.push_back({list, parts[i].position - parts[first].position});
      node.word += (i == first ? "" : " ") + parts[i].word;
    }
    if (!is_known) return QueryNode{};
    if (dataset_.index(index).has_positions()) {
      if (!phrase_limits_.allow_phrase()) return QueryNode{};
      phrase_limits_.shorten(node);
      return node;
    }
    note("this dataset has no positions: a phrase finds the records that hold all its words");
    std::vector<QueryNode> clauses;
    for (std::size_t i = first; i < last; ++i) clauses.push_back(term(index, parts[i]));
    return std::move(all_of(std::move(clauses)).front());
  }

  // One clause that requires all; none where there are none.
  static std::vector<QueryNode> all_of(std::vector<QueryNode>&& clauses) {
    if (clauses.size() < 2) return std::move(clauses);
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    for (QueryNode& clause : clauses) clause.occur = Occur::must;
    group.clauses = std::move(clauses);
    std::vector<QueryNode> one;
    one.push_back(std::move(group));
    return one;
  }

  std::vector<QueryNode> prefix(std::string_view written) {
    while (!written.empty() && written.back() == '*') written.remove_suffix(1);
    if (prefixes_left_ == 0) {
      note("only the first " + std::to_string(max_prefixes) + " words with * are taken as prefixes");
      return word(written);
    }
    --prefixes_left_;
    std::vector<QueryPart> parts = analyze(written);
    if (parts.empty()) return {};
    const std::string begin = parts.back().word;
    parts.pop_back();
    std::vector<QueryNode> clauses;
    clauses.push_back(in_fields([&](std::uint32_t index) { return prefix(index, parts, begin); }));
    return clauses;
  }

  // `parts`: what comes before.
  QueryNode prefix(std::uint32_t index, const std::vector<QueryPart>& parts, const std::string& begin) {
    QueryNode node;
    node.kind = QueryNode::Kind::prefix;
    node.word = begin;
    node.index = index;
    node.lists = prefix_lists(dataset_.index(index), begin);
    if (node.lists.empty()) node.kind = QueryNode::Kind::nothing;
    if (parts.empty()) return node;
    std::vector<QueryNode> clauses;
    clauses.push_back(phrase(index, parts, 0, parts.size()));
    clauses.push_back(std::move(node));
    return std::move(all_of(std::move(clauses)).front());
  }

  // The lists of the words that begin so, ascending.
  std::vector<std::uint32_t> prefix_lists(const FieldIndex& index, const std::string& begin) {
    const TermRange range = index.terms(begin);
    const std::uint32_t most = std::min(range.size(), std::max(prefix_words_left_, prefix_share_));
    if (most < range.size())
      note("'" + QueryNotes::excerpt(begin) + "*' begins " + std::to_string(range.size()) +
           " words: the first " + std::to_string(most) + " are used");
    prefix_words_left_ -= std::min(prefix_words_left_, most);
    std::vector<std::uint32_t> lists;
    for (const Term& term : range) {
      if (lists.size() == most) break;
      lists.push_back(term.list);
    }
    std::sort(lists.begin(), lists.end());
    lists.erase(std::unique(lists.begin(), lists.end()), lists.end());
    return lists;
  }

  QueryNode similar(const QueryPart& part, std::uint32_t distance) {
    if (fuzzy_words_left_ == 0) {
      note("only the first " + std::to_string(max_fuzzy_words) + " words with ~ are taken so");
      return in_fields([&](std::uint32_t index) { return term(index, part); });
    }
    --fuzzy_words_left_;
    return in_fields([&](std::uint32_t index) { return similar(index, part, distance); });
  }

  QueryNode similar(std::uint32_t index, const QueryPart& part, std::uint32_t distance) {
    const FieldIndex& field = dataset_.index(index);
    std::vector<FuzzyWord> found = FuzzyWords{part.word, distance}.find(field);
    std::vector<std::pair<FuzzyWord, std::uint32_t>> ranked;  // with the number of records
    for (const FuzzyWord& word : found) ranked.emplace_back(word, field.postings(word.term).count());
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      const bool same = a.first.distance == 0;
      return same != (b.first.distance == 0) ? same : a.second > b.second;
    });
    if (ranked.size() > max_similar_words) {
      note("'" + QueryNotes::excerpt(part.word) + "~' is like " + std::to_string(ranked.size()) +
           " words: the " + std::to_string(max_similar_words) + " most frequent are used");
      ranked.resize(max_similar_words);
    }
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    // The word may stand for its stem, which need not be near it.
    if (lists_.list_of(index, part.word) != QueryNode::no_list) group.clauses.push_back(term(index, part));
    for (const auto& [word, records] : ranked) add_similar(group, word, index);
    return group.clauses.empty() ? term(index, part) : group;
  }

  // Words of one stem count once, as the nearest of them.
  static void add_similar(QueryNode& group, const FuzzyWord& word, std::uint32_t index) {
    const double weight = 1.0 / (1 + word.distance);
    for (QueryNode& clause : group.clauses) {
      if (clause.list != word.term.list) continue;
      clause.weight = std::max(clause.weight, weight);
      return;
    }
    QueryNode node;
    node.kind = QueryNode::Kind::term;
    node.word = word.term.word;
    node.list = word.term.list;
    node.index = index;
    node.weight = weight;
    group.clauses.push_back(std::move(node));
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  QueryNotes notes_;
  PhraseLimits phrase_limits_;
  QueryLists lists_;
  QuerySources sources_;
  QueryFields names_;
  std::vector<WeightedIndex> fields_{{}};     // where words without a field are looked for: the text
  std::optional<std::uint32_t> named_index_;  // of the field that is named
  WeightedIndex named_;
  std::size_t filters_ = 0;
  UnknownWords unknown_;
  std::size_t words_left_ = max_words;
  std::uint32_t prefix_words_left_;
  std::uint32_t prefix_share_;
  unsigned prefixes_left_ = max_prefixes;
  unsigned fuzzy_words_left_ = max_fuzzy_words;
};

}  // namespace corpack
