// A dataset file, checked and mapped: the one place of the reader that calls LMDB.
//
// The path is opened once, must be a regular file, and its B-tree pages are checked with plain reads
// (pages.hpp). Then LMDB maps it read-only and without a lock file, and its descriptor is compared with the
// one that was checked: when a rename came between, everything is done again. After the constructor no LMDB
// call is made until the mapping is closed, so any number of threads may read.
//
// Lifetime: the bytes live as long as the Mapping. Errors: Error with the path and the reason, FormatError
// when the file is no dataset. A file that is cut in place while it is mapped ends the process with SIGBUS;
// replacing it by rename is safe.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <lmdb.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <corpack/block.hpp>
#include <corpack/error.hpp>
#include <corpack/pages.hpp>

namespace corpack {

class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& path) : path_(path) {
    try {
      constexpr int attempts = 100;
      for (int attempt = 0; !open_once(); ++attempt)
        if (attempt == attempts) throw Error("the file is replaced again and again while it is opened");
    } catch (const FormatError& error) {
      throw FormatError(path.string() + ": " + error.what());
    } catch (const Error& error) {
      throw Error(path.string() + ": " + error.what());
    }
  }

  const std::filesystem::path& path() const { return path_; }

  // Length of the file as it was opened; its pages may take less.
  std::uint64_t file_bytes() const { return file_length_; }

  // Whether this version of the format has a table of this name.
  static bool knows(std::string_view name) {
    const auto& all = format::tables::all;
    return std::find(all.begin(), all.end(), name) != all.end();
  }

  // The blocks of a table in key order; a table that is not there has none.
  std::vector<Block> blocks(const char* table) const {
    std::vector<Block> blocks;
    for (const Table& each : tables_) {
      if (each.name != table) continue;
      blocks.reserve(each.values.size());
      for (const pages::Value& value : each.values) {
        Block block{base_ + value.offset, static_cast<std::uint32_t>(value.size), table, value.key};
        if (value.size > format::block_max_bytes) block.fail("too large");
        blocks.push_back(block);
      }
    }
    return blocks;
  }

  // The file's pages as mapped.
  std::string_view bytes() const { return {reinterpret_cast<const char*>(base_), length_}; }

  // Asks the system to read the whole file into memory.
  void will_need() const { ::madvise(const_cast<std::uint8_t*>(base_), length_, MADV_WILLNEED); }

  // Whether another file (or none) has taken the path since it was opened.
  bool stale() const {
    struct stat now {};
    return ::stat(path_.c_str(), &now) != 0 || now.st_dev != device_ || now.st_ino != inode_;
  }

 private:
  struct Table {
    std::string name;
    std::vector<pages::Value> values;
  };
  struct CloseEnvironment {
    void operator()(MDB_env* environment) const { ::mdb_env_close(environment); }
  };
  struct AbortTransaction {
    void operator()(MDB_txn* transaction) const { ::mdb_txn_abort(transaction); }
  };
  class Descriptor {
   public:
    explicit Descriptor(int value) : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
      if (value_ >= 0) ::close(value_);
    }
    int get() const { return value_; }

   private:
    int value_;
  };

  static void check(int status, const char* what) {
    if (status != 0) throw Error(std::string{what} + ": " + ::mdb_strerror(status));
  }

  // False: another file took the path between the checks and the mapping.
  bool open_once() {
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    const Descriptor file{::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    if (file.get() < 0) throw Error(std::string{"cannot open: "} + std::strerror(errno));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) throw Error(std::string{"cannot stat: "} + std::strerror(errno));
    if (!S_ISREG(status.st_mode)) throw FormatError("not a corpack dataset: not a regular file");
    device_ = status.st_dev;
    inode_ = status.st_ino;

    pages::File pages{file.get(), static_cast<std::uint64_t>(status.st_size)};
    length_ = (pages.last_page() + 1) * pages.page_bytes();
    file_length_ = static_cast<std::uint64_t>(status.st_size);
    tables_.clear();
    for (const pages::NamedTree& named : pages.named_trees()) {
      if (knows(named.name)) tables_.push_back({named.name, pages.values(named)});
    }
    return map();
  }

  bool map() {
    MDB_env* created = nullptr;
    check(::mdb_env_create(&created), "mdb_env_create");
    environment_.reset(created);
    check(::mdb_env_set_mapsize(created, length_), "mdb_env_set_mapsize");
    check(::mdb_env_set_maxdbs(created, 1), "mdb_env_set_maxdbs");
    const int opened = ::mdb_env_open(created, path_.c_str(), MDB_RDONLY | MDB_NOSUBDIR | MDB_NOLOCK, 0);
    if (opened == ENOENT) return false;
    check(opened, "cannot map");
    int descriptor = -1;
    check(::mdb_env_get_fd(created, &descriptor), "mdb_env_get_fd");
    struct stat mapped {};
    if (::fstat(descriptor, &mapped) != 0) throw Error(std::string{"cannot stat: "} + std::strerror(errno));
    if (mapped.st_dev != device_ || mapped.st_ino != inode_) return false;

    const pages::Value* meta = nullptr;
    for (const Table& table : tables_)
      if (table.name == format::tables::meta && !table.values.empty()) meta = &table.values.front();
    if (meta == nullptr) throw FormatError("not a corpack dataset: it has no table 'meta'");
    base_ = locate(created) - meta->offset;
    return true;
  }

  // Address of the first value of `meta`: it tells where LMDB has put the file.
  static const std::uint8_t* locate(MDB_env* environment) {
    MDB_txn* begun = nullptr;
    check(::mdb_txn_begin(environment, nullptr, MDB_RDONLY, &begun), "mdb_txn_begin");
    const std::unique_ptr<MDB_txn, AbortTransaction> transaction{begun};
    MDB_dbi table = 0;
    check(::mdb_dbi_open(begun, format::tables::meta, 0, &table), "mdb_dbi_open");
    std::uint8_t first[format::key_bytes] = {};
    MDB_val key{sizeof first, first};
    MDB_val value{};
    if (::mdb_get(begun, table, &key, &value) != 0)
      throw FormatError("damaged dataset: table 'meta' has no block 0");
    return static_cast<const std::uint8_t*>(value.mv_data);
  }

  std::filesystem::path path_;
  std::unique_ptr<MDB_env, CloseEnvironment> environment_;
  std::vector<Table> tables_;
  const std::uint8_t* base_ = nullptr;
  std::uint64_t length_ = 0;
  std::uint64_t file_length_ = 0;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace corpack
