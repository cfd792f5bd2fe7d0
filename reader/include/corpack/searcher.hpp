// Keyword search in a dataset: parse a query once, run it often.
//
//   corpack::Searcher searcher{dataset};
//   corpack::Results results = searcher.search("mirror symmetry -attention", {.limit = 10});
//   for (const auto& hit : results.hits) std::cout << hit.score << ' ' << hit.record.text() << '\n';
//
// Lifetime: the Dataset must outlive the Searcher, its queries and its results. Errors: Error when the
// dataset has no keyword tables or was made for a language this libstemmer lacks; FormatError when a block is
// damaged. No query throws, but options do that name a field which is not indexed, or has no numbers: Error
// that lists those there are. Thread safety: one Searcher for each thread (it holds a stemmer and scratch
// memory).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/analyzer.hpp>
#include <corpack/dataset.hpp>
#include <corpack/explanation.hpp>
#include <corpack/matcher.hpp>
#include <corpack/number_matcher.hpp>
#include <corpack/query_fields.hpp>
#include <corpack/query_parser.hpp>
#include <corpack/record_counter.hpp>
#include <corpack/similar_query.hpp>
#include <corpack/sloppy_phrase.hpp>
#include <corpack/snippet.hpp>
#include <corpack/source_matcher.hpp>
#include <corpack/spelling.hpp>
#include <corpack/top_hits.hpp>
#include <corpack/top_phrases.hpp>
#include <corpack/top_terms.hpp>

namespace corpack {

struct SearchOptions {
  std::size_t limit = 10;    // hits to give; 0: count all that match
  std::size_t offset = 0;    // hits to pass over first
  bool exact_total = false;  // count all matching records, even those that cannot be among the hits
  Bm25Parameters bm25{};
  // Conditions that every hit satisfies: {"year>=2020"} (number_filter.hpp). They add nothing to the score; a
  // query without text finds all records that satisfy them.
  std::vector<std::string> filters{};
  // As of ParseOptions; of search() only, since a Query knows its fields.
  std::vector<FieldWeight> weights{};
};

struct Hit {
  Record record;
  float score;
};

struct Results {
  std::vector<Hit> hits;    // best first; of equal scores the lower ordinal first
  std::uint64_t total = 0;  // matching records
  bool total_exact = true;  // false: `total` is a lower bound
};

class Searcher {
 public:
  explicit Searcher(const Dataset& dataset)
      : dataset_(&dataset), analyzer_(language_of(dataset)), scorings_(dataset) {
    const AnalyzerSettings made = dataset.info().analyzer();
    if (made.version != Analyzer::version)
      warning_ = "the dataset's words were cut by analyzer version " + std::to_string(made.version) +
                 ", queries by version " + std::to_string(Analyzer::version) +
                 ": some words may not be found";
    else if (made.stemmer_fingerprint != analyzer_.stemmer_fingerprint())
      warning_ = "the dataset was made with another version of the " + std::string{made.language} +
                 " stemmer: some words may not be found";
  }

  // What may go wrong with this dataset's words, where something may.
  const std::optional<std::string>& warning() const { return warning_; }

  // Looks a query's words up. The Query belongs to this Searcher's dataset.
  Query parse(std::string_view text, const ParseOptions& options = {}) {
    QueryWords words{*dataset_, analyzer_};
    if (!options.weights.empty()) words.set_weights(options.weights);
    return QueryParser{words, text, options}.parse();
  }

  Results run(const Query& query, const SearchOptions& options = {}) {
    scorings_.use(options.bm25);
    used_cursors_ = 0;
    scratch_->top.reset(std::min<std::size_t>(wanted(options), dataset_->size()));
    Results results;
    if (!options.filters.empty())
      run_filtered(query, options.filters, results);
    else if (!run_by_bounds(query.root(), options, results))
      run_by_matching(build(query.root()), results);
    const std::vector<ScoredRecord>& best = scratch_->top.sorted();
    for (std::size_t i = options.offset; i < best.size(); ++i) {
      if (best[i].ordinal >= dataset_->size())
        throw FormatError("damaged dataset: table 'postings' names a record that is not there");
      results.hits.push_back({dataset_->at(best[i].ordinal), static_cast<float>(best[i].score)});
    }
    // Where there is room for more hits, nothing was passed over.
    if (!results.total_exact && best.size() < wanted(options)) {
      results.total = best.size();
      results.total_exact = true;
    }
    results.total = std::max<std::uint64_t>(results.total, best.size());
    return results;
  }

