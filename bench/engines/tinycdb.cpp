// tinycdb, the constant database: one hash table over one file, keyed by the 16 hex digits.
#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <unistd.h>

extern "C" {
#include <cdb.h>
}

#include <corpack/error.hpp>

#include "bench/engines/kinds.hpp"

namespace corpack::bench {

namespace {

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (number_ < 0) throw Error(path.string() + ": cannot be opened: " + std::strerror(errno));
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { ::close(number_); }
  int number() const { return number_; }

 private:
  int number_;
};

std::filesystem::path file_in(const std::filesystem::path& folder) {
  return folder / "records.cdb";
}

// Its functions return -1 and set errno; offsets of 32 bits end at 4 GiB.
void check_cdb(int result) {
  if (result < 0) throw Error(std::string{"tinycdb: "} + std::strerror(errno));
}

unsigned size_of(std::string_view bytes) {
  return static_cast<unsigned>(bytes.size());
}

class TinycdbEngine : public Engine {
 public:
  explicit TinycdbEngine(const std::filesystem::path& folder) : file_(file_in(folder), O_RDONLY) {
    check_cdb(::cdb_init(&cdb_, file_.number()));
  }
  ~TinycdbEngine() override { ::cdb_free(&cdb_); }

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [cdb = &cdb_](std::string_view hex) -> std::uint64_t {
      if (::cdb_find(cdb, hex.data(), size_of(hex)) <= 0) return 0;
      const unsigned size = cdb_datalen(cdb);
      const void* const text = ::cdb_get(cdb, size, cdb_datapos(cdb));
      return text == nullptr ? 0 : first_byte({static_cast<const char*>(text), size});
    });
  }

 private:
  Descriptor file_;
  struct cdb cdb_ {};
};

}  // namespace

void build_tinycdb(const Dataset& dataset, const std::filesystem::path& folder) {
  const Descriptor file{file_in(folder), O_RDWR | O_CREAT | O_TRUNC};
  struct cdb_make make {};
  check_cdb(::cdb_make_start(&make, file.number()));
  for (const Record& record : dataset) {
    const std::string hex = record.id().to_string();
    check_cdb(::cdb_make_add(&make, hex.data(), size_of(hex), record.text().data(), size_of(record.text())));
  }
  check_cdb(::cdb_make_finish(&make));
}

std::unique_ptr<Engine> open_tinycdb(const std::filesystem::path& folder) {
  return std::make_unique<TinycdbEngine>(folder);
}

}  // namespace corpack::bench
