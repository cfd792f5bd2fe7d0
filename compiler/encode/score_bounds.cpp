#include "encode/score_bounds.hpp"

#include <corpack/lengths.hpp>

namespace corpack {

Bounds BoundsBuilder::bounds() const {
  std::array<Bounds::Pair, 256> pairs;
  std::size_t count = 0;
  unsigned least = 256;
  for (std::uint32_t frequency = highest_; frequency > 0; --frequency) {
    if (shortest_[frequency] >= least) continue;
    least = shortest_[frequency];
    pairs[count++] = {static_cast<std::uint8_t>(frequency), static_cast<std::uint8_t>(least)};
  }
  // Merging two neighbours takes the higher frequency and the shorter length: a bound still, if a looser one.
  while (count > format::bounds_per_block) {
    std::size_t best = 0;
    int best_loss = 1 << 30;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const int loss =
          (pairs[i].frequency - pairs[i + 1].frequency) * (pairs[i].length_code - pairs[i + 1].length_code);
      if (loss < best_loss) {
        best_loss = loss;
        best = i;
      }
    }
    pairs[best].length_code = pairs[best + 1].length_code;
    std::move(pairs.begin() + static_cast<std::ptrdiff_t>(best) + 2,
              pairs.begin() + static_cast<std::ptrdiff_t>(count),
              pairs.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    --count;
  }
  Bounds bounds{};
  std::copy_n(pairs.begin(), count, bounds.pairs.begin());
  return bounds;
}

// A reader's own parameters are not known; 0.75 is BM25's usual b.
Floors FloorsBuilder::floors(double average_length) const {
  constexpr std::array<double, format::floors_per_list> length_weights{0, 0.75, 1};
  Floors floors{};
  std::array<double, format::floors_per_list> best{};
  Shortest shortest;
  for (unsigned frequency = 255; frequency > 0; --frequency) {
    shortest.add(of_frequency_[frequency]);
    if (!shortest.full()) continue;
    for (std::size_t i = 0; i < best.size(); ++i) {
      const double length = length_of_code(shortest.longest()) / average_length;
      const double ratio = frequency / (1 - length_weights[i] + length_weights[i] * length + 1e-9);
      if (ratio <= best[i]) continue;
      best[i] = ratio;
      floors.pairs[i] = {static_cast<std::uint8_t>(frequency), shortest.longest()};
    }
  }
  return floors;
}

}  // namespace corpack
