#include "verbs/terminal.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "dump/excerpt.hpp"
#include "verbs/figures.hpp"

namespace corpack {

namespace {

bool takes_escapes(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && terminal != nullptr && std::string_view{terminal} != "dumb";
}

std::size_t columns_of(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// A terminal that does not take the line misses nothing that matters.
void draw(std::string_view line) {
  [[maybe_unused]] const ssize_t count = ::write(STDERR_FILENO, line.data(), line.size());
}

std::string bar_of(double part) {
  constexpr std::size_t cells = 12;
  const auto full = static_cast<std::size_t>(part * cells);
  return "[" + std::string(full, '=') + std::string(cells - full, ' ') + "]";
}

// The text with `shown` for each of the characters `white`, and excerpts of all between them.
std::string spelled_out(std::string_view text, std::string_view white, char shown) {
  std::string result;
  for (;;) {
    const std::size_t end = std::min(text.find_first_of(white), text.size());
    result += excerpt(text.substr(0, end), static_cast<std::size_t>(-1));
    if (end == text.size()) return result;
    result += shown;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

bool use_color(ColorMode mode) {
  if (mode != ColorMode::automatic) return mode == ColorMode::always;
  const char* const no_color = std::getenv("NO_COLOR");
  return takes_escapes(STDOUT_FILENO) && (no_color == nullptr || *no_color == '\0');
}

std::string on_one_line(std::string_view text) {
  return spelled_out(text, "\n\r\t", ' ');
}

std::string on_its_lines(std::string_view text) {
  return spelled_out(text, "\n", '\n');
}

ProgressBar::ProgressBar(bool wanted) : is_shown_(wanted && takes_escapes(STDERR_FILENO)) {}

void ProgressBar::show(const State& state) {
  if (!is_shown_) return;
  const Clock::time_point now = Clock::now();
  if (now - last_ < std::chrono::milliseconds{100} && state.stage == last_stage_) return;
  if (state.stage != last_stage_) start_ = now;
  last_ = now;
  last_stage_ = state.stage;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(state.bytes) / seconds : 0;
  std::string line = std::string{state.stage} + ' ';
  const auto bytes = static_cast<double>(state.bytes);
  const auto total = static_cast<double>(state.total_bytes.value_or(0));
  const bool has_total = total > 0;
  if (has_total)
    line +=
        bar_of(std::min(1.0, bytes / total)) + fmt::format(" {:.0f}% ", 100 * std::min(1.0, bytes / total));
  line +=
      fmt::format(" {}  {}  {}/s", shown_bytes(bytes), counted(state.records, "record"), shown_bytes(rate));
  // A rate of the first moments says nothing.
  if (has_total && seconds > 1 && bytes < total)
    line += fmt::format("  {} left", shown_time((total - bytes) / rate));
  line.resize(std::min(line.size(), columns_of(STDERR_FILENO) - 1));
  draw("\r\x1B[K" + line);
  is_drawn_ = true;
}

void ProgressBar::wipe() {
  if (!is_drawn_) return;
  draw("\r\x1B[K");
  is_drawn_ = false;
}

}  // namespace corpack
