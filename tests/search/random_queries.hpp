// Queries of every kind, made of the texts' own words: words, signs, AND, OR, NOT, groups, phrases with and
// without slop, prefixes, words with ~, boosts and sources.
//
// Lifetime: copies what it needs. Requirements: a text with a word in it. Errors: none. Complexity: linear in
// a query. Thread safety: none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>

namespace corpack::test {

class RandomQueries {
 public:
  RandomQueries(const std::vector<std::string>& texts, std::vector<std::string> sources, std::uint32_t seed)
      : random_(seed), sources_(std::move(sources)) {
    Analyzer analyzer{"none"};
    for (const std::string& text : texts) {
      std::vector<std::string> words;
      analyzer.analyze(text, [&](const Token& token) {
        words.push_back(text.substr(token.begin, token.end - token.begin));
      });
      if (!words.empty()) texts_.push_back(std::move(words));
    }
  }

  // From now on words stand behind names of fields now and then, and these filters in place of words.
  void add_fields(std::vector<std::string> names, std::vector<std::string> filters) {
    names_ = std::move(names);
    filters_ = std::move(filters);
  }

  std::string next() {
    switch (below(10)) {
      case 0:
        return word();
      case 1:
        return prefix();
      case 2:
        return phrase();
      case 3:
        return joined(2 + below(4), " ");
      case 4:
        return joined(2 + below(3), " AND ");
      case 5:
        return signs(2 + below(4));
      case 6:
        return below(2) == 0 ? nearly() : source() + ' ' + joined(1 + below(3), " ");
      default:
        return expression(3);
    }
  }

 private:
  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>{0, limit - 1}(random_);
  }

  std::string word() {
    const std::vector<std::string>& words = texts_[below(texts_.size())];
    return words[below(words.size())];
  }

  std::string prefix() {
    const std::string whole = word();
    return whole.substr(0, 1 + below(whole.size())) + "*";
  }

  // Neighbours of a text, and sometimes words that may never meet.
  std::string phrase() {
    if (below(8) == 0) return '"' + word() + ' ' + word() + '"';
    const std::vector<std::string>& words = texts_[below(texts_.size())];
    const std::size_t first = below(words.size());
    std::string phrase = "\"";
    for (std::size_t i = first; i < words.size() && i < first + 2 + below(3); ++i) phrase += words[i] + ' ';
    return phrase + '"';
  }

  // Two words of a text that stand near each other in either order. Where both have one stem some choices of
  // places are passed over, which the reference does not know of; words that begin alike are left out.
  std::string nearly() {
    const std::vector<std::string>& words = texts_[below(texts_.size())];
    const std::size_t first = below(words.size());
    const std::size_t second = std::min(words.size() - 1, first + 1 + below(3));
    std::string one = words[first];
    std::string other = words[second];
    if (one.substr(0, 2) == other.substr(0, 2) || !is_plain(one) || !is_plain(other)) return word();
    if (below(2) == 0) std::swap(one, other);
    return '"' + one + ' ' + other + "\"~" + std::to_string(1 + below(5));
  }

  static bool is_plain(const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  }

  std::string source() {
    std::string name = sources_[below(sources_.size())];
    if (below(3) == 0) name = name.substr(0, below(name.size())) + '*';
    return "source:" + name;
  }

  std::string in_field() {
    const std::string name = names_[below(names_.size())] + ":";
    switch (below(4)) {
      case 0:
        return name + prefix();
      case 1:
        return name + phrase();
      case 2:
        return name + "(" + word() + " " + word() + ")";
      default:
        return name + word();
    }
  }

  std::string operand() {
    if (!names_.empty() && below(4) == 0) return in_field();
    if (!filters_.empty() && below(8) == 0) return filters_[below(filters_.size())];
    const std::size_t kind = below(16);
    if (kind == 0) return source();
    if (kind == 1) return nearly();
    std::string operand = kind < 12 ? word() : kind < 14 ? prefix() : phrase();
    if (kind < 12 && below(12) == 0) operand += "~" + std::to_string(1 + below(2));
    if (below(6) == 0) operand += "^" + std::to_string(1 + below(5));
    return operand;
  }

  std::string joined(std::size_t count, const std::string& between) {
    std::string query = operand();
    for (std::size_t i = 1; i < count; ++i) query += between + operand();
    return query;
  }

  std::string signs(std::size_t count) {
    std::string query;
    for (std::size_t i = 0; i < count; ++i) query += std::string{""} + " +-"[below(3)] + operand() + ' ';
    return query;
  }

  std::string expression(unsigned depth) {
    static const std::vector<std::string> between{" AND ", " OR ", " ", " AND NOT ", " +", " -"};
    std::string query = part(depth);
    for (std::size_t i = 1 + below(3); i > 0; --i) query += between[below(between.size())] + part(depth);
    return query;
  }

  std::string part(unsigned depth) {
    if (depth == 0 || below(2) == 0) return operand();
    return "(" + expression(depth - 1) + ")" + (below(6) == 0 ? "^2" : "");
  }

  std::mt19937 random_;
  std::vector<std::string> sources_;
  std::vector<std::string> names_;  // of fields
  std::vector<std::string> filters_;
  std::vector<std::vector<std::string>> texts_;
};

}  // namespace corpack::test
