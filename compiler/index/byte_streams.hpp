// Many append-only byte streams in one arena, each a chain of chunks that double in size up to 4 KiB.
//
// Posting lists grow a few bytes at a time and there are many of them: a std::string each would cost an
// allocation each, and copying at every growth. Lifetime: until clear(). Requirements: fewer than 64 GiB in
// all. Thread safety: none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace corpack {

class ByteStreams {
 public:
  struct Stream {
    std::uint32_t head = none;  // first chunk
    std::uint32_t tail = none;  // last chunk
    std::uint32_t used = 0;     // bytes of the last chunk
    std::uint32_t chunks = 0;
  };

  void append(Stream& stream, std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint32_t room = stream.chunks == 0 ? 0 : payload_bytes(stream.chunks - 1) - stream.used;
      if (room == 0) {
        extend(stream);
        continue;
      }
      const std::size_t taken = std::min<std::size_t>(room, bytes.size());
      std::memcpy(at(stream.tail) + link_bytes + stream.used, bytes.data(), taken);
      stream.used += static_cast<std::uint32_t>(taken);
      bytes.remove_prefix(taken);
    }
  }

  // Fetches the place where append() goes on.
  void prefetch(const Stream& stream) const {
    if (stream.chunks > 0) __builtin_prefetch(at(stream.tail) + link_bytes + stream.used, 1);
  }

  std::uint64_t size_bytes(const Stream& stream) const {
    std::uint64_t size = stream.used;
    for (std::uint32_t i = 0; i + 1 < stream.chunks; ++i) size += payload_bytes(i);
    return size;
  }

  // Reads a stream from its first byte on. Lifetime: as long as nothing is appended.
  class Reader {
   public:
    Reader(const ByteStreams& streams, const Stream& stream)
        : streams_(&streams), stream_(stream), chunk_(stream.head) {}
    // REQUIRES: so many bytes are left.
    void read(char* to, std::size_t size) {
      while (size > 0) {
        const std::size_t held = number_ + 1 == stream_.chunks ? stream_.used : payload_bytes(number_);
        if (next_ == held) {
          std::memcpy(&chunk_, streams_->at(chunk_), sizeof chunk_);
          ++number_;
          next_ = 0;
          continue;
        }
        const std::size_t taken = std::min(size, held - next_);
        std::memcpy(to, streams_->at(chunk_) + link_bytes + next_, taken);
        next_ += taken;
        to += taken;
        size -= taken;
      }
    }

   private:
    const ByteStreams* streams_;
    Stream stream_;
    std::uint32_t chunk_;
    std::uint32_t number_ = 0;
    std::size_t next_ = 0;
  };

  std::size_t memory_bytes() const { return slabs_.size() * slab_bytes; }

  void clear() {
    slabs_.clear();
    next_ = slab_bytes;
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t slab_bytes = std::size_t{1} << 20;
  static constexpr std::size_t unit_bytes = 16;  // chunks are addressed in units
  static constexpr std::uint32_t link_bytes = 4;

  static std::uint32_t payload_bytes(std::uint32_t chunk_number) {
    return (std::uint32_t{unit_bytes} << std::min<std::uint32_t>(chunk_number, 8)) - link_bytes;
  }

  std::uint8_t* at(std::uint32_t chunk) const {
    const std::uint64_t address = std::uint64_t{chunk} * unit_bytes;
    return slabs_[address / slab_bytes].get() + address % slab_bytes;
  }

  void extend(Stream& stream) {
    const std::size_t bytes = payload_bytes(stream.chunks) + link_bytes;
    if (next_ + bytes > slab_bytes) {
      slabs_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(slab_bytes));
      next_ = 0;
    }
    const auto chunk = static_cast<std::uint32_t>(((slabs_.size() - 1) * slab_bytes + next_) / unit_bytes);
    next_ += bytes;
    if (stream.chunks == 0)
      stream.head = chunk;
    else
      std::memcpy(at(stream.tail), &chunk, sizeof chunk);
    stream.tail = chunk;
    stream.used = 0;
    ++stream.chunks;
  }

  std::vector<std::unique_ptr<std::uint8_t[]>> slabs_;
  std::size_t next_ = slab_bytes;  // in the last slab
};

}  // namespace corpack
