#include "bench/measure/key_streams.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace corpack::bench {

HexKeys::HexKeys(const std::vector<Id>& ids) {
  digits_.reserve(ids.size() * Id::digits);
  for (const Id id : ids) digits_ += id.to_string();
}

std::vector<std::uint32_t> random_ordinals(const Dataset& dataset, std::size_t most,
                                           std::mt19937_64& random) {
  std::vector<std::uint32_t> ordinals(dataset.size());
  std::iota(ordinals.begin(), ordinals.end(), 0u);
  const std::size_t count = std::min(most, ordinals.size());
  // Not std::shuffle: what that makes of a seed differs from library to library.
  for (std::size_t i = 0; i < count; ++i)
    std::swap(ordinals[i], ordinals[i + random() % (ordinals.size() - i)]);
  ordinals.resize(count);
  return ordinals;
}

std::vector<std::uint32_t> ordinal_stream(const Dataset& dataset, std::size_t count,
                                          std::mt19937_64& random) {
  std::vector<std::uint32_t> stream;
  stream.reserve(count);
  while (stream.size() < count) {
    const std::vector<std::uint32_t> next = random_ordinals(dataset, count - stream.size(), random);
    stream.insert(stream.end(), next.begin(), next.end());
  }
  return stream;
}

std::vector<std::uint32_t> hot_ordinals(const Dataset& dataset, std::size_t count, std::mt19937_64& random) {
  const std::vector<std::uint32_t> hot =
      random_ordinals(dataset, std::max<std::size_t>(1, dataset.size() / 100), random);
  std::vector<std::uint32_t> ordinals(count);
  for (std::uint32_t& ordinal : ordinals) ordinal = hot[random() % hot.size()];
  return ordinals;
}

std::vector<Id> ids_of(const Dataset& dataset, const std::vector<std::uint32_t>& ordinals) {
  std::vector<Id> ids;
  ids.reserve(ordinals.size());
  for (const std::uint32_t ordinal : ordinals) ids.push_back(dataset.at(ordinal).id());
  return ids;
}

std::vector<std::string> keys_of(const Dataset& dataset, const std::vector<std::uint32_t>& ordinals,
                                 std::size_t most_bytes) {
  std::vector<std::string> keys;
  std::size_t bytes = 0;
  for (const std::uint32_t ordinal : ordinals) {
    const std::string_view key = dataset.at(ordinal).key();
    bytes += key.size();
    if (bytes > most_bytes && !keys.empty()) break;
    keys.emplace_back(key);
  }
  return keys;
}

std::vector<Id> absent_ids(const Dataset& dataset, std::size_t count, std::mt19937_64& random) {
  std::vector<Id> ids;
  ids.reserve(count);
  while (ids.size() < count) {
    const Id id{random()};
    if (!dataset.contains(id)) ids.push_back(id);
  }
  return ids;
}

}  // namespace corpack::bench
