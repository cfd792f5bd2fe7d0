// Words of the dictionary that are nearly a given word: up to `distance` letters inserted, left out or
// replaced, or neighbours swapped (optimal string alignment: no letter is changed twice). Letters are code
// points.
//
// Lifetime: plain values. Complexity: one pass over the dictionary; words in a row share the rows of the
// distance's table for the letters they share, and words behind a beginning that is already too far are only
// compared with it. Thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <corpack/code_point.hpp>
#include <corpack/dataset.hpp>

namespace corpack {

struct FuzzyWord {
  Term term;
  unsigned distance;
};

class FuzzyWords {
 public:
  FuzzyWords(std::string_view word, unsigned distance) : word_(code_points(word)), distance_(distance) {
    rows_.emplace_back();
    for (unsigned column = 0; column <= word_.size(); ++column) rows_[0].push_back(column);
  }

  std::size_t letters() const { return word_.size(); }

  // How far another word is; absent: farther than `distance`.
  std::optional<unsigned> distance_to(std::string_view other) {
    letters_.clear();
    ends_.clear();
    return nearness(other, extend(other, 0));
  }

  // All matching words, in the dictionary's order.
  std::vector<FuzzyWord> find(const FieldIndex& index) {
    std::vector<FuzzyWord> found;
    letters_.clear();
    ends_.clear();
    std::string_view before;
    std::size_t far = static_cast<std::size_t>(-1);  // bytes of `before` that no near word begins with
    for (const Term& term : index.terms().all()) {
      const std::size_t shared = shared_bytes(before, term.word);
      before = term.word;
      if (shared >= far) continue;
      far = extend(term.word, shared);
      if (const auto distance = nearness(term.word, far)) found.push_back({term, *distance});
    }
    return found;
  }

 private:
  static std::vector<char32_t> code_points(std::string_view text) {
    std::vector<char32_t> letters;
    for (std::size_t at = 0; at < text.size();) letters.push_back(next(text, at));
    return letters;
  }

  // Dictionaries of damaged files may hold any bytes: one that is no UTF-8 is a letter of its own.
  static char32_t next(std::string_view text, std::size_t& at) {
    const auto decoded = decode_code_point(text, at);
    const char32_t letter =
        decoded.length == 0 ? 0x110000u + static_cast<unsigned char>(text[at]) : decoded.value;
    at += decoded.length == 0 ? 1 : decoded.length;
    return letter;
  }

  static std::size_t shared_bytes(std::string_view a, std::string_view b) {
    const std::size_t size = std::min(a.size(), b.size());
    return static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(size), b.begin()).first - a.begin());
  }

  // Brings the table to this word, whose first `shared` bytes it has seen. Returns how many of its bytes no
  // near word begins with, more than there are where it may be near itself.
  std::size_t extend(std::string_view word, std::size_t shared) {
    while (!ends_.empty() && ends_.back() > shared) {
      letters_.pop_back();
      ends_.pop_back();
    }
    std::size_t at = ends_.empty() ? 0 : ends_.back();
    while (at < word.size()) {
      const char32_t letter = next(word, at);
      push(letter, at);
      const std::size_t last = letters_.size();
      // A swap reaches back over one row.
      if (least(rows_[last]) > distance_ && least(rows_[last - 1]) >= distance_) return at;
    }
    return static_cast<std::size_t>(-1);
  }

  // The distance of the word that the table was brought to. `far`: what extend() returned.
  std::optional<unsigned> nearness(std::string_view word, std::size_t far) const {
    const unsigned distance = rows_[letters_.size()].back();
    if (far <= word.size() || distance > distance_) return std::nullopt;
    return distance;
  }

  static unsigned least(const std::vector<unsigned>& row) {
    return *std::min_element(row.begin(), row.end());
  }

  void push(char32_t letter, std::size_t end) {
    letters_.push_back(letter);
    ends_.push_back(end);
    const std::size_t line = letters_.size();
    if (rows_.size() == line) rows_.emplace_back(word_.size() + 1);
    const std::vector<unsigned>& above = rows_[line - 1];
    std::vector<unsigned>& row = rows_[line];
    row[0] = static_cast<unsigned>(line);
    for (std::size_t column = 1; column <= word_.size(); ++column) {
      const bool same = word_[column - 1] == letter;
      row[column] = std::min({above[column] + 1, row[column - 1] + 1, above[column - 1] + (same ? 0u : 1u)});
      if (line > 1 && column > 1 && word_[column - 2] == letter && letters_[line - 2] == word_[column - 1])
        row[column] = std::min(row[column], rows_[line - 2][column - 2] + 1);
    }
  }

  std::vector<char32_t> word_;
  unsigned distance_;
  // The distance's table: the word's own row, then one for each of `letters_`. Rows behind these are kept
  // memory.
  std::vector<std::vector<unsigned>> rows_;
  std::vector<char32_t> letters_;  // of the dictionary's word so far
  std::vector<std::size_t> ends_;  // of each of them, in bytes
};

}  // namespace corpack
