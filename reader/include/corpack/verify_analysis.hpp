// Compares what the tables say with the texts: every text is analyzed again, and each occurrence of a word is
// removed from the sums that were taken over the lists as stored.
//
// Lifetime: refers to the Dataset and the Findings. Errors: what is wrong is added to the Findings.
// Complexity: the analysis of all texts; 4 bytes of memory for each list. Thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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
  AnalysisCheck(const Dataset& dataset, const FieldIndex& index, Analyzer& analyzer, ListSums& sums,
                Findings& findings)
      : dataset_(dataset),
        index_(index),
        analyzer_(analyzer),
        findings_(findings),
        positions_(index.has_positions()),
        sums_(sums),
        word_seen_(index.terms().size()) {}

  // Words of one list have one stem, and lists are in the byte order of the stems.
  void check_stems() {
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> words(index_.lists(), none);  // of each list the first
    std::string stem;
    for (const Term term : index_.terms().all()) {
      std::uint32_t& first = words[term.list];
      if (first == none) {
        first = term.number;
        continue;
      }
      stem.assign(analyzer_.stem(term.word));
      if (analyzer_.stem(index_.terms()[first].word) != stem)
        add("table 'terms': ", "the words of list " + std::to_string(term.list) + " have different stems");
    }
    std::string before;
    for (std::size_t list = 0; list < words.size(); ++list) {
      stem.assign(analyzer_.stem(index_.terms()[words[list]].word));
      if (list > 0 && stem <= before)
        return add("table 'postings': ", "its lists are not in the order of the stems");
      before.swap(stem);
    }
  }

  // REQUIRES: each record that has a value was checked.
  void finish() {
    const std::string beyond = index_.lists() <= sums_.sums().size() ? "" : " or one further on";
    for (std::size_t list = 0; list < sums_.sums().size(); ++list)
      if (sums_.sums()[list] != 0)
        add("table 'postings': ", "list " + std::to_string(list) + beyond + " is not what the texts give");
    if (std::find(word_seen_.begin(), word_seen_.end(), false) != word_seen_.end())
      add("table 'terms': ", "a word is in no text");
    if (tokens_ != index_.totals().tokens)
      add("", "the texts have " + std::to_string(tokens_) + " tokens, 'meta' says " +
                  std::to_string(index_.totals().tokens));
    // So the others have the length 0, as the totals were compared with the lengths.
    if (records_ != index_.totals().records)
      add("", std::to_string(records_) + " records have a token, 'meta' says " +
                  std::to_string(index_.totals().records));
  }

  // Checks the records that have a value in the column.
  void check_column(const RecordBlock& block, const FlatTable& column) {
    const bool dense = !column.has(format::Column::VT_ROWS);
    const auto rows = column.span<std::uint32_t>(format::Column::VT_ROWS);
    const std::size_t count = dense ? block.texts.count : rows.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = dense ? static_cast<std::uint32_t>(i) : rows[i];
      if (row >= block.texts.count) block.block.fail("a column's rows are wrong");
      const Record record{&dataset_.info(), &block, block.first + row,
                          string_at(block.block, block.texts, row)};
      if (const auto value = record.value(column)) check_record(record.ordinal(), *value);
    }
  }

  // `text`: of a record, in the field.
  void check_record(std::uint32_t ordinal, std::string_view text) {
    bool unknown = false;
    const AnalysisCounts counts = analyzer_.analyze(text, [&](const Token& token) {
      const auto term = index_.term(token.word);
      if (term) {
        positions_ ? sums_.remove_at(term->list, ordinal, token.position) : sums_.remove(term->list, ordinal);
        word_seen_[term->number] = true;
      }
      unknown = unknown || !term;
    });
    tokens_ += counts.positions;
    records_ += counts.positions > 0;
    const auto name = [&] { return "record " + std::to_string(ordinal); };
    if (unknown) add("table 'terms': ", "a word of " + name() + " is not there");
    const auto pieces = index_.length_codes();
    if (!pieces.empty() && pieces[ordinal / format::lengths_per_block][ordinal % format::lengths_per_block] !=
                               length_code(counts.positions))
      add("table 'lengths': ", "the length of " + name() + " is wrong");
  }

 private:
  void add(const char* table, const std::string& what) {
    findings_.add(table + of_field(dataset_, index_) + what);
  }

  const Dataset& dataset_;
  const FieldIndex& index_;
  Analyzer& analyzer_;
  Findings& findings_;
  bool positions_;
  ListSums& sums_;
  std::vector<bool> word_seen_;
  std::uint64_t tokens_ = 0;
  std::uint64_t records_ = 0;  // that have a token
};

// Analyzes all records in all indexed fields.
inline void analyze_again(const Dataset& dataset, Analyzer& analyzer, std::vector<ListSums>& sums,
                          Findings& findings) {
  std::deque<AnalysisCheck> checks;  // by index
  for (std::uint32_t index = 0; index < dataset.indexes(); ++index)
    checks.emplace_back(dataset, dataset.index(index), analyzer, sums[index], findings).check_stems();
  std::unordered_map<std::uint32_t, std::size_t> check_of_field;
  for (std::uint32_t index = 1; index < dataset.indexes(); ++index)
    check_of_field[dataset.index(index).field()] = index;
  for (const Record record : dataset) checks[0].check_record(record.ordinal(), record.text());
  if (checks.size() > 1)
    for (const Block& block : dataset.blocks(format::tables::records)) {
      const RecordBlock records{block};
      const FlatTable root = records.root();
      for (std::uint32_t i = 0; i < records.columns.count; ++i) {
        const FlatTable column = root.table_at(records.columns, i);
        const auto check = check_of_field.find(column.scalar<std::uint32_t>(format::Column::VT_FIELD));
        if (check != check_of_field.end()) checks[check->second].check_column(records, column);
      }
    }
  for (AnalysisCheck& check : checks) check.finish();
}

// Analyzes again where this program's analyzer is the one the dataset was made with; says so where it is not.
// `sums`: over the lists of each index.
inline void verify_analysis(const Dataset& dataset, std::vector<ListSums>& sums, Findings& findings) {
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
  findings.guard([&] { analyze_again(dataset, *analyzer, sums, findings); });
}

}  // namespace corpack::detail
