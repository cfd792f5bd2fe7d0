#include "bench/queries/draw_queries.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "bench/measure/key_streams.hpp"

namespace corpack::bench {

namespace {

constexpr std::size_t max_counted_records = 20'000;
constexpr std::size_t shortest_prefix = 4;

struct DrawnWord {
  std::string word;
  bool next_to_last_one;  // nothing but blanks between this word and the one before
};

constexpr std::string_view white_space = " \t\r\n\f\v";
constexpr std::string_view opening_marks = "([\"";
constexpr std::string_view closing_marks = ".,;:!?)]\"";

// The piece in lower case; absent where it is not letters alone.
std::optional<std::string> word_of(std::string_view piece) {
  if (piece.size() < 2) return std::nullopt;
  std::string word;
  for (const char c : piece) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (!upper && !(c >= 'a' && c <= 'z')) return std::nullopt;
    word += upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return word;
}

std::vector<DrawnWord> words_of(std::string_view text) {
  std::vector<DrawnWord> words;
  bool is_joined = false;  // the piece before was a word without marks behind it
  std::size_t end = 0;
  for (std::size_t begin = text.find_first_not_of(white_space); begin != std::string_view::npos;
       begin = text.find_first_not_of(white_space, end)) {
    end = std::min(text.find_first_of(white_space, begin), text.size());
    std::string_view piece = text.substr(begin, end - begin);
    const std::size_t first = std::min(piece.find_first_not_of(opening_marks), piece.size());
    const std::size_t after = piece.find_last_not_of(closing_marks) + 1;
    const std::optional<std::string> word =
        first < after ? word_of(piece.substr(first, after - first)) : std::nullopt;
    if (word) words.push_back({*word, is_joined && first == 0});
    is_joined = word.has_value() && after == piece.size();
  }
  return words;
}

}  // namespace

QueryDrawer::QueryDrawer(const Dataset& dataset, std::uint64_t seed) : dataset_(dataset), random_(seed) {
  counted_ = random_ordinals(dataset, max_counted_records, random_);
  for (const std::uint32_t ordinal : counted_)
    for (const std::string& word : distinct_words(ordinal)) ++counts_[word];
  const double records = static_cast<double>(counted_.size());
  for (const auto& [word, count] : counts_) {
    all_.push_back(word);
    std::vector<std::string>& pool = count > records * 0.01                     ? high_
                                     : count <= std::max(2.0, records * 0.0005) ? rare_
                                                                                : middling_;
    pool.push_back(word);
  }
}

std::vector<TextQuery> QueryDrawer::draw(const QueryKind& kind, std::size_t count) {
  std::vector<TextQuery> queries;
  // Records without enough words are passed over, but not for ever.
  for (std::size_t tries = 0; queries.size() < count && tries < 100 * count && !counted_.empty(); ++tries) {
    std::vector<std::string> words = draw_words(kind);
    if (words.size() == kind.words) queries.push_back({&kind, std::move(words)});
  }
  return queries;
}

std::vector<TextQuery> QueryDrawer::draw_all(std::size_t per_kind) {
  std::vector<TextQuery> queries;
  for (const QueryKind& kind : query_kinds) {
    std::vector<TextQuery> drawn = draw(kind, per_kind);
    const std::string name{kind.name};
    if (kind.frequency != Frequency::any && &pool_of(kind) == &all_)
      notes_.push_back(name + ": no word of this frequency, so any word is taken");
    if (drawn.size() < per_kind)
      notes_.push_back(name + ": only " + std::to_string(drawn.size()) + " of " + std::to_string(per_kind) +
                       " queries could be drawn");
    std::move(drawn.begin(), drawn.end(), std::back_inserter(queries));
  }
  return queries;
}

std::vector<std::string> QueryDrawer::distinct_words(std::uint32_t ordinal) const {
  std::vector<std::string> words;
  for (DrawnWord& drawn : words_of(dataset_.at(ordinal).text())) words.push_back(std::move(drawn.word));
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

const std::vector<std::string>& QueryDrawer::pool_of(const QueryKind& kind) const {
  if (kind.frequency == Frequency::any) return all_;
  const std::vector<std::string>& pool = kind.frequency == Frequency::high   ? high_
                                         : kind.frequency == Frequency::rare ? rare_
                                                                             : middling_;
  return pool.empty() ? all_ : pool;
}

std::vector<std::string> QueryDrawer::draw_words(const QueryKind& kind) {
  if (kind.shape == Shape::phrase) return draw_phrase();
  if (kind.shape == Shape::all_words || kind.shape == Shape::any_word) return draw_from_record(kind.words);
  const std::vector<std::string>& pool = pool_of(kind);
  if (pool.empty()) return {};
  std::string word = pool[random_() % pool.size()];
  // Three letters are left out, or fewer where the prefix would get too short.
  if (kind.shape == Shape::prefix && word.size() > shortest_prefix)
    word.resize(std::max(shortest_prefix, word.size() - 3));
  return {std::move(word)};
}

std::vector<std::string> QueryDrawer::draw_from_record(std::size_t count) {
  std::vector<std::string> words = distinct_words(any_record());
  std::erase_if(words, [&](const std::string& word) { return counts_.at(word) < 2; });
  if (words.size() < count) return {};
  for (std::size_t i = 0; i < count; ++i) std::swap(words[i], words[i + random_() % (words.size() - i)]);
  words.resize(count);
  return words;
}

std::vector<std::string> QueryDrawer::draw_phrase() {
  const std::vector<DrawnWord> words = words_of(dataset_.at(any_record()).text());
  std::vector<std::size_t> seconds;
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i].next_to_last_one && counts_.at(words[i].word) >= 2 && counts_.at(words[i - 1].word) >= 2)
      seconds.push_back(i);
  if (seconds.empty()) return {};
  const std::size_t second = seconds[random_() % seconds.size()];
  return {words[second - 1].word, words[second].word};
}

}  // namespace corpack::bench
