// The passage of a record's text, or of another field's value, that shows best why a query found it, with the
// matched words marked.
//
// Offsets are bytes of the original text, between graphemes (grapheme.hpp) where it is UTF-8. Lifetime: views
// into the dataset. Complexity: linear in the text. Not thread-safe (uses the caller's Analyzer).
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/grapheme.hpp>
#include <corpack/query.hpp>
#include <corpack/record.hpp>

namespace corpack {

struct Snippet {
  struct Match {
    std::uint32_t begin;  // bytes of `text`
    std::uint32_t end;
  };
  std::string_view field;      // its name; `text`: the record's text
  std::string_view text;       // the passage, a part of the field's value
  std::vector<Match> matches;  // ascending, not overlapping
  bool cut_before = false;     // some of it was left out before
  bool cut_after = false;      // or after
};

namespace detail {

// The lists of a field's index that make a token a match; excluded clauses mark nothing.
class WantedLists {
 public:
  WantedLists(const QueryNode& root, std::uint32_t index) : index_(index) { collect(root); }

  bool has(std::uint32_t list) const {
    return lists_.count(list) != 0 || std::any_of(prefixes_.begin(), prefixes_.end(), [&](const auto* all) {
             return std::binary_search(all->begin(), all->end(), list);
           });
  }

 private:
  void collect(const QueryNode& node) {
    if (node.occur == Occur::must_not) return;
    if (node.index == index_) collect_words(node);
    for (const QueryNode& clause : node.clauses) collect(clause);
  }

  void collect_words(const QueryNode& node) {
    if (node.kind == QueryNode::Kind::term) lists_.insert(node.list);
    for (const PhraseWord& word : node.words) lists_.insert(word.list);
    if (!node.lists.empty()) prefixes_.push_back(&node.lists);
  }