  Results search(std::string_view text, const SearchOptions& options = {}) {
    return run(parse(text, {.weights = options.weights}), options);
  }

  // A query for records like this one: its most telling words, with weights (similar_query.hpp).
  Query similar_query(const Record& record, Bm25Parameters parameters = {}) {
    scorings_.use(parameters);
    return SimilarQuery{*dataset_, analyzer_, scorings_.of(0).bm25}.of(record.text());
  }

  // Records like this one, without itself. The Record belongs to this Searcher's dataset.
  Results similar(const Record& record, const SearchOptions& options = {}) {
    const Query query = similar_query(record, options.bm25);
    if (query.root().kind == QueryNode::Kind::nothing) return {};
    return run_without(query, record.ordinal(), options);
  }

  // The query with the words that no record holds replaced by what was probably meant; absent where there is
  // nothing to replace (spelling.hpp).
  std::optional<std::string> suggest(const Query& query) const { return corrected_text(*dataset_, query); }

  // What each word and phrase adds to a record's score; absent where the record does not match
  // (explanation.hpp).
  std::optional<Explanation> explain(const Query& query, const Record& record,
                                     Bm25Parameters parameters = {}) {
    scorings_.use(parameters);
    return Explainer{*dataset_, scorings_, record.ordinal()}.explain(query.root());
  }

  // The part of a record's text that shows best why it was found (snippet.hpp).
  Snippet snippet(const Record& record, const Query& query, std::size_t max_bytes = 240) {
    return make_snippet(record.text(), query, *dataset_, 0, analyzer_, max_bytes);
  }

  // And those of the other fields that the query looks in (`title:mirror`, or by weights) and that have a
  // word of it.
  std::vector<Snippet> field_snippets(const Record& record, const Query& query, std::size_t max_bytes = 240) {
    return make_field_snippets(record, query, *dataset_, analyzer_, max_bytes);
  }

 private:
  // Kept from query to query; too much for a small stack.
  struct Scratch {
    RecordCounter counter;
    TopTerms terms;
    TopPhrases phrases;
    FirstRecords first;
    TopHits top;
  };

  // Hits to find, those to pass over among them.
  static std::size_t wanted(const SearchOptions& options) {
    constexpr std::size_t most = static_cast<std::size_t>(-1);
    return options.limit > most - options.offset ? most : options.offset + options.limit;
  }

  // Who wants no hits wants to know how many there are.
  static bool counts_all(const SearchOptions& options) { return options.exact_total || options.limit == 0; }

  static std::string_view language_of(const Dataset& dataset) {
    // Without a word in its records a dataset has no keyword tables and needs none.
    if (!dataset.searchable() && (dataset.info().indexes().empty() || dataset.info().index().words != 0))
      throw Error(dataset.path().string() + ": has no keyword tables: it can be read by id, not searched");
    return dataset.info().analyzer().language;
  }

  // REQUIRES: the record matches.
  Results run_without(const Query& query, std::uint32_t ordinal, const SearchOptions& options) {
    SearchOptions all = options;
    all.offset = 0;
    all.limit = wanted(options) + (wanted(options) < dataset_->size() ? 1 : 0);
    Results results = run(query, all);
    std::erase_if(results.hits, [&](const Hit& hit) { return hit.record.ordinal() == ordinal; });
    results.hits.resize(std::min(results.hits.size(), wanted(options)), {dataset_->at(ordinal), 0});
    const std::size_t passed = std::min(options.offset, results.hits.size());
    results.hits.erase(results.hits.begin(), results.hits.begin() + static_cast<std::ptrdiff_t>(passed));
    if (results.total > 0) --results.total;
    return results;
  }

