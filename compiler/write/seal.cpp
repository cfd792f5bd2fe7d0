#include "write/seal.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <fcntl.h>
#include <oneapi/tbb/parallel_invoke.h>
#include <sys/stat.h>
#include <unistd.h>

#include <corpack/block_checksums.hpp>
#include <corpack/file_checksum.hpp>
#include <corpack/info.hpp>
#include <corpack/mapping.hpp>

#include "turn.hpp"

namespace corpack {

namespace {

class WritableFile {
 public:
  explicit WritableFile(const std::filesystem::path& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
    check(descriptor_ >= 0, "cannot open");
  }
  WritableFile(const WritableFile&) = delete;
  WritableFile& operator=(const WritableFile&) = delete;
  ~WritableFile() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }

  std::uint64_t length() const {
    struct stat status {};
    check(::fstat(descriptor_, &status) == 0, "cannot stat");
    return static_cast<std::uint64_t>(status.st_size);
  }
  void set_length(std::uint64_t length) {
    check(::ftruncate(descriptor_, static_cast<off_t>(length)) == 0, "cannot resize");
  }
  void write(std::uint64_t offset, const void* bytes, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
      const ssize_t wrote = ::pwrite(descriptor_, static_cast<const char*>(bytes) + done, size - done,
                                     static_cast<off_t>(offset + done));
      if (wrote < 0 && errno == EINTR) continue;
      check(wrote > 0, "cannot write");
      done += static_cast<std::size_t>(wrote);
    }
  }

 private:
  void check(bool good, const char* what) const {
    if (!good) throw Error(path_.string() + ": " + what + ": " + std::strerror(errno));
  }

  std::filesystem::path path_;
  int descriptor_;
};

}  // namespace

void seal(const std::filesystem::path& path) {
  WritableFile file{path};
  const pages::File pages{file.descriptor(), file.length()};
  const std::uint64_t length = (pages.last_page() + 1) * pages.page_bytes();
  file.set_length(length);
  for (const std::uint64_t page : {std::uint64_t{0}, std::uint64_t{pages.page_bytes()}})
    file.write(page + pages::map_size_offset, &length, sizeof length);

  const Mapping mapping{path};
  const Info info{mapping.blocks(format::tables::meta).front()};
  const std::string_view bytes = mapping.bytes();
  const auto slot = static_cast<std::uint64_t>(info.file_sum_address() -
                                               reinterpret_cast<const std::uint8_t*>(bytes.data()));
  Hash128 hash;
  Findings findings;
  {
    const Turn both;
    tbb::parallel_invoke(
        [&] {
          const Turn turn;
          hash = file_checksum(bytes, slot);
        },
        [&] {
          const Turn turn;
          findings.guard([&] { detail::verify_block_checksums(mapping, info, findings); });
        });
  }
  const std::vector<Damage> damage = std::move(findings).result().damage;
  if (!damage.empty())
    throw Error(path.string() + ": was not written as it should be: " + damage.front().what);
  const format::FileSum sum{length, hash.low, hash.high};
  file.write(slot, &sum, sizeof sum);
}

}  // namespace corpack
