#include "encode/large_list.hpp"

#include <cstring>

#include <corpack/format.hpp>

#include "encode/large_parts.hpp"
#include "encode/pack_list.hpp"
#include "encode/posting_columns.hpp"

namespace corpack {

namespace {

class LargePacker {
 public:
  LargePacker(std::span<const std::uint8_t> length_codes, double average_length, bool positions,
              const std::filesystem::path& folder)
      : list_(folder),
        positions_(positions),
        packer_(length_codes, average_length),
        long_postings_(length_codes, average_length),
        bitmap_(format::bitmap_words(length_codes.size())),
        records_(length_codes.size()) {}

  void read(Gatherer& gatherer) {
    LargeParts parts{gatherer};
    while (parts.next())
      unpack_part(parts, positions_, columns_, format::postings_per_block, [this] { pack_block(); });
  }

  LargeList finish() {
    if (list_.count == 0 && columns_.ordinals.size() < format::postings_per_block) {
      list_.count = static_cast<std::uint32_t>(columns_.ordinals.size());
      list_.postings.set_front(std::string{packer_.postings(columns_.ordinals, columns_.frequencies)});
      if (positions_)
        list_.positions.set_front(std::string{packer_.positions(columns_.frequencies, columns_.gaps)});
      return std::move(list_);
    }
    pack_block();
    list_.postings.set_front(long_postings_.front());
    if (positions_) list_.positions.set_front(long_positions_.front());
    if (format::has_bitmap(list_.count, records_)) list_.bitmap = std::move(bitmap_);
    return std::move(list_);
  }

 private:
  void pack_block() {
    for (const std::uint32_t ordinal : columns_.ordinals)
      bitmap_[ordinal / 64] |= std::uint64_t{1} << (ordinal % 64);
    long_postings_.add_block(columns_.ordinals, columns_.frequencies);
    list_.postings.append(long_postings_.body());
    long_postings_.drop_body();
    if (positions_) {
      long_positions_.add_block(columns_.gaps);
      list_.positions.append(long_positions_.body());
      long_positions_.drop_body();
    }
    list_.count += static_cast<std::uint32_t>(columns_.ordinals.size());
    columns_.clear();
  }

  LargeList list_;
  bool positions_;
  ListPacker packer_;
  LongPostings long_postings_;
  LongPositions long_positions_;
  PostingColumns columns_;
  std::vector<std::uint64_t> bitmap_;
  std::size_t records_;
};

}  // namespace

void SpilledBytes::write(char* to) {
  std::memcpy(to, front_.data(), front_.size());
  body_.rewind();
  body_.read(to + front_.size(), static_cast<std::size_t>(body_.size_bytes()));
}

LargeList pack_large_list(Gatherer& gatherer, std::span<const std::uint8_t> length_codes,
                          double average_length, bool positions, const std::filesystem::path& folder) {
  LargePacker packer{length_codes, average_length, positions, folder};
  packer.read(gatherer);
  return packer.finish();
}

}  // namespace corpack