  std::uint32_t index_;
  std::unordered_set<std::uint32_t> lists_;
  std::vector<const std::vector<std::uint32_t>*> prefixes_;  // of very many lists: looked up where they are
};

struct MarkedToken {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t list;
};

// Calls `take` with each token that matches and reaches into the bytes from `begin` to `end`, in order; those
// of CJK text overlap.
template <class Take>
void for_matching_tokens(std::string_view text, std::size_t begin, std::size_t end, const WantedLists& wanted,
                         const FieldIndex& index, Analyzer& analyzer, Take&& take) {
  analyzer.analyze(text, [&](const Token& token) {
    if (token.end <= begin || token.begin >= end) return;
    const auto term = index.term(token.word);
    if (term && wanted.has(term->list))
      take(MarkedToken{static_cast<std::uint32_t>(token.begin), static_cast<std::uint32_t>(token.end),
                       term->list});
  });
}

// With the marks around it that are no part of a word.
inline MarkedToken with_marks(std::string_view text, const MarkedToken& token) {
  return {static_cast<std::uint32_t>(grapheme_begin(text, token.begin)),
          static_cast<std::uint32_t>(grapheme_end(text, token.end)), token.list};
}

// Of tokens that are given in order, those of the window of `max_bytes` with the most different words, then
// the most words, then the first. Holds no more tokens than two windows have.
class BestWindow {
 public:
  explicit BestWindow(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  void add(const MarkedToken& token) {
    if (!tokens_.empty() && token.end - tokens_.front().begin > max_bytes_) compare();
    while (!tokens_.empty() && token.end - tokens_.front().begin > max_bytes_) {
      const auto count = counts_.find(tokens_.front().list);
      if (--count->second == 0) counts_.erase(count);
      tokens_.pop_front();
    }
    if (token.end - token.begin > max_bytes_) return;
    ++counts_[token.list];
    tokens_.push_back(token);
  }

  const std::vector<MarkedToken>& finish() {
    compare();
    return best_;
  }

 private:
  void compare() {
    const std::pair<std::size_t, std::size_t> value{counts_.size(), tokens_.size()};
    if (value <= best_value_) return;
    best_value_ = value;
    best_.assign(tokens_.begin(), tokens_.end());
  }

  std::size_t max_bytes_;
  std::deque<MarkedToken> tokens_;
  std::unordered_map<std::uint32_t, std::uint32_t> counts_;  // of their lists
  std::vector<MarkedToken> best_;
  std::pair<std::size_t, std::size_t> best_value_{0, 0};
};

// Whether the text can be cut at `at`, where a blank is just before or behind it.
inline bool is_cut(std::string_view text, std::size_t at, std::size_t blank) {
  return (text[blank] == ' ' || (text[blank] >= '\t' && text[blank] <= '\r')) &&
         grapheme_begin(text, at) == at;
}

// Moves to behind a space nearby, else to where a letter begins.
inline std::size_t window_begin(std::string_view text, std::size_t at) {
  constexpr std::size_t reach = 24;
  if (at == 0) return 0;
  for (std::size_t i = at; i < text.size() && i < at + reach; ++i)
    if (is_cut(text, i, i - 1)) return i;
  return grapheme_begin(text, at);
}
inline std::size_t window_end(std::string_view text, std::size_t at, std::size_t least) {
  constexpr std::size_t reach = 64;
  if (at >= text.size()) return text.size();
  for (std::size_t i = at; i >= least && i > 0 && i + reach > at; --i)
    if (is_cut(text, i, i)) return i;
  return grapheme_begin(text, at);
}

// What of the tokens is inside, with those that overlap made one.
inline std::vector<Snippet::Match> matches_within(const std::vector<MarkedToken>& tokens, std::size_t begin,
                                                  std::size_t end) {
  std::vector<Snippet::Match> matches;
  for (const MarkedToken& token : tokens) {
    if (token.begin < begin || token.begin >= end) continue;
    const Snippet::Match match{static_cast<std::uint32_t>(token.begin - begin),
                               static_cast<std::uint32_t>(std::min<std::size_t>(token.end, end) - begin)};
    if (!matches.empty() && match.begin < matches.back().end)
      matches.back().end = std::max(matches.back().end, match.end);
    else
      matches.push_back(match);
  }
  return matches;
}

// The indexes besides the text's that a query looks in, ascending; not those of excluded clauses.
inline void collect_fields(const QueryNode& node, std::set<std::uint32_t>& indexes) {
  if (node.occur == Occur::must_not) return;
  if (node.index != 0) indexes.insert(node.index);
  for (const QueryNode& clause : node.clauses) collect_fields(clause, indexes);
}

}  // namespace detail

// At most `max_bytes` of a field's value, all of it where it is not longer. `index`: the field's, 0 for the
// text.
inline Snippet make_snippet(std::string_view value, const Query& query, const Dataset& dataset,
                            std::uint32_t index, Analyzer& analyzer, std::size_t max_bytes) {
  const detail::WantedLists wanted{query.root(), index};
  const FieldIndex& words = dataset.index(index);
  detail::BestWindow window{max_bytes};
  if (value.size() > max_bytes)
    detail::for_matching_tokens(value, 0, value.size(), wanted, words, analyzer,
                                [&](const detail::MarkedToken& token) { window.add(token); });
  const std::vector<detail::MarkedToken>& best = window.finish();
  std::size_t begin = 0;
  std::size_t least_end = 0;
  if (!best.empty()) {
    const std::size_t anchor = grapheme_begin(value, best.front().begin);
    least_end = anchor;
    for (const detail::MarkedToken& token : best)
      if (const std::size_t end = grapheme_end(value, token.end); end - anchor <= max_bytes)
        least_end = std::max(least_end, end);
    const std::size_t lead = (max_bytes - (least_end - anchor)) / 2;
    begin = std::min(detail::window_begin(value, anchor > lead ? anchor - lead : 0), anchor);
    if (least_end > begin + max_bytes) begin = anchor;
  }
  const std::size_t end =
      std::max(begin, detail::window_end(value, std::min(value.size(), begin + max_bytes), least_end));
  std::vector<detail::MarkedToken> tokens;
  detail::for_matching_tokens(
      value, begin, end, wanted, words, analyzer,
      [&](const detail::MarkedToken& token) { tokens.push_back(detail::with_marks(value, token)); });
  return {dataset.index_name(index), value.substr(begin, end - begin),
          detail::matches_within(tokens, begin, end), begin > 0, end < value.size()};
}

// Of each other field that the query looks in and that has a word of it, in the order of the indexes.
inline std::vector<Snippet> make_field_snippets(const Record& record, const Query& query,
                                                const Dataset& dataset, Analyzer& analyzer,
                                                std::size_t max_bytes) {
  std::set<std::uint32_t> indexes;
  detail::collect_fields(query.root(), indexes);
  std::vector<Snippet> snippets;
  for (const std::uint32_t index : indexes) {
    const std::optional<std::string_view> value = record.field(dataset.index_name(index));
    if (!value) continue;
    Snippet snippet = make_snippet(*value, query, dataset, index, analyzer, max_bytes);
    if (!snippet.matches.empty()) snippets.push_back(std::move(snippet));
  }
  return snippets;
}

}  // namespace corpack
