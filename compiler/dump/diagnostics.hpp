// What is wrong with the dumps, told to people: lines like `papers.txt:12:5: warning: message`.
//
// The work goes on after a report, and a dump may give millions: all are counted, the first few are shown.
// Lifetime: the stream must outlive this object. Requirements: none. Errors: with `strict`, report() throws
// corpack::Error for a rejected record. Complexity: constant for what isn't shown. Thread safety: none;
// reports come from the stages that keep the input's order, so that they come in that order too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>

namespace corpack {

enum class Trouble : std::uint8_t {
  duplicate,        // a record whose key an earlier record has
  rejected,         // a record that is not in the dataset: bad JSON, no id, too big
  invalid_utf8,     // a record with bytes that are not UTF-8
  cut_word,         // a word longer than a term may be
  left_out,         // a member that is no string
  repeated_member,  // a member whose name the same object has used before
};
inline constexpr std::size_t trouble_kinds = 6;

// A place in a dump. Column 0 means the whole line; columns count bytes from 1.
struct DumpPlace {
  std::string_view path;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

struct DiagnosticsOptions {
  std::uint64_t max_shown = 20;
  bool strict = false;  // the first rejected record ends the work
};

class Diagnostics {
 public:
  explicit Diagnostics(std::ostream& out, DiagnosticsOptions options = {}) : out_{out}, options_{options} {}

  void report(Trouble kind, DumpPlace place, std::string_view message);

  // Says how many reports were not shown since the start or the last call. To be called once the work is
  // done.
  void finish();

  std::uint64_t count(Trouble kind) const { return counts_[static_cast<std::size_t>(kind)]; }

 private:
  std::ostream& out_;
  DiagnosticsOptions options_;
  std::array<std::uint64_t, trouble_kinds> counts_{};
  std::uint64_t shown_ = 0;
  std::uint64_t not_shown_ = 0;
};

}  // namespace corpack
