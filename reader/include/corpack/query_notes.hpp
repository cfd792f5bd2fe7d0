// What people should be told of a query: notes, each once and not too many, and words that no record holds.
//
// Lifetime: UnknownWords holds views into the query's text. Complexity: linear in what is held, which is
// bounded. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/query.hpp>

namespace corpack {

class QueryNotes {
 public:
  static constexpr std::size_t max_notes = 32;

  void add(std::string text) {
    if (notes_.size() > max_notes || std::find(notes_.begin(), notes_.end(), text) != notes_.end()) return;
    notes_.push_back(notes_.size() < max_notes ? std::move(text) : "further notes are left out");
  }
  const std::vector<std::string>& all() const { return notes_; }

  // What a note shows of a long text.
  static std::string excerpt(std::string_view text) {
    constexpr std::size_t shown = 64;
    return text.size() <= shown ? std::string{text} : std::string{text.substr(0, shown)} + "…";
  }

 private:
  std::vector<std::string> notes_;
};

class UnknownWords {
 public:
  static constexpr std::size_t max_words = 64;  // that are remembered

  bool full() const { return parts_.size() == max_words; }

  // `indexes`: of the fields that it was looked for in; none: it is a name that no field has. A word may be
  // looked up again as part of its phrase, and the words of a name after it.
  void add(std::string_view written, std::string_view word, std::vector<std::uint32_t> indexes) {
    if (full()) return;
    const auto place = std::find_if(parts_.begin(), parts_.end(), [&](const Part& known) {
      return known.written.data() >= written.data();
    });
    if (place == parts_.end() || place->written.data() != written.data())
      parts_.insert(place, {written, std::string{word}, std::move(indexes)});
  }

  // `text`: what all that was given is a part of.
  std::vector<UnknownWord> in(std::string_view text) const {
    std::vector<UnknownWord> words;
    for (const Part& part : parts_) {
      const auto begin = static_cast<std::size_t>(part.written.data() - text.data());
      words.push_back({part.word, begin, begin + part.written.size(), part.indexes});
    }
    return words;
  }

 private:
  struct Part {
    std::string_view written;
    std::string word;  // folded
    std::vector<std::uint32_t> indexes;
  };
  std::vector<Part> parts_;  // ascending by place
};

}  // namespace corpack
