// One LMDB file with one table, written once in key order and then read: what the engines `lmdb` and `plain`
// have in common.
//
// Lifetime: values are views, valid as long as the reader. Errors: Error with LMDB's message. Complexity:
// logarithmic look-ups. Thread safety: none.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <lmdb.h>

namespace corpack::bench {

class LmdbWriter {
 public:
  explicit LmdbWriter(const std::filesystem::path& folder);
  LmdbWriter(const LmdbWriter&) = delete;
  LmdbWriter& operator=(const LmdbWriter&) = delete;
  ~LmdbWriter();

  // REQUIRES: keys ascend. One that is there already is left as it is.
  void add(std::string_view key, std::string_view value);
  void finish();

 private:
  void begin();

  MDB_env* environment_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  MDB_dbi table_ = 0;
  std::size_t pending_bytes_ = 0;
};

class LmdbReader {
 public:
  explicit LmdbReader(const std::filesystem::path& folder);
  LmdbReader(const LmdbReader&) = delete;
  LmdbReader& operator=(const LmdbReader&) = delete;
  ~LmdbReader();

  std::optional<std::string_view> find(std::string_view key) const {
    MDB_val wanted{key.size(), const_cast<char*>(key.data())};
    MDB_val found{};
    if (::mdb_get(transaction_, table_, &wanted, &found) != MDB_SUCCESS) return std::nullopt;
    return std::string_view{static_cast<const char*>(found.mv_data), found.mv_size};
  }

 private:
  MDB_env* environment_ = nullptr;
  MDB_txn* transaction_ = nullptr;
  MDB_dbi table_ = 0;
};

}  // namespace corpack::bench
