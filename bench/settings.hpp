// What the command line asked for. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace corpack::bench {

struct Settings {
  std::string dataset;
  std::uint64_t seed = 1;
  double seconds = 1;  // measured for a row, after a quarter of it to warm up
  std::uint64_t threads = 1;
  std::vector<std::string> peers;  // names, in the order of peer_kinds()
  std::string peer_dir;            // empty: a temporary folder, removed at the end
  bool build_only = false;
  std::string queries;  // file to read them from; empty: they are drawn
  std::string write_queries;
  std::uint64_t queries_per_kind = 100;
  std::string json;  // file, or - for standard output; empty: none
  std::string html;
};

// Reads the command line. Returns false where the work ends with `status`, after the help or a message.
bool read_settings(int argc, char** argv, Settings& settings, int& status);

}  // namespace corpack::bench
