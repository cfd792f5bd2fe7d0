// Datasets to which LMDB itself has added tables and blocks: what the reader passes over, and what it
// refuses.
#include <cstdint>
#include <filesystem>
#include <string>

#include <catch2/catch.hpp>
#include <lmdb.h>

#include <corpack/dataset.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using Catch::Matchers::Contains;
using test::frozen_path;

namespace {

class Addition {
 public:
  explicit Addition(const std::filesystem::path& path) {
    REQUIRE(::mdb_env_create(&environment_) == 0);
    REQUIRE(::mdb_env_set_mapsize(environment_, std::size_t{16} << 20) == 0);
    REQUIRE(::mdb_env_set_maxdbs(environment_, 1000) == 0);
    REQUIRE(::mdb_env_open(environment_, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK, 0644) == 0);
    REQUIRE(::mdb_txn_begin(environment_, nullptr, 0, &transaction_) == 0);
  }
  ~Addition() {
    CHECK(::mdb_txn_commit(transaction_) == 0);
    ::mdb_env_close(environment_);
  }
  Addition(const Addition&) = delete;
  Addition& operator=(const Addition&) = delete;

  // Puts a value under a key: `key_bytes` bytes of a big-endian number.
  void put(const std::string& table, std::uint64_t number, std::string value, std::size_t key_bytes = 8) {
    MDB_dbi handle = 0;
    REQUIRE(::mdb_dbi_open(transaction_, table.c_str(), MDB_CREATE, &handle) == 0);
    std::string key(key_bytes, '\0');
    for (std::size_t i = key_bytes; i-- > 0; number >>= 8) key[i] = static_cast<char>(number & 0xFF);
    MDB_val key_value{key.size(), key.data()};
    MDB_val held{value.size(), value.data()};
    REQUIRE(::mdb_put(transaction_, handle, &key_value, &held, 0) == 0);
  }

 private:
  MDB_env* environment_ = nullptr;
  MDB_txn* transaction_ = nullptr;
};

}  // namespace

TEST_CASE("hundreds of tables of a newer format, with keys of any size, are passed over") {
  const test::TemporaryFolder folder;
  std::filesystem::copy(frozen_path(), folder / "newer");
  {
    Addition addition{folder / "newer"};
    for (std::uint64_t i = 0; i < 500; ++i)
      addition.put("table" + std::to_string(i), i, std::string(i, 'x'), 1 + i);
    addition.put("longest", 1, "value", 511);  // LMDB's longest key
  }
  const Dataset good{frozen_path()};
  const Dataset dataset{folder / "newer"};
  REQUIRE(dataset.size() == good.size());
  for (std::uint32_t i = 0; i < good.size(); ++i)
    CHECK(dataset.find(good.at(i).key())->text() == good.at(i).text());
}

TEST_CASE("keys that are not 8 bytes long, and values of odd sizes, are refused") {
  const test::TemporaryFolder folder;
  std::filesystem::copy(frozen_path(), folder / "key");
  Addition{folder / "key"}.put("records", 7, std::string(16, '\0'), 511);
  CHECK_THROWS_WITH(Dataset{folder / "key"}, Contains("a key is not 8 bytes long"));
  std::filesystem::copy(frozen_path(), folder / "value");
  Addition{folder / "value"}.put("records", 7, std::string(15, '\0'));
  CHECK_THROWS_WITH(Dataset{folder / "value"}, Contains("a value is not aligned"));
}

TEST_CASE("more blocks than a file of its size may have are refused") {
  const test::TemporaryFolder folder;
  std::filesystem::copy(frozen_path(), folder / "blocks");
  {
    Addition addition{folder / "blocks"};
    for (std::uint64_t i = 0; i < 3000; ++i) addition.put("positions", i, std::string());
  }
  CHECK_THROWS_WITH(Dataset{folder / "blocks"}, Contains("it has more blocks than any dataset"));
}
