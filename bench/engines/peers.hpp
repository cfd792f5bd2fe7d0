// The peers of one run: built from a dataset, timed, and opened.
//
// Lifetime: engines live as long as the Peers; a temporary folder is removed with them. Errors: Error that
// names the peer or the folder. Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <corpack/dataset.hpp>

#include "bench/engines/engine.hpp"

namespace corpack::bench {

// What building a peer took. Syncing its files to the disk comes after and is timed apart.
struct BuildFigures {
  std::string engine;
  double seconds = 0;
  double sync_seconds = 0;
  std::uint64_t file_bytes = 0;
};

class Peers {
 public:
  // `folder`: where to build them and leave them; empty: in a temporary folder.
  explicit Peers(const std::string& folder);
  Peers(const Peers&) = delete;
  Peers& operator=(const Peers&) = delete;
  ~Peers();

  // Builds the peer of this name, anew where it is there already.
  BuildFigures build(const std::string& name, const Dataset& dataset);
  // REQUIRES: it was built.
  std::unique_ptr<Engine> open(const std::string& name) const;

 private:
  std::filesystem::path folder_;
  bool is_temporary_;
};

}  // namespace corpack::bench
