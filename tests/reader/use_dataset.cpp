#include "reader/use_dataset.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include <corpack/completions.hpp>
#include <corpack/corpack.hpp>
#include <corpack/keywords.hpp>

namespace corpack::test {

namespace {

class Use {
 public:
  explicit Use(const Dataset& dataset) : dataset_(dataset) {}

  void all() {
    tolerate([&] { info(); });
    records();
    words();
    tolerate([&] { fields(); });
    tolerate([&] { searches(); });
    tolerate([&] { keywords(); });
    for (const VerifyLevel level : {VerifyLevel::quick, VerifyLevel::checksum, VerifyLevel::full})
      tolerate([&] {
        for (const Damage& damage : dataset_.verify(level).damage) read(damage.what);
      });
  }

 private:
  template <class Body>
  static void tolerate(Body&& body) {
    try {
      body();
    } catch (const Error&) {
      // The only exception that bad bytes may cause.
    }
  }

  void read(std::string_view text) {
    for (const char c : text) sum_ = sum_ + static_cast<unsigned char>(c);
  }

  void info() {
    const Info& info = dataset_.info();
    read(info.title().value_or(""));
    for (const Source& source : info.sources()) read(source.name);
    for (const Pair& pair : info.pairs()) read(pair.value);
    for (const std::string_view field : info.fields()) read(field);
    for (const TableSums& table : info.tables()) read(table.name);
    read(info.analyzer().language);
  }

  void records() {
    for (std::uint32_t ordinal = 0; ordinal < dataset_.size(); ++ordinal)
      tolerate([&] {
        const Record record = dataset_.at(ordinal);
        read(record.text());
        read(record.key());
        sum_ = sum_ + record.line();
        read(record.source().name);
        read(record.source().title.value_or(""));
        for (const FieldValue& field : record.fields()) read(field.value);
        read(record.field("title").value_or(""));
        if (const auto found = dataset_.find(record.key())) read(found->text());
        for (const Record& same : dataset_.find_all(record.id())) read(same.text());
      });
    for (const std::uint64_t id : {std::uint64_t{0}, std::uint64_t{1} << 63, ~std::uint64_t{0}})
      tolerate([&] {
        if (const auto found = dataset_.find(Id{id})) read(found->text());
      });
  }

  void fields() {
    for (std::uint32_t number = 1; number < dataset_.indexes(); ++number)
      tolerate([&] {
        const FieldIndex& index = dataset_.index(number);
        read(dataset_.index_name(number));
        for (const Term term : index.terms().all())
          for (const Posting& posting : index.postings(term)) sum_ = sum_ + posting.ordinal;
        for (const Completion& completion : complete(index, "a", 5)) read(completion.term.word);
      });
    Searcher searcher{dataset_};
    for (const char* text :
         {"title:mirror", "type:\"a b\" year>=2020", "title:(a* OR mirror~1) -year:2000..2021", "mirror"})
      tolerate([&] {
        ParseOptions options;
        for (std::uint32_t number = 1; number < std::min(3u, dataset_.indexes()); ++number)
          options.weights.push_back({std::string{dataset_.index_name(number)}, 2});
        const Query query = searcher.parse(text, options);
        for (const Hit& hit : searcher.run(query, {.limit = 5, .filters = {"year<2030"}}).hits) {
          for (const Snippet& snippet : searcher.field_snippets(hit.record, query)) read(snippet.text);
          if (const auto why = searcher.explain(query, hit.record)) sum_ = sum_ + why->parts.size();
        }
        read(searcher.suggest(query).value_or(""));
      });
  }

  void words() {
    for (std::uint32_t number = 0; number < dataset_.terms().size(); ++number)
      tolerate([&] {
        const Term term = dataset_.terms()[number];
        read(term.word);
        if (const auto found = dataset_.term(term.word)) sum_ = sum_ + found->list;
        for (const Posting& posting : dataset_.postings(term))
          sum_ = sum_ + posting.ordinal + posting.frequency;
      });
    for (const char* prefix : {"", "a", "net", "\xFF\xFF"})
      tolerate([&] {
        for (const Completion& completion : complete(dataset_, prefix, 5)) read(completion.term.word);
      });
  }

  void searches() {
    Searcher searcher{dataset_};
    for (const char* text :
         {"alpha", "gamma", "+beta -gamma", "+alpha +gamma", "\"gamma gamma\"", "alpha beta gamma delta",
          "n*", "\"alpha beta\" OR delta", "(alpha AND gamma) NOT beta", "network", "networ~", "a* g*",
          "\"alpha gamma\"~3", "\"alpha alpha beta\"", "source:papers.jsonl gamma"})
      tolerate([&] {
        const Query query = searcher.parse(text);
        for (const bool exact : {false, true}) {
          const Results results = searcher.run(query, {.limit = 5, .exact_total = exact});
          for (const Hit& hit : results.hits) {
            read(searcher.snippet(hit.record, query).text);
            if (const auto why = searcher.explain(query, hit.record)) sum_ = sum_ + why->parts.size();
          }
        }
        read(searcher.suggest(query).value_or(""));
      });
    for (std::uint32_t ordinal = 0; ordinal < dataset_.size(); ordinal += 50)
      tolerate([&] {
        for (const Hit& hit : searcher.similar(dataset_.at(ordinal), {.limit = 3}).hits)
          read(hit.record.text());
      });
  }

  void keywords() {
    if (!dataset_.searchable()) return;
    Keywords keywords{dataset_};
    for (const Keyword& keyword : keywords.of_dataset(5)) read(keyword.text);
    if (!dataset_.empty())
      for (const Keyword& keyword : keywords.of_record(dataset_.at(0), 5)) read(keyword.text);
  }

  const Dataset& dataset_;
  volatile std::uint64_t sum_ = 0;
};

}  // namespace

bool use_dataset(const std::filesystem::path& path) {
  try {
    const Dataset dataset{path};
    Use{dataset}.all();
    return true;
  } catch (const Error&) {
    return false;
  }
}

void use_query(const Dataset& dataset, std::string_view text) {
  Searcher searcher{dataset};
  for (const bool plain : {false, true}) {
    const Query query = searcher.parse(text, {.plain = plain});
    const Results best = searcher.run(query, {.limit = 3});
    const Results all = searcher.run(query, {.limit = dataset.size(), .exact_total = true});
    if (all.total != all.hits.size() || best.hits.size() != std::min<std::size_t>(3, all.hits.size()))
      throw std::logic_error("another number of hits");
    for (std::size_t i = 0; i < best.hits.size(); ++i)
      if (best.hits[i].record.ordinal() != all.hits[i].record.ordinal() ||
          best.hits[i].score != all.hits[i].score)
        throw std::logic_error("the best hits are not the first of all hits");
    for (const Hit& hit : best.hits) {
      const Snippet snippet = searcher.snippet(hit.record, query);
      if (hit.record.text().find(snippet.text) == std::string_view::npos)
        throw std::logic_error("a snippet is no part of its text");
      for (const Snippet& found : searcher.field_snippets(hit.record, query))
        if (hit.record.field(found.field)->find(found.text) == std::string_view::npos)
          throw std::logic_error("a snippet is no part of its field");
      if (!searcher.explain(query, hit.record)) throw std::logic_error("a hit has no explanation");
    }
    static_cast<void>(searcher.suggest(query));
  }
  static_cast<void>(complete(dataset, text, 5));
}

}  // namespace corpack::test
