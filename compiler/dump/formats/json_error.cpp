#include "dump/formats/json_error.hpp"

#include <string>

#include "dump/excerpt.hpp"

namespace corpack {
namespace {

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

// The value of the four hexadecimal digits at the front, if they are there.
std::optional<unsigned> hex_unit(std::string_view text) {
  if (text.size() < 4) return std::nullopt;
  unsigned value = 0;
  for (const char digit : text.substr(0, 4)) {
    constexpr std::string_view digits = "0123456789abcdef";
    const bool upper = digit >= 'A' && digit <= 'F';
    const std::size_t at = digits.find(upper ? static_cast<char>(digit + ('a' - 'A')) : digit);
    if (at == std::string_view::npos) return std::nullopt;
    value = value * 16 + static_cast<unsigned>(at);
  }
  return value;
}

class Checker {
 public:
  explicit Checker(std::string_view text) : text_{text} {}

  std::optional<JsonError> run() {
    if (!value()) return error_;
    while (!open_.empty()) {
      if (!next_in_container()) return error_;
    }
    skip_space();
    if (starts('{'))
      fail("a second object in the line (--format json takes any number)");
    else if (at_ != text_.size())
      fail("there is more after the end of the value");
    return error_;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  bool starts(char byte) const { return at_ < text_.size() && text_[at_] == byte; }

  void skip_space() {
    while (at_ < text_.size() && is_json_space(text_[at_])) ++at_;
  }

  bool fail(std::string_view reason) {
    error_ = JsonError{at_, reason};
    return false;
  }

  bool take(char byte) {
    skip_space();
    if (!starts(byte)) return false;
    ++at_;
    return true;
  }

  // One scalar, or the beginning of a container up to its first scalar; run() goes on from there.
  bool value() {
    skip_space();
    if (starts('{') || starts('[')) return open_container();
    if (starts('"')) return string();
    for (const std::string_view word : {"true", "false", "null"}) {
      if (rest().starts_with(word)) {
        at_ += word.size();
        return true;
      }
    }
    const std::size_t number = json_number_bytes(rest());
    if (number == 0) return fail("a value is expected");
    at_ += number;
    return true;
  }

  bool open_container() {
    if (open_.size() == max_json_depth) return fail("too deeply nested");
    open_.push_back(text_[at_++]);
    if (open_.back() == '[') {
      if (!take(']')) return value();
    } else if (!take('}')) {
      return name() && value();
    }
    open_.pop_back();
    return true;
  }

  bool next_in_container() {
    const bool array = open_.back() == '[';
    if (take(array ? ']' : '}')) {
      open_.pop_back();
      return true;
    }
    if (!take(',')) return fail(array ? "a comma or ] is expected" : "a comma or } is expected");
    return array ? value() : name() && value();
  }

  bool name() {
    skip_space();
    if (!starts('"')) return fail("a member's name in double quotes is expected");
    if (!string()) return false;
    if (!take(':')) return fail("a colon is expected");
    return true;
  }

  bool string() {
    const std::size_t opening = at_++;
    while (at_ < text_.size()) {
      const char byte = text_[at_];
      if (byte == '"') {
        ++at_;
        return true;
      }
      if (byte == '\\') {
        if (!escape()) return false;
        continue;
      }
      if (static_cast<unsigned char>(byte) < 0x20)
        return fail("a control character in a string must be escaped");
      const std::size_t length = utf8_character_bytes(rest());
      if (length == 0) return fail("invalid UTF-8");
      at_ += length;
    }
    at_ = opening;
    return fail("a string is not closed");
  }

  bool escape() {
    const std::string_view sequence = rest();
    if (sequence.size() < 2 || std::string_view{"\"\\/bfnrtu"}.find(sequence[1]) == std::string_view::npos) {
      return fail("invalid escape sequence");
    }
    if (sequence[1] != 'u') {
      at_ += 2;
      return true;
    }
    const std::optional<unsigned> unit = hex_unit(sequence.substr(2));
    if (!unit) return fail("invalid escape sequence");
    std::size_t length = 6;
    if (*unit >= 0xD800 && *unit <= 0xDFFF) {
      const bool low_follows = *unit < 0xDC00 && sequence.substr(6).starts_with("\\u");
      const std::optional<unsigned> low = low_follows ? hex_unit(sequence.substr(8)) : std::nullopt;
      if (!low || *low < 0xDC00 || *low > 0xDFFF) return fail("half of a surrogate pair");
      length = 12;
    }
    at_ += length;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string open_;  // the containers around the current place, by their opening brackets
  std::optional<JsonError> error_;
};

}  // namespace

std::optional<JsonError> find_json_error(std::string_view text) {
  return Checker{text}.run();
}

std::size_t json_number_bytes(std::string_view text) {
  std::size_t at = 0;
  const auto digits = [&] {
    const std::size_t first = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return at - first;
  };
  const auto starts = [&](char byte) { return at < text.size() && text[at] == byte; };
  if (starts('-')) ++at;
  if (starts('0')) {
    ++at;
  } else if (digits() == 0) {
    return 0;
  }
  if (starts('.')) {
    ++at;
    if (digits() == 0) return 0;
  }
  if (starts('e') || starts('E')) {
    ++at;
    if (starts('+') || starts('-')) ++at;
    if (digits() == 0) return 0;
  }
  return at;
}

}  // namespace corpack
