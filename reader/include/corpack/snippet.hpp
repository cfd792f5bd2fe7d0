// The passage of a text that shows best why a query found it, with the matched words marked.
//
// Offsets are bytes of the original text, on code point boundaries where it is UTF-8. Lifetime: views into
// the record's text. Complexity: linear in the text. Not thread-safe (uses the caller's Analyzer).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/query.hpp>

namespace corpack {

struct Snippet {
  struct Match {
    std::uint32_t begin;  // bytes of `text`
    std::uint32_t end;
  };
  std::string_view text;       // part of the record's text
  std::vector<Match> matches;  // ascending, not overlapping
  bool cut_before = false;     // text of the record was left out before
  bool cut_after = false;      // or after
};

namespace detail {

// The lists that make a token a match; excluded clauses mark nothing.
inline void collect_lists(const QueryNode& node, std::unordered_set<std::uint32_t>& lists) {
  if (node.occur == Occur::must_not) return;
  if (node.kind == QueryNode::Kind::term) lists.insert(node.list);
  for (const PhraseWord& word : node.words) lists.insert(word.list);
  lists.insert(node.lists.begin(), node.lists.end());
  for (const QueryNode& clause : node.clauses) collect_lists(clause, lists);
}

struct MarkedToken {
  std::uint32_t begin;
  std::uint32_t end;
  std::uint32_t list;
};

// Tokens that match, in order; those of CJK text overlap.
inline std::vector<MarkedToken> matching_tokens(std::string_view text, const Query& query,
                                                const Dataset& dataset, Analyzer& analyzer) {
  std::unordered_set<std::uint32_t> wanted;
  collect_lists(query.root(), wanted);
  std::vector<MarkedToken> tokens;
  analyzer.analyze(text, [&](const Token& token) {
    const auto term = dataset.term(token.word);
    if (term && wanted.count(term->list) != 0) tokens.push_back({token.begin, token.end, term->list});
  });
  return tokens;
}

// First token of the window of `max_bytes` with the most different words, then the most words, then the
// first.
inline std::size_t best_window(const std::vector<MarkedToken>& tokens, std::size_t max_bytes) {
  std::unordered_map<std::uint32_t, std::uint32_t> counts;
  std::size_t best = 0;
  std::pair<std::size_t, std::size_t> best_value{0, 0};
  std::size_t last = 0;
  for (std::size_t first = 0; first < tokens.size(); ++first) {
    last = std::max(last, first);
    while (last < tokens.size() && tokens[last].end - tokens[first].begin <= max_bytes)
      ++counts[tokens[last++].list];
    const std::pair<std::size_t, std::size_t> value{counts.size(), last - first};
    if (value > best_value) {
      best_value = value;
      best = first;
    }
    if (last == first) continue;  // a word longer than the window
    const auto count = counts.find(tokens[first].list);
    if (--count->second == 0) counts.erase(count);
  }
  return best;
}

inline bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
}
inline bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

// Where the character at `at` begins; of a run of stray bytes, `at` or a little before.
inline std::size_t character_begin(std::string_view text, std::size_t at) {
  for (unsigned i = 0; i < 3 && at > 0 && at < text.size() && is_continuation(text[at]); ++i) --at;
  return at;
}

// Moves to behind a space nearby, else to where a character begins.
inline std::size_t window_begin(std::string_view text, std::size_t at) {
  constexpr std::size_t reach = 24;
  if (at == 0) return 0;
  for (std::size_t i = at; i < text.size() && i < at + reach; ++i)
    if (is_blank(text[i - 1])) return i;
  return character_begin(text, at);
}
inline std::size_t window_end(std::string_view text, std::size_t at, std::size_t least) {
  constexpr std::size_t reach = 24;
  if (at >= text.size()) return text.size();
  for (std::size_t i = at; i > least && i + reach > at; --i)
    if (is_blank(text[i])) return i;
  return character_begin(text, at);
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

}  // namespace detail

// At most `max_bytes` of the text, all of it where it is not longer.
inline Snippet make_snippet(std::string_view text, const Query& query, const Dataset& dataset,
                            Analyzer& analyzer, std::size_t max_bytes) {
  const std::vector<detail::MarkedToken> tokens = detail::matching_tokens(text, query, dataset, analyzer);
  std::size_t begin = 0;
  std::size_t least_end = 0;
  if (!tokens.empty() && text.size() > max_bytes) {
    const std::size_t first = detail::best_window(tokens, max_bytes);
    const std::size_t anchor = tokens[first].begin;
    least_end = anchor;
    for (std::size_t i = first; i < tokens.size() && tokens[i].end - anchor <= max_bytes; ++i)
      least_end = std::max<std::size_t>(least_end, tokens[i].end);
    const std::size_t lead = (max_bytes - (least_end - anchor)) / 2;
    begin = std::min(detail::window_begin(text, anchor > lead ? anchor - lead : 0), anchor);
    if (least_end > begin + max_bytes) begin = anchor;
  }
  const std::size_t end =
      std::max(begin, detail::window_end(text, std::min(text.size(), begin + max_bytes), least_end));
  return {text.substr(begin, end - begin), detail::matches_within(tokens, begin, end), begin > 0,
          end < text.size()};
}

}  // namespace corpack
