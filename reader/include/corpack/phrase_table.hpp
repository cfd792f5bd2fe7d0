// Counts pairs of neighbouring words over many records in bounded memory.
//
// When the table is full, the pairs that occurred least are forgotten, which makes room for new ones; one
// that comes back starts anew. Pairs that are frequent throughout are counted nearly right, and exactly where
// the table never fills. Lifetime: plain values. Complexity: constant for a pair, on average. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace corpack {

// Two posting lists, of words side by side.
struct WordPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  friend bool operator==(const WordPair&, const WordPair&) = default;
  friend bool operator<(const WordPair& a, const WordPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

struct WordPairHash {
  std::size_t operator()(const WordPair& pair) const {
    // Fibonacci hashing; the standard's hash of an integer is the integer.
    return ((std::uint64_t{pair.first} << 32) + pair.second) * 0x9E3779B97F4A7C15u >> 16;
  }
};

class PhraseTable {
 public:
  struct Counts {
    std::uint32_t occurrences = 0;
    std::uint32_t records = 0;
    std::uint32_t last_record = 0;
  };
  using Pairs = std::unordered_map<WordPair, Counts, WordPairHash>;
  static constexpr std::size_t max_pairs = std::size_t{1} << 19;

  explicit PhraseTable(std::size_t limit = max_pairs) : limit_(limit) {}

  // Records come one after the other.
  void add(WordPair pair, std::uint32_t record) {
    if (pairs_.size() >= limit_ && pairs_.find(pair) == pairs_.end()) forget_rare();
    Counts& counts = pairs_[pair];
    ++counts.occurrences;
    if (counts.records == 0 || counts.last_record != record) ++counts.records;
    counts.last_record = record;
  }

  const Pairs& pairs() const { return pairs_; }

 private:
  // Keeps less than three quarters.
  void forget_rare() {
    for (std::uint32_t rare = 1; pairs_.size() > limit_ / 4 * 3; rare *= 2)
      std::erase_if(pairs_, [&](const auto& entry) { return entry.second.occurrences <= rare; });
  }

  std::size_t limit_;
  Pairs pairs_;
};

}  // namespace corpack
