#include "encode/id_blocks.hpp"

#include <algorithm>

namespace corpack {

namespace {

constexpr std::size_t entries_per_block = format::block_target_bytes / sizeof(format::IdEntry);

// So few that a reader looks at the first of a bucket and hardly ever has to search it: at 2 to 4 bytes a
// record, this is the cheapest directory that takes one miss, or two where the starts outgrow the caches.
constexpr std::uint64_t entries_per_bucket = 2;

// The least shift that leaves half of that to all of it in an average bucket.
unsigned bucket_shift(std::uint64_t range, std::size_t entries) {
  const std::uint64_t most_buckets = std::max<std::uint64_t>(1, 2 * entries / entries_per_bucket);
  unsigned shift = 0;
  while (shift < 63 && (range >> shift) + 1 > most_buckets) ++shift;
  return shift;
}

}  // namespace

void IdBlocks::add(const format::IdEntry& entry) {
  // Equal hashes stay in one block.
  if (entries_.size() >= entries_per_block && entries_.back().hash() != entry.hash()) finish_block();
  if (entries_.empty()) entries_.reserve(entries_per_block + 1);
  entries_.push_back(entry);
}

void IdBlocks::finish_block() {
  if (entries_.empty()) return;
  const std::uint64_t base = entries_.front().hash();
  const std::uint64_t last = entries_.back().hash();
  const unsigned shift = bucket_shift(last - base, entries_.size());
  std::vector<std::uint32_t> starts(((last - base) >> shift) + 2);
  for (const format::IdEntry& entry : entries_) ++starts[((entry.hash() - base) >> shift) + 1];
  for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];

  flatbuffers::FlatBufferBuilder builder(entries_.size() * 20 + 256);
  const auto entries_at = builder.CreateVectorOfStructs(entries_);
  const auto starts_at = builder.CreateVector(starts);
  format::FinishIdsBuffer(
      builder, format::CreateIds(builder, base, static_cast<std::uint8_t>(shift), starts_at, entries_at));
  store_.put(format::tables::ids, last, builder);
  entries_.clear();
}

void IdBlocks::finish() {
  finish_block();
  entries_ = {};
}

}  // namespace corpack
