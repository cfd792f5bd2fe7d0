// Raw LMDB: one entry a record, its key the 16 hex digits.
#include "bench/engines/by_id.hpp"
#include "bench/engines/kinds.hpp"
#include "bench/engines/lmdb_file.hpp"

namespace corpack::bench {

namespace {

class LmdbEngine : public Engine {
 public:
  explicit LmdbEngine(const std::filesystem::path& folder) : file_(folder) {}

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [&file = file_](std::string_view hex) -> std::uint64_t {
      const auto text = file.find(hex);
      return text ? first_byte(*text) : 0;
    });
  }

 private:
  LmdbReader file_;
};

}  // namespace

void build_lmdb(const Dataset& dataset, const std::filesystem::path& folder) {
  LmdbWriter file{folder};
  for (const auto& [id, ordinal] : ordinals_by_id(dataset))
    file.add(id.to_string(), dataset.at(ordinal).text());
  file.finish();
}

std::unique_ptr<Engine> open_lmdb(const std::filesystem::path& folder) {
  return std::make_unique<LmdbEngine>(folder);
}

}  // namespace corpack::bench
