// Several workloads that are measured in turn, so that what the machine does besides falls on all of them
// alike: five rounds, in each of which every contender has its share of the time.
//
// Lifetime: as Sampler. Errors: what the passes throw. Thread safety: none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/measure/sampler.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

struct Contender {
  std::string workload;
  std::string engine;
  Pass pass;
  std::size_t size;  // operations that the pass knows
  Dependence dependence;
};

void measure_in_turn(const Context& context, Group group, std::vector<Contender> contenders);

}  // namespace corpack::bench
