// Compares what the tables say with the texts: every text is analyzed again, and each occurrence of a word is
// removed from the sums that were taken over the lists as stored.
//
// Lifetime: refers to the Dataset and the Findings. Errors: what is wrong is added to the Findings.
// Complexity: the analysis of all texts; 4 bytes of memory for each list. Thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/damage.hpp>
#include <corpack/dataset.hpp>
#include <corpack/lengths.hpp>
#include <corpack/verify_words.hpp>

namespace corpack::detail {

class AnalysisCheck {
 public:
  // `sums`: over the lists as they are in the tables. REQUIRES: every list has a word.
  AnalysisCheck(const Dataset& dataset, Analyzer& analyzer, ListSums& sums, Findings& findings)
      : dataset_(dataset),
        analyzer_(analyzer),
        findings_(findings),
        positions_(dataset.has_positions()),
        sums_(sums),
        word_seen_(dataset.terms().size()) {}

  void run() {
    check_stems();
    for (const Record record : dataset_) check_record(record);
    const std::string beyond = dataset_.lists() <= ListSums::max_sums ? "" : " or one further on";
    for (std::size_t list = 0; list < sums_.sums().size(); ++list)
      if (sums_.sums()[list] != 0)
        findings_.add("table 'postings': list " + std::to_string(list) + beyond +
                      " is not what the texts give");
    if (std::find(word_seen_.begin(), word_seen_.end(), false) != word_seen_.end())
      findings_.add("table 'terms': a word is in no text");
    if (tokens_ != dataset_.info().index().tokens)
      findings_.add("the texts have " + std::to_string(tokens_) + " tokens, 'meta' says " +
                    std::to_string(dataset_.info().index().tokens));
  }

 private:
  // Words of one list have one stem, and lists are in the byte order of the stems.
  void check_stems() {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> words(dataset_.lists(), none);  // of each list the first
    std::string stem;
    for (const Term term : dataset_.terms().all()) {
      std::uint32_t& first = words[term.list];
      if (first == none) {
        first = term.number;
        continue;
      }
      stem.assign(analyzer_.stem(term.word));
      if (analyzer_.stem(dataset_.terms()[first].word) != stem)
        findings_.add("table 'terms': the words of list " + std::to_string(term.list) +
                      " have different stems");
    }
    std::string before;
    for (std::size_t list = 0; list < words.size(); ++list) {
      stem.assign(analyzer_.stem(dataset_.terms()[words[list]].word));
      if (list > 0 && stem <= before)
        return findings_.add("table 'postings': its lists are not in the order of the stems");
      before.swap(stem);
    }
  }

  void check_record(const Record& record) {
    const std::uint32_t ordinal = record.ordinal();
    bool unknown = false;
    const AnalysisCounts counts = analyzer_.analyze(record.text(), [&](const Token& token) {
      const auto term = dataset_.term(token.word);
      if (term) {
        positions_ ? sums_.remove_at(term->list, ordinal, token.position) : sums_.remove(term->list, ordinal);
        word_seen_[term->number] = true;
      }
      unknown = unknown || !term;
    });
    tokens_ += counts.positions;
    const std::string name = "record " + std::to_string(record.ordinal());
    if (unknown) findings_.add("table 'terms': a word of " + name + " is not there");
    const auto pieces = dataset_.length_codes();
    if (!pieces.empty() && pieces[ordinal / format::lengths_per_block][ordinal % format::lengths_per_block] !=
                               length_code(counts.positions))
      findings_.add("table 'lengths': the length of " + name + " is wrong");
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  Findings& findings_;
  bool positions_;
  ListSums& sums_;
  std::vector<bool> word_seen_;
  std::uint64_t tokens_ = 0;
};

// Analyzes again where this program's analyzer is the one the dataset was made with; says so where it is not.
inline void verify_analysis(const Dataset& dataset, ListSums& sums, Findings& findings) {
  const AnalyzerSettings made = dataset.info().analyzer();
  const auto skip = [&](const std::string& why) {
    findings.note("the texts were not analyzed again: " + why);
  };
  if (made.version != Analyzer::version)
    return skip("the dataset's words were cut by analyzer version " + std::to_string(made.version) +
                ", this is version " + std::to_string(Analyzer::version));
  if (!made.unicode_version.empty() && made.unicode_version != Analyzer::unicode_version())
    return skip("they were folded by Unicode " + std::string{made.unicode_version} + ", this is Unicode " +
                Analyzer::unicode_version());
  std::optional<Analyzer> analyzer;
  try {
    analyzer.emplace(made.language);
  } catch (const Error& error) {
    return skip(error.what());
  }
  if (made.stemmer_fingerprint != analyzer->stemmer_fingerprint())
    return skip("the dataset was made with another version of the " + std::string{made.language} +
                " stemmer");
  findings.guard([&] { AnalysisCheck{dataset, *analyzer, sums, findings}.run(); });
}

}  // namespace corpack::detail
