#include "write/store.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/statvfs.h>

#include <corpack/error.hpp>
#include <corpack/format.hpp>
#include <corpack/hash.hpp>

namespace corpack {

namespace {

// LMDB holds the pages of a transaction in memory until it is committed: a block is committed as it is put.
constexpr std::uint64_t commit_bytes = format::block_target_bytes;
constexpr std::uint64_t first_map_bytes = std::uint64_t{64} << 20;
// What B-tree pages may take besides the values.
constexpr std::uint64_t slack_bytes = std::uint64_t{4} << 20;
constexpr unsigned max_tables = 16;

std::array<std::uint8_t, format::key_bytes> big_endian(std::uint64_t key) {
  std::array<std::uint8_t, format::key_bytes> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(key >> (56 - 8 * i));
  return bytes;
}

}  // namespace

Store::Store(std::filesystem::path path) : path_(std::move(path)), map_bytes_(first_map_bytes) {
  check(::mdb_env_create(&environment_), "cannot create");
  try {
    check(::mdb_env_set_maxdbs(environment_, max_tables), "cannot create");
    check(::mdb_env_set_mapsize(environment_, map_bytes_), "cannot create");
    check(::mdb_env_open(environment_, path_.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, 0666),
          "cannot write");
    begin();
  } catch (...) {
    ::mdb_env_close(environment_);
    throw;
  }
}

Store::~Store() {
  if (transaction_ != nullptr) ::mdb_txn_abort(transaction_);
  if (environment_ != nullptr) ::mdb_env_close(environment_);
}

void Store::check(int status, const char* what) const {
  // LMDB takes a short write for an input/output error; nearly always the disk is full, or a limit is
  // reached.
  struct statvfs volume {};
  if (status == EIO && ::statvfs(path_.c_str(), &volume) == 0 &&
      volume.f_bavail * volume.f_frsize < commit_bytes)
    status = ENOSPC;
  if (status != 0) throw Error(path_.string() + ": " + what + ": " + ::mdb_strerror(status));
}

void Store::begin() {
  check(::mdb_txn_begin(environment_, nullptr, 0, &transaction_), "cannot write");
}

void Store::commit() {
  check(::mdb_txn_commit(std::exchange(transaction_, nullptr)), "cannot write");
  uncommitted_bytes_ = 0;
}

void Store::make_room(std::size_t value_bytes) {
  const std::uint64_t pages_bytes = value_bytes + 8192;
  if (put_bytes_ + pages_bytes + slack_bytes > map_bytes_) {
    if (uncommitted_bytes_ > 0)
      commit();
    else
      ::mdb_txn_abort(std::exchange(transaction_, nullptr));
    while (put_bytes_ + pages_bytes + slack_bytes > map_bytes_) map_bytes_ *= 2;
    check(::mdb_env_set_mapsize(environment_, map_bytes_), "cannot grow");
    begin();
  }
  put_bytes_ += pages_bytes;
  uncommitted_bytes_ += pages_bytes;
}

std::size_t Store::number_of(const char* table) {
  for (std::size_t i = 0; i < tables_.size(); ++i)
    if (tables_[i].name == table) return i;
  MDB_dbi handle = 0;
  check(::mdb_dbi_open(transaction_, table, MDB_CREATE, &handle), "cannot write");
  tables_.push_back({table, {}});
  handles_.push_back(handle);
  return tables_.size() - 1;
}

void Store::put(const char* table, std::uint64_t key, std::string_view value) {
  put(table, key, value.size(), [value](char* to) { std::memcpy(to, value.data(), value.size()); });
}

void Store::put(const char* table, std::uint64_t key, std::size_t size,
                const std::function<void(char*)>& write) {
  const std::size_t padded =
      (size + format::value_alignment - 1) / format::value_alignment * format::value_alignment;
  if (padded > format::block_max_bytes)
    throw Error(path_.string() + ": a block of table '" + table + "' would have " + std::to_string(padded) +
                " bytes; the format holds at most " + std::to_string(format::block_max_bytes));
  make_room(padded);
  const std::size_t number = number_of(table);
  auto key_bytes = big_endian(key);
  MDB_val lmdb_key{key_bytes.size(), key_bytes.data()};
  MDB_val lmdb_value{padded, nullptr};
  check(::mdb_put(transaction_, handles_[number], &lmdb_key, &lmdb_value, MDB_RESERVE | MDB_APPEND),
        "cannot write");
  auto* to = static_cast<char*>(lmdb_value.mv_data);
  if (reinterpret_cast<std::uintptr_t>(to) % format::value_alignment != 0)
    throw Error("LMDB has put a value at an odd address");
  write(to);
  std::memset(to + size, 0, padded - size);
  tables_[number].checksums.push_back(hash64({to, padded}));
  if (uncommitted_bytes_ < commit_bytes) return;
  commit();
  begin();
}

std::string_view Store::get(const char* table, std::uint64_t key) {
  const std::size_t number = number_of(table);
  auto key_bytes = big_endian(key);
  MDB_val lmdb_key{key_bytes.size(), key_bytes.data()};
  MDB_val value{};
  check(::mdb_get(transaction_, handles_[number], &lmdb_key, &value), "cannot read back");
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

void Store::close() {
  commit();
  ::mdb_env_close(std::exchange(environment_, nullptr));
}

}  // namespace corpack
