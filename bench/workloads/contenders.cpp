#include "bench/workloads/contenders.hpp"

#include <utility>

namespace corpack::bench {

void measure_in_turn(const Context& context, Group group, std::vector<Contender> contenders) {
  constexpr int rounds = 5;
  const double seconds = context.settings.seconds;
  std::vector<Sampler> samplers;
  for (Contender& contender : contenders) {
    samplers.emplace_back(std::move(contender.pass), contender.size, contender.dependence, context.clock_ns);
    samplers.back().warm_up(seconds / 4);
  }
  for (int round = 0; round < rounds; ++round)
    for (Sampler& sampler : samplers) sampler.run(seconds / rounds);
  for (std::size_t i = 0; i < contenders.size(); ++i)
    context.rows.push_back({group, contenders[i].workload, contenders[i].engine, samplers[i].measurement()});
}

}  // namespace corpack::bench
