// Writes JSON, on one line, into a string.
//
// What it writes is always valid UTF-8: bytes of a text that are not become U+FFFD, one for each byte or cut
// character. Lifetime: text() until the next call. Requirements: calls nest as JSON does, keys inside objects
// only, numbers finite. Errors: none. Complexity: linear. Thread safety: none.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace corpack {

class JsonWriter {
 public:
  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  void key(std::string_view name) {
    value(name);
    text_ += ':';
    needs_comma_ = false;
  }

  void value(std::string_view string);
  void value(const char* string) { value(std::string_view{string}); }
  void value(const std::string& string) { value(std::string_view{string}); }
  void value(bool truth) { raw(truth ? "true" : "false"); }
  void value(std::unsigned_integral auto number) { raw(std::to_string(number)); }
  // The shortest digits that read back as the same number.
  void value(float number);
  void value(double number);
  void null() { raw("null"); }

  template <class Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }

  void end_line() {
    text_ += '\n';
    needs_comma_ = false;
  }

  const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  void comma() {
    if (needs_comma_) text_ += ',';
    needs_comma_ = true;
  }
  void begin(char bracket) {
    comma();
    text_ += bracket;
    needs_comma_ = false;
  }
  void end(char bracket) {
    text_ += bracket;
    needs_comma_ = true;
  }
  void raw(std::string_view token) {
    comma();
    text_ += token;
  }

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace corpack
