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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/fuzzy_words.hpp>
#include <corpack/query.hpp>
#include <corpack/query_lists.hpp>
#include <corpack/query_parts.hpp>
#include <corpack/query_sources.hpp>

namespace corpack {

class QueryWords {
 public:
  static constexpr std::size_t max_words = 4096;  // of a query, those of its phrases among them
  static constexpr std::size_t max_phrase_words = 256;
  static constexpr std::size_t short_phrase_words = 8;
  static constexpr std::uint64_t max_long_phrase_work = 1 << 24;  // records times words, of longer phrases
  static constexpr std::size_t max_sloppy_words = 16;
  static constexpr std::uint32_t max_slop = 100;
  static constexpr std::size_t max_phrases = 64;
  static constexpr std::uint64_t max_sloppy_work = 1 << 25;  // records times words squared
  static constexpr std::size_t max_text_bytes = std::size_t{1}
                                                << 20;  // of what is written as one word or phrase
  static constexpr std::uint32_t max_prefix_words = std::uint32_t{1} << 20;  // of all prefixes
  static constexpr unsigned max_prefixes = 64;
  static constexpr unsigned max_fuzzy_words = 16;
  static constexpr std::size_t max_similar_words = 50;  // that a fuzzy word stands for
  static constexpr unsigned max_distance = 2;
  static constexpr std::size_t max_notes = 32;
  static constexpr std::size_t max_unknown_words = 64;  // that are remembered

  // `prefix_words`: what the prefixes of the query may begin together, and a 64th of it each in any case, so
  // that one of them cannot leave another without words.
  QueryWords(const Dataset& dataset, Analyzer& analyzer, std::uint32_t prefix_words = max_prefix_words)
      : dataset_(dataset),
        analyzer_(analyzer),
        lists_(dataset, analyzer),
        sources_(dataset),
        prefix_words_left_(prefix_words),
        prefix_share_(prefix_words / max_prefixes) {}

  // The clauses of what was written as one word. A word of several parts (state-of-the-art) becomes one
  // group: its parts, and the whole as a phrase.
  std::vector<QueryNode> word(std::string_view written) {
    if (written.size() > 1 && written.back() == '*') return prefix(written);
    std::vector<QueryNode> clauses;
    const std::vector<QueryPart> parts = analyze(written);
    for (std::size_t first = 0; first < parts.size();) {
      std::size_t last = first + 1;
      while (last < parts.size() && parts[last].joined) ++last;
      clauses.push_back(unit(parts, first, last));
      first = last;
    }
    return clauses;
  }

  // Every word of the text on its own.
  std::vector<QueryNode> words(std::string_view text) {
    std::vector<QueryNode> clauses;
    for (const QueryPart& part : analyze(text)) clauses.push_back(term(part));
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
    QueryNode node = phrase(parts, 0, parts.size());
    if (node.kind == QueryNode::Kind::phrase && slop > 0) add_slop(node, slop);
    return node;
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
      note("no source is called '" + excerpt(pattern) + "'");
    return node;
  }

  bool has_field(std::string_view name) const {
    const auto fields = dataset_.info().fields();
    return std::any_of(fields.begin(), fields.end(), [&](std::string_view field) { return field == name; });
  }

  // Makes a group that stands for one written word ask for the whole word.
  static void require_whole(QueryNode& node) {
    if (!node.one_word) return;
    const double weight = node.weight;
    QueryNode whole = std::move(node.clauses.back());
    node = std::move(whole);
    node.weight = weight;
  }

  void note(std::string text) {
    if (notes_.size() > max_notes || std::find(notes_.begin(), notes_.end(), text) != notes_.end()) return;
    notes_.push_back(notes_.size() < max_notes ? std::move(text) : "further notes are left out");
  }
  void note_cut() {
    note("the query is too long: its first " + std::to_string(max_words) + " words are used");
  }
  const std::vector<std::string>& notes() const { return notes_; }

  // The words that no record holds; `text`: what all that was given is a part of.
  std::vector<UnknownWord> unknown_words(std::string_view text) const {
    std::vector<UnknownWord> words;
    for (const auto& [written, word] : unknown_) {
      const auto begin = static_cast<std::size_t>(written.data() - text.data());
      words.push_back({word, begin, begin + written.size()});
    }
    return words;
  }

 private:
  // What a note shows of a long text.
  static std::string excerpt(std::string_view text) {
    constexpr std::size_t shown = 64;
    return text.size() <= shown ? std::string{text} : std::string{text.substr(0, shown)} + "…";
  }

  std::vector<QueryPart> analyze(std::string_view text) {
    QueryParts cutter{analyzer_, text.substr(0, max_text_bytes), words_left_};
    words_left_ -= cutter.parts().size();
    if (cutter.cut() || text.size() > max_text_bytes) note_cut();
    return std::move(cutter.parts());
  }

  QueryNode unit(const std::vector<QueryPart>& parts, std::size_t first, std::size_t last) {
    if (last - first == 1) return term(parts[first]);
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    group.one_word = true;
    for (std::size_t i = first; i < last; ++i) group.clauses.push_back(term(parts[i]));
    group.clauses.push_back(phrase(parts, first, last));
    return group;
  }

  QueryNode term(const QueryPart& part) {
    QueryNode node;
    node.word = part.word;
    node.list = lists_.list_of(part.word);
    if (node.list == QueryNode::no_list)
      remember_unknown(part);
    else
      node.kind = QueryNode::Kind::term;
    return node;
  }

