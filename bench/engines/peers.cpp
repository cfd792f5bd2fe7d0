#include "bench/engines/peers.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <corpack/error.hpp>

#include "bench/engines/kinds.hpp"
#include "bench/measure/clock.hpp"

namespace corpack::bench {

namespace {

namespace fs = std::filesystem;

const EngineKind& kind_of(const std::string& name) {
  const auto kinds = peer_kinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const EngineKind& known) { return known.name == name; });
  if (kind == kinds.end()) throw Error("no peer '" + name + "'");
  return *kind;
}

void sync_file(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const int result = file < 0 ? -1 : ::fsync(file);
  const int reason = errno;
  if (file >= 0) ::close(file);
  if (result != 0) throw Error(path.string() + ": cannot be synced: " + std::strerror(reason));
}

}  // namespace

Peers::Peers(const std::string& folder) : folder_(folder), is_temporary_(folder.empty()) {
  if (!is_temporary_) {
    fs::create_directories(folder_);
    return;
  }
  std::string name = (fs::temp_directory_path() / "corpack-bench-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw Error(name + ": cannot be created: " + std::strerror(errno) +
                "; name another folder with --peer-dir");
  folder_ = name;
}

Peers::~Peers() {
  std::error_code ignored;
  if (is_temporary_) fs::remove_all(folder_, ignored);
}

BuildFigures Peers::build(const std::string& name, const Dataset& dataset) {
  const fs::path folder = folder_ / name;
  fs::remove_all(folder);
  fs::create_directory(folder);
  const Clock::time_point begin = Clock::now();
  kind_of(name).build(dataset, folder);
  const Clock::time_point built = Clock::now();
  BuildFigures figures{name, seconds_between(begin, built), 0, 0};
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder}) {
    if (!entry.is_regular_file()) continue;
    sync_file(entry.path());
    figures.file_bytes += entry.file_size();
  }
  figures.sync_seconds = seconds_between(built, Clock::now());
  return figures;
}

std::unique_ptr<Engine> Peers::open(const std::string& name) const {
  return kind_of(name).open(folder_ / name);
}

}  // namespace corpack::bench
