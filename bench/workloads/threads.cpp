// One Dataset, shared by 1 to N threads that look up or search at once.
#include <algorithm>
#include <barrier>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <corpack/searcher.hpp>

#include "bench/engines/corpack_query.hpp"
#include "bench/measure/clock.hpp"
#include "bench/measure/key_streams.hpp"
#include "bench/measure/lookup_loops.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

namespace {

// What one thread does; made by the thread itself, which keeps it.
using MakeSampler = std::function<Sampler(unsigned thread)>;

struct ThreadResult {
  Measurement measurement;
  Clock::time_point begin;
  Clock::time_point end;
};

Measurement run_threads(unsigned threads, double seconds, const MakeSampler& make) {
  std::vector<ThreadResult> results(threads);
  std::exception_ptr failure;
  std::mutex failure_lock;
  std::barrier start{static_cast<std::ptrdiff_t>(threads)};
  {
    std::vector<std::jthread> running;
    for (unsigned thread = 0; thread < threads; ++thread)
      running.emplace_back([&, thread] {
        bool is_waiting = true;
        try {
          Sampler sampler = make(thread);
          sampler.warm_up(seconds / 4);
          is_waiting = false;
          start.arrive_and_wait();
          results[thread].begin = Clock::now();
          sampler.run(seconds);
          results[thread].end = Clock::now();
          results[thread].measurement = sampler.measurement();
        } catch (...) {
          // The others must not wait for this one.
          if (is_waiting) start.arrive_and_drop();
          const std::lock_guard lock{failure_lock};
          failure = std::current_exception();
        }
      });
  }
  if (failure) std::rethrow_exception(failure);
  Measurement all;
  Clock::time_point begin = results.front().begin;
  Clock::time_point end = results.front().end;
  for (const ThreadResult& result : results) {
    all.times_ps.merge(result.measurement.times_ps);
    all.operations += result.measurement.operations;
    all.batch = std::max(all.batch, result.measurement.batch);
    begin = std::min(begin, result.begin);
    end = std::max(end, result.end);
  }
  all.seconds = seconds_between(begin, end);
  return all;
}

// 1, 2, 4 and so on, and the greatest.
std::vector<unsigned> thread_counts(std::uint64_t most) {
  std::vector<unsigned> counts;
  for (unsigned count = 1; count < most; count *= 2) counts.push_back(count);
  counts.push_back(static_cast<unsigned>(most));
  return counts;
}

void add_thread_rows(const Context& context, const std::string& workload, const MakeSampler& make) {
  for (const unsigned threads : thread_counts(context.settings.threads)) {
    Row row{Group::threads, workload, corpack_engine};
    row.measurement = run_threads(threads, context.settings.seconds, make);
    row.threads = threads;
    context.rows.push_back(std::move(row));
  }
}

}  // namespace

void measure_threads(const Context& context, const std::vector<TextQuery>& queries) {
  const Dataset& dataset = context.dataset;
  const double clock_ns = context.clock_ns;
  constexpr std::size_t min_keys = 250'000;
  add_thread_rows(context, "threads_find_id", [&](unsigned thread) {
    // Each thread has its own order.
    std::mt19937_64 random{context.settings.seed + thread};
    const auto ids = std::make_shared<const std::vector<Id>>(
        ids_of(dataset, ordinal_stream(dataset, std::max<std::size_t>(min_keys, dataset.size()), random)));
    const Pass pass = lookup_loop(*ids, Dependence::independent, [&dataset, ids](Id id) -> std::uint64_t {
      const std::optional<Record> record = dataset.find(id);
      return record ? first_byte(record->text()) : 0;
    });
    return Sampler{pass, ids->size(), Dependence::independent, clock_ns};
  });

  std::vector<std::string> texts;
  for (const TextQuery& query : queries)
    if (query.kind->name == "or2") texts.push_back(corpack_query(query));
  if (texts.empty()) return;
  add_thread_rows(context, "threads_query_or2", [&](unsigned thread) {
    const auto searcher = std::make_shared<Searcher>(dataset);
    std::vector<Query> prepared;
    prepared.reserve(texts.size());
    for (const std::string& text : texts) prepared.push_back(searcher->parse(text));
    const auto first = static_cast<std::ptrdiff_t>(thread % prepared.size());
    std::rotate(prepared.begin(), prepared.begin() + first, prepared.end());
    const std::size_t size = prepared.size();
    const Pass pass = [searcher, prepared = std::move(prepared)](std::size_t begin, std::size_t count) {
      std::uint64_t hits = 0;
      for (std::size_t i = begin; i < begin + count; ++i) hits += run_query(*searcher, prepared[i], false);
      return hits;
    };
    return Sampler{pass, size, Dependence::independent, clock_ns};
  });
}

}  // namespace corpack::bench
