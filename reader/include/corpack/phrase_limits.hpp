// Keeps the work of a query's phrases within bounds: long ones of frequent words are cut, and of those with
// slop some go without it.
//
// Lifetime: refers to the Dataset and the QueryNotes. Complexity: a look-up for each word of a phrase. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <corpack/dataset.hpp>
#include <corpack/query.hpp>
#include <corpack/query_notes.hpp>

namespace corpack {

class PhraseLimits {
 public:
  static constexpr std::size_t short_words = 8;
  static constexpr std::uint64_t max_long_work = 1 << 24;  // records times words, of longer phrases
  static constexpr std::uint32_t max_slop = 100;
  static constexpr std::uint64_t max_sloppy_work = 1 << 25;  // records times words squared
  static constexpr std::size_t max_phrases = 64;

  PhraseLimits(const Dataset& dataset, QueryNotes& notes) : dataset_(dataset), notes_(notes) {}

  // Whether the query may have another phrase.
  bool allow_phrase() {
    if (phrases_ == max_phrases) {
      notes_.add("the query has too many phrases: the first " + std::to_string(max_phrases) + " are used");
      return false;
    }
    ++phrases_;
    return true;
  }

  // Long phrases have a rare word, but for those that are made to take long.
  void shorten(QueryNode& phrase) {
    if (phrase.words.size() <= short_words) return;
    const std::uint64_t work = most_records(phrase) * phrase.words.size();
    if (work <= max_long_work - long_work_) {
      long_work_ += work;
      return;
    }
    phrase.words.resize(short_words);
    notes_.add("long phrases of frequent words are too much work: of some the first " +
               std::to_string(short_words) + " words are used");
  }

  // Choices of places take long in records that hold many frequent words.
  void add_slop(QueryNode& phrase, std::uint32_t slop) {
    if (sloppy_work_ >= max_sloppy_work)
      return notes_.add(
          "the query has too many phrases with ~ of frequent words: the others are taken without it");
    phrase.slop = slop;
    sloppy_work_ += most_records(phrase) * phrase.words.size() * phrase.words.size();
  }

 private:
  // In how many records all words of the phrase can be.
  std::uint64_t most_records(const QueryNode& phrase) const {
    const FieldIndex& index = dataset_.index(phrase.index);
    std::uint64_t records = dataset_.size();
    for (const PhraseWord& word : phrase.words)
      records = std::min<std::uint64_t>(records, index.postings(word.list).count());
    return records;
  }

  const Dataset& dataset_;
  QueryNotes& notes_;
  std::size_t phrases_ = 0;
  std::uint64_t sloppy_work_ = 0;
  std::uint64_t long_work_ = 0;
};

}  // namespace corpack
