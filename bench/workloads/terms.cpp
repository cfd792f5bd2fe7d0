// Words in the dictionary: the exact look-up that a query begins with.
#include <string>
#include <string_view>
#include <utility>

#include "bench/measure/lookup_loops.hpp"
#include "bench/workloads/contenders.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

void measure_terms(const Context& context, QueryDrawer& drawer) {
  constexpr std::size_t words_per_row = 250'000;
  const Dataset& dataset = context.dataset;
  const auto look_up = [&dataset](std::string_view word) -> std::uint64_t {
    const std::optional<Term> term = dataset.term(word);
    return term ? 1 + std::uint64_t{term->list} : 0;
  };
  std::vector<std::vector<std::string>> words(query_kinds.size());
  std::vector<Contender> contenders;
  for (std::size_t i = 0; i < query_kinds.size(); ++i) {
    if (query_kinds[i].shape != Shape::word) continue;
    for (TextQuery& query : drawer.draw(query_kinds[i], words_per_row))
      words[i].push_back(std::move(query.words.front()));
    if (words[i].empty()) continue;
    const std::string name{query_kinds[i].name.substr(std::string_view{"term_"}.size())};
    contenders.push_back({"term_lookup_" + name, corpack_engine,
                          lookup_loop(words[i], Dependence::independent, look_up), words[i].size(),
                          Dependence::independent});
  }
  measure_in_turn(context, Group::term, std::move(contenders));
}

}  // namespace corpack::bench
