// Text of another encoding as UTF-8, by iconv.
//
// Lifetime: refers to the source below, the path and the Diagnostics. Requirements: none. Errors:
// corpack::Error for an encoding that iconv does not know; a sequence that is not of the encoding becomes
// U+FFFD and is reported with its line. Complexity: linear. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dump/byte_source.hpp"
#include "dump/diagnostics.hpp"

namespace corpack {

struct ByteOrderMark {
  std::size_t bytes = 0;  // 0: there is none
  std::string encoding;
};

// The byte order mark at the front of a text.
ByteOrderMark byte_order_mark(std::string_view opening);

// Whether this name, or none, means UTF-8.
bool is_utf8_name(std::string_view encoding);

class DecodedSource final : public ByteSource {
 public:
  DecodedSource(ByteSource& below, const std::string& encoding, const std::string& path,
                Diagnostics& diagnostics);
  DecodedSource(const DecodedSource&) = delete;
  DecodedSource& operator=(const DecodedSource&) = delete;
  ~DecodedSource() override;

  std::size_t read(char* bytes, std::size_t size) override;

 private:
  void decode();
  void replace_one(std::size_t left);
  void count_lines(std::string_view bytes);

  ByteSource& below_;
  std::string encoding_;
  const std::string& path_;
  Diagnostics& diagnostics_;
  void* converter_;       // iconv's
  std::size_t unit_ = 1;  // bytes of the encoding's unit
  std::string coded_;     // read and not yet decoded
  std::string decoded_;   // decoded and not yet given out
  std::size_t given_ = 0;
  std::uint64_t line_ = 1;
  bool after_cr_ = false;
  bool at_end_ = false;
};

}  // namespace corpack
