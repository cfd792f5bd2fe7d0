// Reading all records in order, every byte of every text.
#include <cstring>
#include <string_view>

#include "bench/measure/sampler.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

namespace {

std::uint64_t sum_of(std::string_view text) {
  std::uint64_t sum = 0;
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), sizeof word);
    sum += word;
    text.remove_prefix(sizeof word);
  }
  for (const char c : text) sum += static_cast<unsigned char>(c);
  return sum;
}

}  // namespace

void measure_scan(const Context& context) {
  const Dataset& dataset = context.dataset;
  const Pass scan = [&dataset](std::size_t begin, std::size_t count) {
    std::uint64_t sum = 0;
    for (std::size_t ordinal = begin; ordinal < begin + count; ++ordinal)
      sum += sum_of(dataset.at(static_cast<std::uint32_t>(ordinal)).text());
    return sum;
  };
  Sampler sampler{scan, dataset.size(), Dependence::independent, context.clock_ns};
  sampler.warm_up(context.settings.seconds / 4);
  sampler.run(context.settings.seconds);
  Row row{Group::scan, "scan", corpack_engine, sampler.measurement()};
  row.bytes = static_cast<std::uint64_t>(static_cast<double>(dataset.info().text_bytes()) / dataset.size() *
                                         static_cast<double>(row.measurement.operations));
  context.rows.push_back(row);
}

}  // namespace corpack::bench