  // A word may be looked up again as part of its phrase. Of CJK text the bigrams are no words.
  void remember_unknown(const QueryPart& part) {
    if (part.cjk || unknown_.size() == max_unknown_words) return;
    const auto place = std::find_if(unknown_.begin(), unknown_.end(), [&](const auto& known) {
      return known.first.data() >= part.written.data();
    });
    if (place == unknown_.end() || place->first.data() != part.written.data())
      unknown_.emplace(place, part.written, part.word);
  }

  QueryNode phrase(const std::vector<QueryPart>& parts, std::size_t first, std::size_t last) {
    if (last - first == 1) return term(parts[first]);
    if (last - first > max_phrase_words) {
      last = first + max_phrase_words;
      note("a phrase is too long: its first " + std::to_string(max_phrase_words) + " words are used");
    }
    QueryNode node;
    node.kind = QueryNode::Kind::phrase;
    bool is_known = true;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t list = lists_.list_of(parts[i].word);
      is_known = is_known && list != QueryNode::no_list;
      if (list == QueryNode::no_list) remember_unknown(parts[i]);
      node.words.push_back({list, parts[i].position - parts[first].position});
      node.word += (i == first ? "" : " ") + parts[i].word;
    }
    if (!is_known) return QueryNode{};
    if (dataset_.has_positions() && phrases_ == max_phrases) {
      note("the query has too many phrases: the first " + std::to_string(max_phrases) + " are used");
      return QueryNode{};
    }
    ++phrases_;
    if (dataset_.has_positions()) {
      shorten(node);
      return node;
    }
    note("this dataset has no positions: a phrase finds the records that hold all its words");
    std::vector<QueryNode> clauses;
    for (std::size_t i = first; i < last; ++i) clauses.push_back(term(parts[i]));
    return std::move(all_of(std::move(clauses)).front());
  }

  // In how many records all words of the phrase can be.
  std::uint64_t most_records(const QueryNode& phrase) const {
    std::uint64_t records = dataset_.size();
    for (const PhraseWord& word : phrase.words)
      records = std::min<std::uint64_t>(records, dataset_.postings(word.list).count());
    return records;
  }

  // Long phrases have a rare word, but for those that are made to take long.
  void shorten(QueryNode& phrase) {
    if (phrase.words.size() <= short_phrase_words) return;
    const std::uint64_t work = most_records(phrase) * phrase.words.size();
    if (work <= max_long_phrase_work - long_phrase_work_) {
      long_phrase_work_ += work;
      return;
    }
    phrase.words.resize(short_phrase_words);
    note("long phrases of frequent words are too much work: of some the first " +
         std::to_string(short_phrase_words) + " words are used");
  }

  // Choices of places take long in records that hold many frequent words.
  void add_slop(QueryNode& phrase, std::uint32_t slop) {
    if (sloppy_work_ >= max_sloppy_work)
      return note("the query has too many phrases with ~ of frequent words: the others are taken without it");
    phrase.slop = slop;
    sloppy_work_ += most_records(phrase) * phrase.words.size() * phrase.words.size();
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
    QueryNode node;
    node.kind = QueryNode::Kind::prefix;
    node.word = parts.back().word;
    node.lists = prefix_lists(node.word);
    if (node.lists.empty()) node.kind = QueryNode::Kind::nothing;
    std::vector<QueryNode> clauses;
    parts.pop_back();
    if (!parts.empty()) clauses.push_back(phrase(parts, 0, parts.size()));
    clauses.push_back(std::move(node));
    return all_of(std::move(clauses));
  }

  // The lists of the words that begin so, ascending.
  std::vector<std::uint32_t> prefix_lists(const std::string& begin) {
    const TermRange range = dataset_.terms(begin);
    const std::uint32_t most = std::min(range.size(), std::max(prefix_words_left_, prefix_share_));
    if (most < range.size())
      note("'" + excerpt(begin) + "*' begins " + std::to_string(range.size()) + " words: the first " +
           std::to_string(most) + " are used");
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
      return term(part);
    }
    --fuzzy_words_left_;
    std::vector<FuzzyWord> found = FuzzyWords{part.word, distance}.find(dataset_);
    std::vector<std::pair<FuzzyWord, std::uint32_t>> ranked;  // with the number of records
    for (const FuzzyWord& word : found) ranked.emplace_back(word, dataset_.postings(word.term).count());
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      const bool same = a.first.distance == 0;
      return same != (b.first.distance == 0) ? same : a.second > b.second;
    });
    if (ranked.size() > max_similar_words) {
      note("'" + excerpt(part.word) + "~' is like " + std::to_string(ranked.size()) + " words: the " +
           std::to_string(max_similar_words) + " most frequent are used");
      ranked.resize(max_similar_words);
    }
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    // The word may stand for its stem, which need not be near it.
    if (lists_.list_of(part.word) != QueryNode::no_list) group.clauses.push_back(term(part));
    for (const auto& [word, records] : ranked) add_similar(group, word);
    return group.clauses.empty() ? term(part) : group;
  }

  // Words of one stem count once, as the nearest of them.
  static void add_similar(QueryNode& group, const FuzzyWord& word) {
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
    node.weight = weight;
    group.clauses.push_back(std::move(node));
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  QueryLists lists_;
  QuerySources sources_;
  std::vector<std::string> notes_;
  std::vector<std::pair<std::string_view, std::string>>
      unknown_;  // as written and folded, ascending by place
  std::size_t words_left_ = max_words;
  std::uint32_t prefix_words_left_;
  std::uint32_t prefix_share_;
  unsigned prefixes_left_ = max_prefixes;
  unsigned fuzzy_words_left_ = max_fuzzy_words;
  std::size_t phrases_ = 0;
  std::uint64_t sloppy_work_ = 0;
  std::uint64_t long_phrase_work_ = 0;
};

}  // namespace corpack
