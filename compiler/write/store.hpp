// The LMDB file being built: values go in by table and key, and out comes a file of whole commits.
//
// Values are padded with zeros to a multiple of 8 bytes, which (with 8-byte keys) keeps every value aligned
// to 8 bytes in the file. When a commit is made, and how the map grows, follows from the bytes put alone, so
// that the same values give the same file. Nothing is synced: whoever owns the file does that once, at the
// end. Of a value there is one copy in memory, until it is written.
//
// Errors: corpack::Error with the path and the reason (a full disk among them). Thread safety: none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <flatbuffers/flatbuffers.h>
#include <lmdb.h>

namespace corpack {

class Store {
 public:
  // Checksums of the values of one table, in key order.
  struct Table {
    std::string name;
    std::vector<std::uint64_t> checksums;
  };

  // REQUIRES: `path` is an empty file.
  explicit Store(std::filesystem::path path);
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  // REQUIRES: the key is greater than the table's last one.
  void put(const char* table, std::uint64_t key, std::string_view value);
  // A value of this size, which `write` writes where it is to be: no copy of it is held.
  void put(const char* table, std::uint64_t key, std::size_t size, const std::function<void(char*)>& write);
  // The finished buffer of a builder.
  void put(const char* table, std::uint64_t key, const flatbuffers::FlatBufferBuilder& block) {
    put(table, key, {reinterpret_cast<const char*>(block.GetBufferPointer()), block.GetSize()});
  }

  // A value put before. Lifetime: until the next put.
  std::string_view get(const char* table, std::uint64_t key);

  const std::vector<Table>& tables() const { return tables_; }

  // Commits what is left and closes the file.
  void close();

 private:
  void begin();
  void commit();
  void make_room(std::size_t value_bytes);
  std::size_t number_of(const char* table);
  void check(int status, const char* what) const;

  std::filesystem::path path_;
  MDB_env* environment_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  std::vector<Table> tables_;
  std::vector<MDB_dbi> handles_;
  std::uint64_t map_bytes_ = 0;
  std::uint64_t put_bytes_ = 0;  // pages of all values, roughly
  std::uint64_t uncommitted_bytes_ = 0;
};

}  // namespace corpack