  // The queries people ask most, without looking at every record that matches. False: the query is none of
  // them.
  bool run_by_bounds(const QueryNode& root, const SearchOptions& options, Results& results) {
    if (root.kind == QueryNode::Kind::term) {
      TermCursor& term = term_cursor(root);
      scratch_->terms.one(term, scratch_->top);
      results.total = term.list().count();
      return true;
    }
    if (root.kind == QueryNode::Kind::prefix) return run_prefix(root, options, results);
    if (root.kind == QueryNode::Kind::phrase && root.slop == 0 && !counts_all(options)) {
      const auto [words, weight] = phrase_words(root);
      Phrase phrase{words};
      scratch_->phrases.run(phrase, weight, scorings_.of(root.index), scratch_->top);
      results.total_exact = false;
      return true;
    }
    if (root.kind != QueryNode::Kind::group) return false;
    const Occur occur = root.clauses.front().occur;
    if (occur == Occur::must_not) return false;
    for (const QueryNode& clause : root.clauses)
      if (clause.kind != QueryNode::Kind::term || clause.occur != occur) return false;
    run_terms(root, occur, options, results);
    return true;
  }

  // Terms of which all must occur, or any.
  void run_terms(const QueryNode& root, Occur occur, const SearchOptions& options, Results& results) {
    walked_.clear();
    counted_.clear();
    for (const QueryNode& clause : root.clauses) {
      walked_.push_back(&term_cursor(clause));
      counted_.push_back(walked_.back()->list());
    }
    if (occur == Occur::must)
      scratch_->terms.all(walked_, scratch_->top);
    else
      scratch_->terms.any(walked_, scratch_->top);
    results.total_exact = counts_all(options);
    if (results.total_exact)
      results.total = occur == Occur::must
                          ? scratch_->counter.all(counted_)
                          : scratch_->counter.any(dataset_->size(), counted_, std::identity{});
    else if (occur == Occur::should)
      for (const PostingList& list : counted_)
        results.total = std::max<std::uint64_t>(results.total, list.count());
  }

  // Hits of a prefix alone all score the same, so the first records are the best.
  bool run_prefix(const QueryNode& root, const SearchOptions& options, Results& results) {
    constexpr std::size_t most_first = 1000;
    if (wanted(options) > most_first) return false;
    const FieldIndex& index = dataset_->index(root.index);
    for (const std::uint32_t ordinal : scratch_->first.of(index, root.lists, wanted(options)))
      scratch_->top.add(ordinal, root.weight);
    for (const std::uint32_t list : root.lists)
      results.total = std::max<std::uint64_t>(results.total, index.postings(list).count());
    results.total_exact = root.lists.size() == 1 || counts_all(options);
    if (counts_all(options))
      results.total = scratch_->counter.any(dataset_->size(), root.lists,
                                            [&](std::uint32_t list) { return index.postings(list); });
    return true;
  }

  // Any query: each matching record is scored. `matcher` null: matches nothing.
  void run_by_matching(std::unique_ptr<Matcher> matcher, Results& results) {
    if (!matcher) return;
    for (std::uint32_t ordinal = matcher->advance(0); ordinal != Matcher::end;
         ordinal = matcher->advance(ordinal + 1)) {
      ++results.total;
      scratch_->top.add(ordinal, matcher->score());
    }
  }

  void run_filtered(const Query& query, const std::vector<std::string>& filters, Results& results) {
    AllMatcher::Clauses required;
    for (const std::string& filter : filters) {
      const FieldRange wanted = field_range(*dataset_, filter);
      required.push_back(std::make_unique<NumberMatcher>(*dataset_, wanted.field, wanted.range));
    }
    if (query.text().find_first_not_of(" \t\n\v\f\r") != std::string::npos) {
      std::unique_ptr<Matcher> matcher = build(query.root());
      if (!matcher) return;
      required.push_back(std::move(matcher));
    }
    run_by_matching(
        std::make_unique<AllMatcher>(std::move(required), AllMatcher::Clauses{}, AllMatcher::Clauses{}),
        results);
  }

  TermCursor& cursor(const PostingList& list, double weight, const Scoring& scoring) {
    if (used_cursors_ == cursors_.size()) cursors_.push_back(std::make_unique<TermCursor>());
    TermCursor& cursor = *cursors_[used_cursors_++];
    cursor.reset(list, static_cast<float>(weight), scoring);
    return cursor;
  }

  TermCursor& term_cursor(const QueryNode& node) {
    const PostingList list = dataset_->index(node.index).postings(node.list);
    const Scoring& scoring = scorings_.of(node.index);
    return cursor(list, node.weight * scoring.bm25.idf(list.count()), scoring);
  }

