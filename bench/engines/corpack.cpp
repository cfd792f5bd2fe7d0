// corpack itself, as a peer among the others.
#include <string>

#include <corpack/searcher.hpp>

#include "bench/engines/corpack_query.hpp"
#include "bench/engines/engine.hpp"

namespace corpack::bench {

namespace {

class CorpackEngine : public Engine {
 public:
  explicit CorpackEngine(const Dataset& dataset) : dataset_(dataset) {
    if (dataset.searchable()) searcher_ = std::make_unique<Searcher>(dataset);
  }

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [&dataset = dataset_](std::string_view hex) -> std::uint64_t {
      const std::optional<Id> id = Id::parse(hex);
      if (!id) return 0;
      const std::optional<Record> record = dataset.find(*id);
      return record ? first_byte(record->text()) : 0;
    });
  }

  PreparedQuery prepare(const TextQuery& text_query) override {
    if (!searcher_ || (text_query.kind->shape == Shape::phrase && !dataset_.has_positions())) return {};
    return [this, query = searcher_->parse(corpack_query(text_query)),
            counts_only = text_query.kind->counts_only] { return run_query(*searcher_, query, counts_only); };
  }

 private:
  const Dataset& dataset_;
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace

std::unique_ptr<Engine> open_corpack(const Dataset& dataset) {
  return std::make_unique<CorpackEngine>(dataset);
}

}  // namespace corpack::bench
