// Keywords: what a record, or a whole dataset, is about, in words and two-word phrases.
//
//   corpack::Keywords keywords{dataset};
//   for (const corpack::Keyword& keyword : keywords.of_record(record)) std::cout << keyword.text << '\n';
//
// A record's word or phrase weighs its occurrences times its idf: ln(1 + (N - n + 0.5) / (n + 0.5)) for n of
// N records. In a dataset the geometric mean of occurrences and records stands for the occurrences, so that
// no record decides alone, and the square of idf for idf, since else words that are at home in every record
// of a field (data, model) come before what the records are about; a phrase, which says more, weighs half as
// much again.
//
// Words of one stem are one word, shown as they are written most often. Of a word's occurrences those within
// its most frequent phrase do not add to its weight: "federated learning" takes the place of "federated". No
// keyword is a stop word, except in a phrase that it hardly stands without (reinforcement learning);
// keyword_counter.hpp has the rules. Each phrase was found at least twice.
//
// Of a record the first max_record_bytes are read; for a phrase that it has but once, other records are asked
// where the dataset has positions. Of a dataset the words' figures are exact; its phrases, and the forms of
// words, are counted in up to max_sample_records records spread evenly, of each the first max_sample_bytes,
// in a table of bounded size (phrase_table.hpp), and scaled up.
//
// Lifetime: the Dataset must outlive it; keywords are plain values. Errors: FormatError when a block is
// damaged. A dataset without words has no keywords. Not thread-safe (scratch memory): one for each thread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/keyword_counter.hpp>
#include <corpack/keyword_forms.hpp>
#include <corpack/matcher.hpp>
#include <corpack/scoring.hpp>
#include <corpack/text_words.hpp>

namespace corpack {

struct Keyword {
  std::string text;  // folded; the words of a phrase joined by a blank or, as written, by a hyphen
  double weight = 0;
  std::uint64_t occurrences = 0;  // in the record or dataset, within phrases too
  std::uint64_t records = 0;      // of the dataset, that hold it; of a sampled phrase about so many
};

class Keywords {
 public:
  static constexpr std::size_t max_record_bytes = std::size_t{1} << 20;
  static constexpr std::size_t max_record_phrases = 64;  // that are looked up in other records
  static constexpr std::uint32_t max_sample_records = 10000;
  static constexpr std::size_t max_sample_bytes = std::size_t{1} << 14;

  explicit Keywords(const Dataset& dataset) : dataset_(dataset) {
    if (!dataset.searchable()) return;
    scoring_.emplace(Scoring{Bm25{dataset.info().index(), {}}, LengthCodes{dataset.index(0)}});
    rules_.emplace(dataset);
  }

  // The record's best keywords, best first.
  std::vector<Keyword> of_record(const Record& record, std::size_t limit = 10) {
    if (!scoring_) return {};
    const std::string_view text = beginning(record.text(), max_record_bytes);
    KeywordCounter counter{dataset_, *rules_};
    counter.add(text, record.ordinal(), analyzer_);
    std::vector<Candidate> candidates = phrases_of_record(counter.phrases());
    for (const auto& [list, word] : counter.words())
      candidates.push_back(
          {{list, KeywordForms::no_list}, word.text, word.occurrences, dataset_.postings(list).count()});
    weigh(candidates);
    return best_of(std::move(candidates), limit,
                   [&](KeywordForms& forms) { forms.count(text, dataset_, analyzer_); });
  }

  // The dataset's best keywords, best first.
  std::vector<Keyword> of_dataset(std::size_t limit = 10) {
    if (!scoring_) return {};
    KeywordCounter counter{dataset_, *rules_};
    for_each_sampled([&](const Record& record) {
      counter.add(beginning(record.text(), max_sample_bytes), record.ordinal(), analyzer_);
    });
    std::vector<Candidate> candidates = phrases_of_dataset(counter.phrases());
    std::vector<bool> is_taken(dataset_.lists());
    for (const Term term : dataset_.terms().all()) {
      if (is_taken[term.list] || !rules_->may_be_word(term)) continue;
      is_taken[term.list] = true;
      const PostingList list = dataset_.postings(term);
      candidates.push_back({{term.list, KeywordForms::no_list}, term.word, list.occurrences(), list.count()});
    }
    weigh(candidates);
    for (Candidate& candidate : candidates) {
      const double spread =
          static_cast<double>(candidate.records) / static_cast<double>(candidate.occurrences);
      candidate.weight *= std::sqrt(spread) * idf_of(candidate) * (candidate.is_phrase() ? 1.5 : 1);
    }
    return best_of(std::move(candidates), limit, [&](KeywordForms& forms) {
      for_each_sampled([&](const Record& record) {
        forms.count(beginning(record.text(), max_sample_bytes), dataset_, analyzer_);
      });
    });
  }

 private:
  // A word, or a phrase of two.
  struct Candidate {
    WordPair lists;         // of a word the second is KeywordForms::no_list
    std::string_view word;  // a form of a word
    std::uint64_t occurrences;
    std::uint64_t records;
    double weight = 0;
    bool is_phrase() const { return lists.second != KeywordForms::no_list; }
  };

