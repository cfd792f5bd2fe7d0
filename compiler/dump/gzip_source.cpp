#include "dump/gzip_source.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <zlib.h>

#include <corpack/error.hpp>

namespace corpack {
namespace {

class GzipSource final : public ByteSource {
 public:
  GzipSource(ByteSource& below, const std::string& path)
      : below_{below}, path_{path}, packed_(std::size_t{1} << 18) {
    constexpr int gzip_only = 16;
    if (::inflateInit2(&stream_, MAX_WBITS + gzip_only) != Z_OK) fail("out of memory");
  }
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  ~GzipSource() override { ::inflateEnd(&stream_); }

  std::size_t read(char* bytes, std::size_t size) override {
    std::size_t filled = 0;
    while (filled < size && next_member()) {
      const auto room = std::min<std::size_t>(size - filled, std::numeric_limits<uInt>::max());
      stream_.next_out = reinterpret_cast<Bytef*>(bytes + filled);
      stream_.avail_out = static_cast<uInt>(room);
      if (!has_input()) fail("it is cut");
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      filled += room - stream_.avail_out;
      if (status == Z_STREAM_END)
        in_member_ = false;
      else if (status != Z_OK && status != Z_BUF_ERROR)
        fail(stream_.msg == nullptr ? "damaged" : stream_.msg);
    }
    return filled;
  }

 private:
  // Whether there is one to read on. What was made longer to fill a block ends with zeros.
  bool next_member() {
    if (in_member_) return true;
    if (is_first_) {
      is_first_ = false;
      return in_member_ = true;
    }
    while (has_input() && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
      padded_ = true;
    }
    if (stream_.avail_in == 0) return false;
    constexpr Bytef first_of_magic = 0x1F;
    if (padded_ || *stream_.next_in != first_of_magic) fail("other bytes come behind the packed data");
    ::inflateReset(&stream_);
    return in_member_ = true;
  }

  bool has_input() {
    if (stream_.avail_in == 0) {
      stream_.next_in = packed_.data();
      stream_.avail_in =
          static_cast<uInt>(below_.read(reinterpret_cast<char*>(packed_.data()), packed_.size()));
    }
    return stream_.avail_in != 0;
  }

  [[noreturn]] void fail(const char* reason) const {
    throw Error{fmt::format("{}: cannot be unpacked: {}", path_, reason)};
  }

  ByteSource& below_;
  const std::string& path_;
  std::vector<Bytef> packed_;
  z_stream stream_{};
  bool is_first_ = true;
  bool in_member_ = false;
  bool padded_ = false;
};

}  // namespace

std::unique_ptr<ByteSource> unpack_gzip(ByteSource& below, const std::string& path) {
  return std::make_unique<GzipSource>(below, path);
}

}  // namespace corpack
