#include "dump/unpacked_source.hpp"

#include <cerrno>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/gzip_source.hpp"

namespace corpack {
namespace {

class UnpackedSource final : public ByteSource {
 public:
  UnpackedSource(ByteSource& below, const std::string& path)
      : below_{below}, path_{path}, packed_(std::size_t{1} << 18), archive_{::archive_read_new()} {
    if (archive_ == nullptr) throw Error{path + ": cannot be unpacked: out of memory"};
    try {
      open();
    } catch (...) {
      ::archive_read_free(archive_);
      throw;
    }
  }
  UnpackedSource(const UnpackedSource&) = delete;
  UnpackedSource& operator=(const UnpackedSource&) = delete;
  ~UnpackedSource() override { ::archive_read_free(archive_); }

  std::size_t read(char* bytes, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size && !at_end_) {
      const la_ssize_t got = ::archive_read_data(archive_, bytes + filled, size - filled);
      if (got < 0) fail();
      at_end_ = got == 0;
      filled += static_cast<std::size_t>(got);
    }
    return filled;
  }

 private:
  void open() {
    ::archive_read_support_filter_zstd(archive_);
    ::archive_read_support_filter_xz(archive_);
    ::archive_read_support_filter_bzip2(archive_);
    ::archive_read_support_format_raw(archive_);
    ::archive_read_support_format_empty(archive_);
    if (::archive_read_open(archive_, this, nullptr, read_packed, nullptr) != ARCHIVE_OK) fail();
    ::archive_entry* entry = nullptr;
    const int status = ::archive_read_next_header(archive_, &entry);
    at_end_ = status == ARCHIVE_EOF;
    if (status != ARCHIVE_OK && !at_end_) fail();
  }

  [[noreturn]] void fail() const {
    if (!trouble_.empty()) throw Error{trouble_};
    const char* const reason = ::archive_error_string(archive_);
    throw Error{fmt::format("{}: cannot be unpacked: {}", path_, reason == nullptr ? "damaged" : reason)};
  }

  // No exception may pass through libarchive.
  static la_ssize_t read_packed(::archive* archive, void* self, const void** bytes) {
    auto& source = *static_cast<UnpackedSource*>(self);
    try {
      *bytes = source.packed_.data();
      return static_cast<la_ssize_t>(source.below_.read(source.packed_.data(), source.packed_.size()));
    } catch (const std::exception& error) {
      source.trouble_ = error.what();
      ::archive_set_error(archive, EIO, "cannot be read");
      return -1;
    }
  }

  ByteSource& below_;
  const std::string& path_;
  std::vector<char> packed_;
  std::string trouble_;
  bool at_end_ = false;
  ::archive* archive_;
};

}  // namespace

std::unique_ptr<ByteSource> unpack(PeekedSource& below, const std::string& path) {
  if (below.peek(1) == "\x1F") return unpack_gzip(below, path);
  return std::make_unique<UnpackedSource>(below, path);
}

}  // namespace corpack
