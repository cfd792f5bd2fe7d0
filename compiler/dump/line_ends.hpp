// How the lines of an input ended before they all ended in LF, so that its bytes can be had back.
//
// One entry for each run of lines that end alike, so an input of one kind takes one entry. Lifetime: plain
// value. Requirements: lines are noted in their order. Errors: none. Complexity: note() is constant, the
// others are linear in the runs they pass. Thread safety: none.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace corpack {

enum class LineEnd : std::uint8_t { lf, crlf, cr };

class LineEnds {
 public:
  // The next `lines` lines end like this.
  void note(LineEnd end, std::uint64_t lines) {
    if (runs_.empty() || runs_.back().end != end) runs_.push_back({next_line_, end});
    next_line_ += lines;
  }

  // The last line noted, by CR, ends in CRLF; its number.
  std::uint64_t amend_last() {
    --next_line_;
    if (runs_.back().first_line == next_line_) runs_.pop_back();
    note(LineEnd::crlf, 1);
    return next_line_ - 1;
  }

  // Lines before this one will not be asked for.
  void forget_before(std::uint64_t line) {
    while (runs_.size() > 1 && runs_[1].first_line <= line) runs_.pop_front();
  }

  // `bytes`, which begin in line `line`, with the ends that their lines had.
  std::string original(std::string_view bytes, std::uint64_t line) const {
    std::string original;
    std::size_t run = 0;
    for (const char byte : bytes) {
      if (byte != '\n') {
        original += byte;
        continue;
      }
      while (run + 1 < runs_.size() && runs_[run + 1].first_line <= line) ++run;
      const LineEnd end = runs_.empty() ? LineEnd::lf : runs_[run].end;
      original += end == LineEnd::lf ? "\n" : end == LineEnd::crlf ? "\r\n" : "\r";
      ++line;
    }
    return original;
  }

 private:
  struct Run {
    std::uint64_t first_line = 0;
    LineEnd end = LineEnd::lf;
  };
  std::deque<Run> runs_;
  std::uint64_t next_line_ = 1;
};

}  // namespace corpack
