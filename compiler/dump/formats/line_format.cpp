#include "dump/formats/line_format.hpp"

#include <utility>

namespace corpack {

Scan LineFormat::scan(std::string_view bytes, bool at_end) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = bytes.find('\n', at);
    if (!in_line_) {
      const std::string_view line = bytes.substr(at, end == std::string_view::npos ? end : end - at);
      if (end == std::string_view::npos && !at_end && line.size() < opening_bytes) return {at, false};
      const LineRole role =
          std::exchange(was_asked_, false) ? LineRole::begins : role_of(line.substr(0, opening_bytes));
      if (role == LineRole::begins && in_record_) {
        in_record_ = false;
        was_asked_ = true;
        return {at, true};
      }
      in_line_ = in_record_ = true;
      ends_record_ = role == LineRole::ends;
    }
    if (end == std::string_view::npos) {
      at = bytes.size();
      break;
    }
    at = end + 1;
    in_line_ = false;
    if (ends_record_) {
      in_record_ = false;
      return {at, true};
    }
  }
  if (at_end) LineFormat::restart();
  return {at, at_end};
}

void LineFormat::restart() {
  in_line_ = in_record_ = ends_record_ = was_asked_ = false;
}

}  // namespace corpack
