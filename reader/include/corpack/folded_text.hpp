// The folded text of one word, gathered code point by code point.
// Lifetime: what finish() returns is valid until the next call of any member. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <corpack/code_point.hpp>

namespace corpack {

class FoldedText {
 public:
  // Longest word in bytes; what is longer is cut between code points, in texts and in queries alike.
  static constexpr std::size_t max_bytes = 256;

  std::size_t size_bytes() const noexcept { return size_; }
  std::string_view raw() const noexcept { return {bytes_.data(), size_}; }

  void clear() noexcept {
    size_ = 0;
    composing_ = false;
    full_ = false;
  }

  // Requires folded ASCII letters, digits or punctuation.
  void append_ascii(std::string_view text) noexcept {
    const auto taken = std::min(text.size(), room_bytes - size_);
    if (taken < text.size()) full_ = true;
    size_ += text.copy(bytes_.data() + size_, taken);
  }

  // Requires a folded code point. Marks other than diacritics and Hangul jamo are composed by finish().
  void append(char32_t folded, LetterKind kind) noexcept {
    if (folded == detail::breve && raw().ends_with("\u0438")) {
      size_ -= 2;
      folded = detail::cyrillic_short_i;
      kind = LetterKind::plain;
    }
    if (kind == LetterKind::mark && is_diacritic(folded)) return;
    if (kind == LetterKind::mark || is_hangul_tail(folded)) composing_ = true;
    if (full_ || room_bytes - size_ < 4) {
      full_ = true;
      return;
    }
    size_ += encode_code_point(folded, bytes_.data() + size_);
  }

  // A place to write up to max_bytes of ASCII, for the caller that then says set_ascii.
  char* buffer() noexcept { return bytes_.data(); }
  void set_ascii(std::size_t size) noexcept { size_ = size; }

  // The word, composed and cut. `cut` tells whether something was left out.
  std::string_view finish(bool& cut) noexcept {
    if (composing_) compose_bytes();
    cut = full_ || size_ > max_bytes;
    if (size_ <= max_bytes) return raw();
    auto end = max_bytes;
    while ((static_cast<unsigned char>(bytes_[end]) & 0xC0) == 0x80) --end;
    return {bytes_.data(), end};
  }

 private:
  // Composed text is at most three times shorter than decomposed, so this gathers max_bytes of either.
  static constexpr std::size_t room_bytes = 8 * max_bytes;

  void compose_bytes() noexcept {
    std::array<std::int32_t, room_bytes> code_points;
    std::size_t count = 0;
    for (std::size_t at = 0; at < size_;) {
      const auto decoded = decode_code_point(raw(), at);
      code_points[count++] = static_cast<std::int32_t>(decoded.value);
      at += decoded.length;
    }
    count = compose(std::span(code_points).first(count));
    size_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
      size_ += encode_code_point(static_cast<char32_t>(code_points[i]), bytes_.data() + size_);
    }
  }

  std::array<char, room_bytes> bytes_;
  std::size_t size_ = 0;
  bool composing_ = false;
  bool full_ = false;
};

}  // namespace corpack
