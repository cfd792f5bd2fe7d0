// The plain layout that corpack's blocks are compared with: LMDB holds one FlatBuffers table a record (id,
// ordinal, line, text) under the 8 bytes of the hash, big-endian. What differs from corpack is the layout
// alone.
#include <array>
#include <cstring>

#include <flatbuffers/flatbuffers.h>

#include "bench/engines/by_id.hpp"
#include "bench/engines/kinds.hpp"
#include "bench/engines/lmdb_file.hpp"

namespace corpack::bench {

namespace {

// Fields of the table, as flatc numbers them.
constexpr flatbuffers::voffset_t id_field = 4;
constexpr flatbuffers::voffset_t ordinal_field = 6;
constexpr flatbuffers::voffset_t line_field = 8;
constexpr flatbuffers::voffset_t text_field = 10;

using HashKey = std::array<char, 8>;

HashKey key_of(Id id) {
  const std::uint64_t big_endian = __builtin_bswap64(id.value());
  HashKey key{};
  std::memcpy(key.data(), &big_endian, key.size());
  return key;
}

std::string_view view(const HashKey& key) {
  return {key.data(), key.size()};
}

class PlainEngine : public Engine {
 public:
  explicit PlainEngine(const std::filesystem::path& folder) : file_(folder) {}

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [&file = file_](std::string_view hex) -> std::uint64_t {
      const std::optional<Id> id = Id::parse(hex);
      const auto value = id ? file.find(view(key_of(*id))) : std::nullopt;
      if (!value) return 0;
      const auto* const record = flatbuffers::GetRoot<flatbuffers::Table>(value->data());
      return first_byte(record->GetPointer<const flatbuffers::String*>(text_field)->string_view());
    });
  }

 private:
  LmdbReader file_;
};

}  // namespace

void build_plain(const Dataset& dataset, const std::filesystem::path& folder) {
  LmdbWriter file{folder};
  flatbuffers::FlatBufferBuilder builder;
  for (const auto& [id, ordinal] : ordinals_by_id(dataset)) {
    const Record record = dataset.at(ordinal);
    builder.Clear();
    const auto text = builder.CreateString(record.text());
    const auto start = builder.StartTable();
    builder.AddElement<std::uint64_t>(id_field, id.value(), 0);
    builder.AddElement<std::uint32_t>(ordinal_field, ordinal, 0);
    builder.AddElement<std::uint32_t>(line_field, record.line(), 0);
    builder.AddOffset(text_field, text);
    builder.Finish(flatbuffers::Offset<flatbuffers::Table>(builder.EndTable(start)));
    // The id makes the size a multiple of 8, which keeps all values aligned.
    file.add(view(key_of(id)),
             {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()});
  }
  file.finish();
}

std::unique_ptr<Engine> open_plain(const std::filesystem::path& folder) {
  return std::make_unique<PlainEngine>(folder);
}

}  // namespace corpack::bench
