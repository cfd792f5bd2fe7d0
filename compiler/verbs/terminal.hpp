// What depends on whether a person sits at the other end: colour, width, progress, and text that is safe to
// show.
//
// Lifetime: none but ProgressBar, which wipes itself when it ends. Errors: none; what cannot be drawn is left
// out. Complexity: linear in what is shown. Thread safety: a ProgressBar belongs to one thread at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace corpack {

enum class ColorMode : std::uint8_t { automatic, always, never };

// Whether standard output takes escape sequences: by itself on a terminal that is not dumb, unless the
// environment has a NO_COLOR that is not empty.
bool use_color(ColorMode mode);

// A piece of a record on one line: white space becomes blanks; other control characters and bytes that are
// not UTF-8 are spelled out (\x1B), so that no dump can drive a terminal.
std::string on_one_line(std::string_view text);

// The same of a message of one or more lines, which may quote names of a stranger's file: lines stay lines.
std::string on_its_lines(std::string_view text);

// Writes a message to standard error. Where that leads nowhere the message is lost, and the work goes on.
template <class... Values>
void tell(fmt::format_string<Values...> form, Values&&... values) {
  const std::string message = fmt::format(form, std::forward<Values>(values)...);
  std::fwrite(message.data(), 1, message.size(), stderr);
}

// One line at the end of standard error that is drawn over and over, at most ten times a second. It shows
// nothing where standard error is no terminal, or a dumb one.
class ProgressBar {
 public:
  struct State {
    std::string_view stage;
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> total_bytes;
    std::uint64_t records = 0;
  };

  // `wanted`: false leaves it out wherever standard error leads.
  explicit ProgressBar(bool wanted);
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  ~ProgressBar() { wipe(); }

  void show(const State& state);

  // Takes the line away, so that a message can be written.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;

  bool is_shown_;
  bool is_drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_{};
  std::string last_stage_;
};

}  // namespace corpack