  template <class Sink>
  void for_each_sampled(Sink&& sink) const {
    const std::uint32_t sampled = std::min(dataset_.size(), max_sample_records);
    for (std::uint64_t i = 0; i < sampled; ++i)
      sink(dataset_.at(static_cast<std::uint32_t>(i * dataset_.size() / sampled)));
  }

  std::vector<Candidate> phrases_of_record(const PhraseTable& counted) {
    std::vector<Candidate> phrases;
    for (const auto& [pair, counts] : counted.pairs()) {
      // What holds the phrase holds both words.
      const std::uint32_t records =
          std::min(dataset_.postings(pair.first).count(), dataset_.postings(pair.second).count());
      phrases.push_back({pair, {}, counts.occurrences, records});
    }
    if (dataset_.has_positions()) {
      weigh(phrases);
      sort(phrases, max_record_phrases);
      for (Candidate& phrase : phrases) phrase.records = records_with(phrase.lists);
    }
    std::erase_if(phrases, [&](const Candidate& phrase) {
      if (!dataset_.has_positions())  // nothing is known but this record
        return phrase.occurrences < 2 || rules_->has_stop_word(phrase.lists);
      return (phrase.occurrences < 2 && phrase.records < 2) ||
             !rules_->is_bound(phrase.lists, phrase.records);
    });
    return phrases;
  }

  std::vector<Candidate> phrases_of_dataset(const PhraseTable& counted) const {
    const double scale = static_cast<double>(dataset_.size()) / std::min(dataset_.size(), max_sample_records);
    const auto scaled = [&](std::uint32_t n) { return static_cast<std::uint64_t>(std::llround(n * scale)); };
    std::vector<Candidate> phrases;
    for (const auto& [pair, counts] : counted.pairs())
      if (counts.occurrences > 1 && rules_->is_bound(pair, scaled(counts.records)))
        phrases.push_back({pair, {}, scaled(counts.occurrences), scaled(counts.records)});
    return phrases;
  }

  // In how many records the words stand side by side.
  std::uint32_t records_with(WordPair pair) {
    std::vector<Phrase::Word> words;
    for (const std::uint32_t list : {pair.first, pair.second}) {
      const PostingList postings = dataset_.postings(list);
      TermCursor& cursor = cursors_[words.size()];
      cursor.reset(postings, 0, *scoring_);
      words.push_back(
          {&cursor, dataset_.positions(list, postings.count()), static_cast<std::uint32_t>(words.size())});
    }
    PhraseMatcher matcher{std::move(words), 0, *scoring_};
    std::uint32_t records = 0;
    for (std::uint32_t at = matcher.advance(0); at != Matcher::end; at = matcher.advance(at + 1)) ++records;
    return records;
  }

  void weigh(std::vector<Candidate>& candidates) const {
    std::unordered_map<std::uint32_t, std::uint64_t>
        covered;  // of a list's occurrences, by its most frequent phrase
    for (const Candidate& candidate : candidates) {
      if (!candidate.is_phrase()) continue;
      for (const std::uint32_t list : {candidate.lists.first, candidate.lists.second})
        covered[list] = std::max(covered[list], candidate.occurrences);
    }
    for (Candidate& candidate : candidates) {
      std::uint64_t own = candidate.occurrences;
      if (!candidate.is_phrase()) {
        const auto found = covered.find(candidate.lists.first);
        if (found != covered.end()) own -= std::min(own, found->second);
      }
      candidate.weight = static_cast<double>(own) * idf_of(candidate);
    }
  }

  double idf_of(const Candidate& candidate) const {
    return scoring_->bm25.idf(static_cast<std::uint32_t>(std::max<std::uint64_t>(1, candidate.records)));
  }

  static void sort(std::vector<Candidate>& candidates, std::size_t limit) {
    const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>(std::min(limit, candidates.size()));
    std::partial_sort(candidates.begin(), middle, candidates.end(),
                      [](const Candidate& a, const Candidate& b) {
                        if (a.weight != b.weight) return a.weight > b.weight;
                        return a.is_phrase() != b.is_phrase() ? a.is_phrase() : a.lists < b.lists;
                      });
    candidates.erase(middle, candidates.end());
  }

  // `count_forms` shows the texts to the forms that are wanted.
  template <class CountForms>
  std::vector<Keyword> best_of(std::vector<Candidate> candidates, std::size_t limit,
                               CountForms&& count_forms) const {
    std::erase_if(candidates, [](const Candidate& candidate) { return candidate.weight <= 0; });
    sort(candidates, limit);
    KeywordForms forms;
    for (const Candidate& candidate : candidates) forms.want(candidate.lists, candidate.word);
    count_forms(forms);
    std::vector<Keyword> keywords;
    keywords.reserve(candidates.size());
    for (const Candidate& candidate : candidates)
      keywords.push_back(
          {forms.most_frequent(candidate.lists), candidate.weight, candidate.occurrences, candidate.records});
    return keywords;
  }

  const Dataset& dataset_;
  Analyzer analyzer_{"none"};  // words are looked up as they are written
  std::optional<Scoring> scoring_;
  std::optional<KeywordRules> rules_;
  std::array<TermCursor, 2> cursors_;
};

}  // namespace corpack
