// Compares what the tables say with the texts: every text is analyzed again, record by record, and each
// list's digest is compared with that of the list as stored.
//
// Lifetime: refers to the Dataset and the Findings. Errors: what is wrong is added to the Findings.
// Complexity: the analysis of all texts; about 50 bytes of memory for each list. Thread-safe.
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
  AnalysisCheck(const Dataset& dataset, Analyzer& analyzer, Findings& findings)
      : dataset_(dataset),
        analyzer_(analyzer),
        findings_(findings),
        positions_(dataset.has_positions()),
        digests_(dataset.lists()),
        word_seen_(dataset.terms().size()) {}

  // `stored`: digests of the lists as they are in the tables.
  void run(const std::vector<ListDigest>& stored) {
    check_stems();
    for (const Record record : dataset_) check_record(record);
    for (std::uint32_t list = 0; list < digests_.size(); ++list)
      if (digests_[list] != stored[list])
        findings_.add("table 'postings': list " + std::to_string(list) + " is not what the texts give");
    if (std::find(word_seen_.begin(), word_seen_.end(), false) != word_seen_.end())
      findings_.add("table 'terms': a word is in no text");
    if (tokens_ != dataset_.info().index().tokens)
      findings_.add("the texts have " + std::to_string(tokens_) + " tokens, 'meta' says " +
                    std::to_string(dataset_.info().index().tokens));
  }

 private:
  // Words of one list have one stem, and lists are in the byte order of the stems.
  void check_stems() {
    std::vector<std::string> stems(dataset_.lists());
    for (const Term term : dataset_.terms().all()) {
      const std::string_view stem = analyzer_.stem(term.word);
      if (stems[term.list].empty()) stems[term.list] = stem;
      if (stems[term.list] != stem)
        findings_.add("table 'terms': the words of list " + std::to_string(term.list) +
                      " have different stems");
    }
    for (std::size_t i = 1; i < stems.size(); ++i)
      if (stems[i] <= stems[i - 1])
        return findings_.add("table 'postings': its lists are not in the order of the stems");
  }

  void check_record(const Record& record) {
    occurrences_.clear();
    bool unknown = false;
    const AnalysisCounts counts = analyzer_.analyze(record.text(), [&](const Token& token) {
      const auto term = dataset_.term(token.word);
      if (term) {
        occurrences_.emplace_back(term->list, token.position);
        word_seen_[term->number] = true;
      }
      unknown = unknown || !term;
    });
    tokens_ += counts.positions;
    const std::string name = "record " + std::to_string(record.ordinal());
    if (unknown) findings_.add("table 'terms': a word of " + name + " is not there");
    const auto pieces = dataset_.length_codes();
    const std::uint32_t ordinal = record.ordinal();
    if (!pieces.empty() && pieces[ordinal / format::lengths_per_block][ordinal % format::lengths_per_block] !=
                               length_code(counts.positions))
      findings_.add("table 'lengths': the length of " + name + " is wrong");
    std::sort(occurrences_.begin(), occurrences_.end());
    for (std::size_t i = 0; i < occurrences_.size();) {
      std::size_t end = i;
      while (end < occurrences_.size() && occurrences_[end].first == occurrences_[i].first) ++end;
      ListDigest& digest = digests_[occurrences_[i].first];
      digest.add_posting(ordinal, static_cast<std::uint32_t>(end - i));
      for (; i < end; ++i)
        if (positions_) digest.add(occurrences_[i].second);
    }
  }

  const Dataset& dataset_;
  Analyzer& analyzer_;
  Findings& findings_;
  bool positions_;
  std::vector<ListDigest> digests_;
  std::vector<bool> word_seen_;
  std::uint64_t tokens_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> occurrences_;  // list and position
};

// Analyzes again where this program's analyzer is the one the dataset was made with; says so where it is not.
inline void verify_analysis(const Dataset& dataset, const std::vector<ListDigest>& stored,
                            Findings& findings) {
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
  findings.guard([&] { AnalysisCheck{dataset, *analyzer, findings}.run(stored); });
}

}  // namespace corpack::detail
