// What is wrong with the dumps, told to people as compilers do: `papers.csv:12:5: warning: message`, then the
// piece of the line and a caret under its place.
//
// The work goes on after a report, and a dump may give millions: all are counted by kind, the first few are
// shown. The bytes of rejected records go to a stream of their own, where one is given.
// Lifetime: the streams must outlive this object. Requirements: none. Errors: with `strict`, report() throws
// corpack::Error for a rejected record or a field that is not there; so it does where the stream for rejected
// records fails. Complexity: constant for what isn't shown. Thread safety: none; reports come from the stages
// that keep the input's order, so that they come in that order too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace corpack {

enum class Trouble : std::uint8_t {
  // The record is not in the dataset.
  malformed,  // not of the dump's format
  no_id,      // without the field that is to be its key
  empty,      // without text and key
  too_long,
  // The record is dropped, or kept under another key, as the policy says.
  duplicate,
  // The record is in the dataset.
  invalid_utf8,    // it has bytes that are not UTF-8
  undecodable,     // it had bytes that are not of the dump's encoding
  cut_word,        // it has a word longer than a term may be
  left_out,        // a part of the dump that belongs to no record
  repeated_field,  // a field whose name the same record has used before
  ragged,          // a row with more or fewer cells than the header
  missing_field,   // no record of a dump has a field that was asked for
  stray_quote,     // a quoted cell that goes on after its quote
  doubtful_format  // a dump begins like one of another format than its name says
};
inline constexpr std::size_t trouble_kinds = 14;

// What a summary calls so many of them.
std::string_view name_of(Trouble kind, std::uint64_t count = 2);

constexpr bool is_rejection(Trouble kind) {
  return kind <= Trouble::too_long;
}

// A place in a dump. Column 0 means the whole line; columns count bytes from 1.
struct DumpPlace {
  std::string_view path;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

struct DiagnosticsOptions {
  std::uint64_t max_shown = 20;
  bool strict =
      false;  // the first rejected record, or field that was asked for and is missing, ends the work
  std::ostream* rejected = nullptr;  // takes the bytes of rejected records
};

class Diagnostics {
 public:
  explicit Diagnostics(std::ostream& out, DiagnosticsOptions options = {}) : out_{out}, options_{options} {}

  // `piece` is what stands around the place, where it can be shown; `caret` is the place in it.
  void report(Trouble kind, DumpPlace place, std::string_view message, std::string_view piece = {},
              std::size_t caret = 0);

  // Whether the bytes of rejected records are wanted, and where they go.
  bool keeps_rejected() const { return options_.rejected != nullptr; }
  void keep_rejected(std::string_view bytes);

  // Says how many reports were not shown since the start or the last call. To be called once the work is
  // done.
  void finish();

  std::uint64_t count(Trouble kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  std::uint64_t rejected() const;

 private:
  std::ostream& out_;
  DiagnosticsOptions options_;
  std::array<std::uint64_t, trouble_kinds> counts_{};
  std::uint64_t shown_ = 0;
  std::uint64_t not_shown_ = 0;
};

}  // namespace corpack