  // Null: matches nothing.
  std::unique_ptr<Matcher> build(const QueryNode& node) {
    switch (node.kind) {
      case QueryNode::Kind::nothing:
        return nullptr;
      case QueryNode::Kind::term:
        return std::make_unique<TermMatcher>(term_cursor(node));
      case QueryNode::Kind::phrase:
        return node.slop == 0 ? build_phrase(node) : build_sloppy_phrase(node);
      case QueryNode::Kind::prefix:
        return std::make_unique<SetMatcher>(node.lists, node.weight, dataset_->index(node.index));
      case QueryNode::Kind::sources:
        return std::make_unique<SourceMatcher>(node.ranges, dataset_->size());
      case QueryNode::Kind::numbers:
        return std::make_unique<NumberMatcher>(*dataset_, node.field, node.range);
      case QueryNode::Kind::group:
        return build_group(node);
    }
    return nullptr;
  }

  // A phrase's words and its weight: the sum of their idf.
  std::pair<std::vector<Phrase::Word>, float> phrase_words(const QueryNode& node) {
    const FieldIndex& index = dataset_->index(node.index);
    const Scoring& scoring = scorings_.of(node.index);
    double idf = 0;
    for (const PhraseWord& word : node.words) idf += scoring.bm25.idf(index.postings(word.list).count());
    const double weight = node.weight * idf;
    std::vector<Phrase::Word> words;
    for (const PhraseWord& word : node.words) {
      const PostingList list = index.postings(word.list);
      words.push_back({&cursor(list, weight, scoring), index.positions(word.list, list.count()), word.place});
    }
    return {std::move(words), static_cast<float>(weight)};
  }

  std::unique_ptr<Matcher> build_phrase(const QueryNode& node) {
    auto [words, weight] = phrase_words(node);
    return std::make_unique<PhraseMatcher>(std::move(words), weight, scorings_.of(node.index));
  }

  std::unique_ptr<Matcher> build_sloppy_phrase(const QueryNode& node) {
    const FieldIndex& index = dataset_->index(node.index);
    const Scoring& scoring = scorings_.of(node.index);
    std::vector<SloppyPhraseMatcher::Word> words;
    double idf = 0;
    for (const PhraseWord& word : node.words) {
      const PostingList list = index.postings(word.list);
      idf += scoring.bm25.idf(list.count());
      words.push_back(
          {&cursor(list, 0, scoring), index.positions(word.list, list.count()), word.place, word.list});
    }
    return std::make_unique<SloppyPhraseMatcher>(std::move(words), node.slop,
                                                 static_cast<float>(node.weight * idf), scoring);
  }

  std::unique_ptr<Matcher> build_group(const QueryNode& node) {
    AllMatcher::Clauses required;
    AllMatcher::Clauses optional;
    AllMatcher::Clauses excluded;
    for (const QueryNode& clause : node.clauses) {
      std::unique_ptr<Matcher> matcher = build(clause);
      if (!matcher && clause.occur == Occur::must) return nullptr;
      if (!matcher) continue;
      (clause.occur == Occur::must     ? required
       : clause.occur == Occur::should ? optional
                                       : excluded)
          .push_back(std::move(matcher));
    }
    if (required.empty() && optional.empty()) return nullptr;
    if (required.empty()) {
      std::unique_ptr<Matcher> any = optional.size() == 1 ? std::move(optional.front())
                                                          : std::make_unique<AnyMatcher>(std::move(optional));
      if (excluded.empty()) return any;
      required.push_back(std::move(any));
      optional.clear();
    }
    if (required.size() == 1 && optional.empty() && excluded.empty()) return std::move(required.front());
    return std::make_unique<AllMatcher>(std::move(required), std::move(optional), std::move(excluded));
  }

  const Dataset* dataset_;
  Analyzer analyzer_;
  FieldScorings scorings_;
  std::optional<std::string> warning_;
  std::vector<std::unique_ptr<TermCursor>> cursors_;
  std::size_t used_cursors_ = 0;
  std::vector<TermCursor*> walked_;
  std::vector<PostingList> counted_;
  std::unique_ptr<Scratch> scratch_ = std::make_unique<Scratch>();
};

}  // namespace corpack
