// The peers that this program was built with. A peer whose package is missing is not in the list; which are
// there is settled by CMake, which writes kinds.cpp. Thread-safe (pure functions).
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "bench/engines/engine.hpp"

namespace corpack::bench {

// In the order that they are measured and shown.
std::span<const EngineKind> peer_kinds();

void build_lmdb(const Dataset& dataset, const std::filesystem::path& folder);
void build_plain(const Dataset& dataset, const std::filesystem::path& folder);
void build_tinycdb(const Dataset& dataset, const std::filesystem::path& folder);
void build_sqlite(const Dataset& dataset, const std::filesystem::path& folder);
void build_xapian(const Dataset& dataset, const std::filesystem::path& folder);
std::unique_ptr<Engine> open_lmdb(const std::filesystem::path& folder);
std::unique_ptr<Engine> open_plain(const std::filesystem::path& folder);
std::unique_ptr<Engine> open_tinycdb(const std::filesystem::path& folder);
std::unique_ptr<Engine> open_sqlite(const std::filesystem::path& folder);
std::unique_ptr<Engine> open_xapian(const std::filesystem::path& folder);

}  // namespace corpack::bench
