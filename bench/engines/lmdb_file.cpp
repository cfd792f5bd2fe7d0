#include "bench/engines/lmdb_file.hpp"

#include <string>

#include <corpack/error.hpp>

namespace corpack::bench {

namespace {

// Address space, not memory.
constexpr std::size_t map_bytes = std::size_t{1} << 40;
// LMDB keeps a transaction's pages in memory until it is committed.
constexpr std::size_t commit_bytes = std::size_t{64} << 20;

void check_lmdb(int result) {
  if (result != MDB_SUCCESS) throw Error(std::string{"LMDB: "} + ::mdb_strerror(result));
}

MDB_env* open_environment(const std::filesystem::path& folder, unsigned flags) {
  MDB_env* environment = nullptr;
  check_lmdb(::mdb_env_create(&environment));
  int result = ::mdb_env_set_mapsize(environment, map_bytes);
  if (result == MDB_SUCCESS)
    result =
        ::mdb_env_open(environment, (folder / "data.mdb").c_str(), MDB_NOSUBDIR | MDB_NOLOCK | flags, 0666);
  if (result != MDB_SUCCESS) ::mdb_env_close(environment);
  check_lmdb(result);
  return environment;
}

}  // namespace

LmdbWriter::LmdbWriter(const std::filesystem::path& folder)
    : environment_(open_environment(folder, MDB_NOSYNC)) {
  begin();
}

LmdbWriter::~LmdbWriter() {
  if (transaction_ != nullptr) ::mdb_txn_abort(transaction_);
  ::mdb_env_close(environment_);
}

void LmdbWriter::begin() {
  check_lmdb(::mdb_txn_begin(environment_, nullptr, 0, &transaction_));
  check_lmdb(::mdb_dbi_open(transaction_, nullptr, 0, &table_));
}

void LmdbWriter::add(std::string_view key, std::string_view value) {
  MDB_val stored_key{key.size(), const_cast<char*>(key.data())};
  MDB_val stored{value.size(), const_cast<char*>(value.data())};
  const int result = ::mdb_put(transaction_, table_, &stored_key, &stored, MDB_APPEND);
  if (result != MDB_KEYEXIST) check_lmdb(result);
  pending_bytes_ += value.size();
  if (pending_bytes_ < commit_bytes) return;
  finish();
  begin();
}

void LmdbWriter::finish() {
  MDB_txn* const transaction = transaction_;
  transaction_ = nullptr;
  pending_bytes_ = 0;
  check_lmdb(::mdb_txn_commit(transaction));
}

LmdbReader::LmdbReader(const std::filesystem::path& folder)
    : environment_(open_environment(folder, MDB_RDONLY)) {
  int result = ::mdb_txn_begin(environment_, nullptr, MDB_RDONLY, &transaction_);
  if (result == MDB_SUCCESS) result = ::mdb_dbi_open(transaction_, nullptr, 0, &table_);
  if (result == MDB_SUCCESS) return;
  if (transaction_ != nullptr) ::mdb_txn_abort(transaction_);
  ::mdb_env_close(environment_);
  check_lmdb(result);
}

LmdbReader::~LmdbReader() {
  ::mdb_txn_abort(transaction_);
  ::mdb_env_close(environment_);
}

}  // namespace corpack::bench
