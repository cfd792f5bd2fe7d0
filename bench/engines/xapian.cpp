// Xapian: texts as documents' data, words with positions and without stemming, the 16 hex digits as a boolean
// term; compacted. Queries are prepared as far as Xapian's Enquire goes.
#include <string>
#include <utility>

#include <xapian.h>

#include <corpack/error.hpp>

#include "bench/engines/kinds.hpp"

namespace corpack::bench {

namespace {

// Xapian's errors are no std::exception.
template <class Call>
auto with_errors(Call call) {
  try {
    return call();
  } catch (const Xapian::Error& error) {
    throw Error("Xapian: " + error.get_description());
  }
}

std::string id_term(std::string_view hex) {
  return "Q" + std::string{hex};
}

Xapian::Query xapian_query(const TextQuery& query) {
  if (query.kind->shape == Shape::prefix) return {Xapian::Query::OP_WILDCARD, query.words.front()};
  const Xapian::Query::op op = query.kind->shape == Shape::any_word ? Xapian::Query::OP_OR
                               : query.kind->shape == Shape::phrase ? Xapian::Query::OP_PHRASE
                                                                    : Xapian::Query::OP_AND;
  return {op, query.words.begin(), query.words.end()};
}

class XapianEngine : public Engine {
 public:
  explicit XapianEngine(const std::filesystem::path& folder) : database_((folder / "records").string()) {}

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [&database = database_](std::string_view hex) -> std::uint64_t {
      return with_errors([&]() -> std::uint64_t {
        const std::string term = id_term(hex);
        const Xapian::PostingIterator found = database.postlist_begin(term);
        if (found == database.postlist_end(term)) return 0;
        return first_byte(database.get_document(*found).get_data());
      });
    });
  }

  PreparedQuery prepare(const TextQuery& query) override {
    Xapian::Enquire enquire{database_};
    enquire.set_query(xapian_query(query));
    // A prefix scores constantly, as in the other engines.
    if (query.kind->shape == Shape::prefix) enquire.set_weighting_scheme(Xapian::BoolWeight());
    return [enquire, counts_only = query.kind->counts_only,
            records = database_.get_doccount()]() -> std::uint64_t {
      return with_errors([&]() -> std::uint64_t {
        if (counts_only) return enquire.get_mset(0, 0, records).get_matches_estimated();
        std::uint64_t hits = 0;
        const Xapian::MSet best = enquire.get_mset(0, 10);
        for (auto hit = best.begin(); hit != best.end(); ++hit) hits += *hit != 0 ? 1u : 0u;
        return hits;
      });
    };
  }

 private:
  Xapian::Database database_;
};

}  // namespace

void build_xapian(const Dataset& dataset, const std::filesystem::path& folder) {
  with_errors([&] {
    const std::string loose = (folder / "loose").string();
    {
      constexpr int flags = Xapian::DB_CREATE_OR_OVERWRITE | Xapian::DB_NO_SYNC | Xapian::DB_DANGEROUS;
      Xapian::WritableDatabase database{loose, flags};
      Xapian::TermGenerator words;
      for (const Record& record : dataset) {
        const std::string text{record.text()};
        Xapian::Document document;
        document.set_data(text);
        document.add_boolean_term(id_term(record.id().to_string()));
        words.set_document(document);
        words.index_text(text);
        database.add_document(document);
      }
      database.commit();
    }
    Xapian::Database{loose}.compact((folder / "records").string());
    std::filesystem::remove_all(loose);
  });
}

std::unique_ptr<Engine> open_xapian(const std::filesystem::path& folder) {
  return with_errors([&] { return std::make_unique<XapianEngine>(folder); });
}

}  // namespace corpack::bench
