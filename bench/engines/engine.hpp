// What is measured side by side: corpack and the engines that people would take instead, all behind one
// interface. Each holds the dataset's records under their ids.
//
// Lifetime: passes and prepared queries refer to their engine and, passes, to the keys. Errors: Error, with
// the engine's own message. Thread safety: none; an engine belongs to one thread.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include <corpack/dataset.hpp>

#include "bench/measure/key_streams.hpp"
#include "bench/measure/lookup_loops.hpp"
#include "bench/measure/sampler.hpp"
#include "bench/queries/text_query.hpp"

namespace corpack::bench {

class Engine {
 public:
  virtual ~Engine() = default;

  // Looks keys up and reads one byte of each text. Written with lookup_loop, so that every engine runs the
  // same loop around its own call.
  virtual Pass lookups(const HexKeys& keys, Dependence dependence) = 0;

  // A query, prepared as far as the engine can; running it gives the number of its hits, at most ten, or of
  // all matching records where its kind counts. Empty: the engine does not search.
  using PreparedQuery = std::function<std::uint64_t()>;
  virtual PreparedQuery prepare(const TextQuery&) { return {}; }
};

// How an engine is made from a dataset. `folder` exists and is empty before build().
struct EngineKind {
  std::string_view name;
  void (*build)(const Dataset& dataset, const std::filesystem::path& folder);
  std::unique_ptr<Engine> (*open)(const std::filesystem::path& folder);
};

std::unique_ptr<Engine> open_corpack(const Dataset& dataset);

}  // namespace corpack::bench
