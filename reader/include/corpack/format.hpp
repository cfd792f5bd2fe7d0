// Constants of the dataset format. What they mean is written in schema/FORMAT.md; nothing else in the
// tree repeats these values.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <corpack/format/bitmaps_generated.h>
#include <corpack/format/ids_generated.h>
#include <corpack/format/lengths_generated.h>
#include <corpack/format/lists_generated.h>
#include <corpack/format/meta_generated.h>
#include <corpack/format/records_generated.h>
#include <corpack/format/terms_generated.h>

namespace corpack::format {

static_assert(std::endian::native == std::endian::little && sizeof(std::size_t) == 8,
              "corpack reads datasets in place: it needs a little-endian system of 64 bits");
static_assert(sizeof(IdEntry) == 16 && alignof(IdEntry) == 8);
static_assert(sizeof(FileSum) == 24 && alignof(FileSum) == 8);
static_assert(sizeof(Span) == 8 && alignof(Span) == 4);

inline constexpr std::uint16_t major_version = 1;
inline constexpr std::uint16_t minor_version = 0;
inline constexpr std::uint8_t plain_codec = 0;

// Table names. Each is a named LMDB database whose keys are 8 bytes, big-endian.
namespace tables {
inline constexpr const char* meta = "meta";
inline constexpr const char* records = "records";
inline constexpr const char* ids = "ids";
inline constexpr const char* lengths = "lengths";
inline constexpr const char* terms = "terms";
inline constexpr const char* postings = "postings";
inline constexpr const char* positions = "positions";
inline constexpr const char* bitmaps = "bitmaps";
inline constexpr std::array all{meta, records, ids, lengths, terms, postings, positions, bitmaps};
}  // namespace tables

inline constexpr std::size_t key_bytes = 8;
inline constexpr std::size_t value_alignment = 8;

// A block is closed once it holds this many bytes; FlatBuffers cannot address 2 GiB or more.
inline constexpr std::size_t block_target_bytes = std::size_t{8} << 20;
inline constexpr std::size_t block_max_bytes = (std::size_t{1} << 31) - 8;
inline constexpr std::uint64_t max_records = 0xFFFFFFFFu;
// A table has at most this many blocks, and one more for each page of the file.
inline constexpr std::uint64_t free_blocks = 1024;

inline constexpr std::uint32_t text_field = 0;
inline constexpr std::uint32_t max_fields = 65536;

// Lengths that a block of `lengths` holds.
inline constexpr std::uint32_t lengths_per_block = std::uint32_t{1} << 23;

// Words of the dictionary that share a start.
inline constexpr std::uint32_t words_per_start = 64;

// Posting lists.
inline constexpr std::uint32_t postings_per_block = 128;
inline constexpr std::size_t block_head_bytes = 16;
inline constexpr std::size_t bounds_per_block = 3;
inline constexpr std::size_t floors_per_list = 3;
inline constexpr std::uint32_t floor_postings = 10;
inline constexpr std::uint32_t positions_per_group = 64;
inline constexpr std::size_t list_padding_bytes = 8;
inline constexpr std::uint32_t lists_per_start = 16;
inline constexpr std::uint8_t long_list_size = 255;  // of `sizes`: the list's own is before it

// A list of at least this share of the records has a bitmap.
inline constexpr std::uint32_t bitmap_share = 7;
constexpr bool has_bitmap(std::uint64_t postings, std::uint64_t records) {
  return postings >= postings_per_block && postings * bitmap_share >= records;
}
constexpr std::uint64_t bitmap_words(std::uint64_t records) {
  return (records + 63) / 64;
}

// Whether the keys of a table are those of field_key().
inline bool is_inverted(std::string_view table) {
  return table == tables::terms || table == tables::postings || table == tables::positions ||
         table == tables::bitmaps || table == tables::lengths;
}

// Key of a block of the inverted tables.
constexpr std::uint64_t field_key(std::uint32_t field, std::uint32_t block) {
  return (std::uint64_t{field} << 32) | block;
}

}  // namespace corpack::format
