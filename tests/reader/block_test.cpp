// FlatTable against blocks that lie about themselves: each read is refused, none leaves the block.
#include <cstring>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/block.hpp>

using namespace corpack;
using Catch::Matchers::Contains;

namespace {

// A value as a writer makes it, in memory of exactly its size, so that a sanitizer sees any step beyond it.
class Value {
 public:
  Value() {
    flatbuffers::FlatBufferBuilder builder;
    const auto rows = builder.CreateVector(std::vector<std::uint32_t>{10, 20, 30});
    const auto data = builder.CreateVector(std::vector<std::uint8_t>{1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0});
    const auto sizes = builder.CreateVector(std::vector<std::uint8_t>{5});
    format::FinishListsBuffer(builder, format::CreateLists(builder, 7, rows, sizes, data));
    bytes_.assign(builder.GetBufferPointer(), builder.GetBufferPointer() + builder.GetSize());
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
  }

  // The value cut to `size` bytes, somewhere else in memory.
  template <class Use>
  void with(std::size_t size, Use&& use) const {
    std::vector<std::uint64_t> words((size + 7) / 8);
    if (size > 0) std::memcpy(words.data(), bytes_.data(), size);
    use(Block{reinterpret_cast<const std::uint8_t*>(words.data()), static_cast<std::uint32_t>(size),
              "postings", 5});
  }

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

  template <class T>
  T load(std::size_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  template <class T>
  void put(std::size_t at, T value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }
  std::size_t table() const { return load<std::uint32_t>(0); }
  // Where the vector of field `field` begins: its count.
  std::size_t vector(flatbuffers::voffset_t field) const {
    const std::size_t vtable = table() - static_cast<std::size_t>(load<std::int32_t>(table()));
    const std::size_t slot = table() + load<std::uint16_t>(vtable + field);
    return slot + load<std::uint32_t>(slot);
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

std::uint64_t read_all(const Block& block) {
  const FlatTable table = FlatTable::root(block, format::ListsIdentifier());
  std::uint64_t sum = table.scalar<std::uint32_t>(format::Lists::VT_FIRST_LIST);
  for (const std::uint32_t end : table.span<std::uint32_t>(format::Lists::VT_STARTS)) sum += end;
  for (const std::uint8_t byte : table.span<std::uint8_t>(format::Lists::VT_DATA)) sum += byte;
  for (const std::uint8_t byte : table.span<std::uint8_t>(format::Lists::VT_SIZES)) sum += byte;
  return sum;
}

}  // namespace

TEST_CASE("a good block is read") {
  const Value value;
  value.with(value.size(), [](const Block& block) { CHECK(read_all(block) == 7 + 60 + 10 + 5); });
}

TEST_CASE("a block cut anywhere is refused") {
  const Value value;
  for (std::size_t size = 0; size < value.size(); ++size)
    value.with(size, [&](const Block& block) {
      if (size % 8 == 0 && size >= value.size() - 8) return;  // only padding may be gone
      CHECK_THROWS_AS(read_all(block), FormatError);
    });
}

TEST_CASE("counts and offsets near 2^32 are refused") {
  for (const std::uint32_t wrong :
       {0x7FFFFFFFu, 0x80000000u, 0xFFFFFFF0u, 0xFFFFFFFCu, 0xFFFFFFFEu, 0xFFFFFFFFu}) {
    Value value;
    const Value good;
    for (const std::size_t at :
         {good.vector(format::Lists::VT_STARTS), good.vector(format::Lists::VT_DATA), std::size_t{0}}) {
      value = good;
      value.put(at, wrong);
      value.with(value.size(), [](const Block& block) { CHECK_THROWS_AS(read_all(block), FormatError); });
    }
    // The table's distance to its vtable is signed.
    value = good;
    value.put(value.table(), wrong);
    value.with(value.size(), [](const Block& block) {
      try {
        read_all(block);
      } catch (const FormatError&) {
        SUCCEED("refused");
      }
    });
  }
}

// A place is the sum of two 32-bit numbers.
TEST_CASE("a string's place is checked without wrapping around") {
  const Value value;
  value.with(value.size(), [](const Block& block) {
    for (const std::uint64_t position :
         {std::uint64_t{0xFFFFFFFC}, std::uint64_t{1} << 32, (std::uint64_t{1} << 32) + 4,
          std::uint64_t{0x1FFFFFFFC}, std::uint64_t{block.size}})
      CHECK_THROWS_AS(checked_string(block, position), FormatError);
  });
}

TEST_CASE("a string that is not aligned is refused") {
  Value value;
  const std::size_t slot = value.vector(format::Lists::VT_STARTS) + 4;
  value.put(slot, std::uint32_t{9});
  value.with(value.size(), [slot](const Block& block) {
    CHECK_THROWS_WITH(string_at(block, {static_cast<std::uint32_t>(slot), 1}, 0), Contains("not aligned"));
  });
}

TEST_CASE("the message names table and block") {
  Value value;
  value.put(4, std::uint32_t{0});
  value.with(value.size(), [](const Block& block) {
    CHECK_THROWS_WITH(read_all(block),
                      Contains("'postings', block 5") && Contains("not of the expected kind"));
  });
}
