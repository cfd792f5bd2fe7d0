// Text dumps: a title line, then paragraphs. The contract is DumpReader's (dump_reader.hpp).
//
// The file is read straight into the batch's bytes and a record is a slice of them, so the text of a record
// is never copied but for the one record that a batch's end cuts. Line ends are looked for with memchr.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dump/diagnostics.hpp"
#include "dump/dump_reader.hpp"
#include "dump/line_input.hpp"

namespace corpack {

class TextReader final : public DumpReader {
 public:
  TextReader(LineInput lines, DumpOptions options, Diagnostics& diagnostics);

  bool read(RecordBatch& batch) override;
  std::optional<std::string> title() const override { return title_; }
  std::uint64_t line() const override { return in_record_ ? record_line_ : line_; }
  const Input& input() const override { return lines_.input(); }

 private:
  void take_lines(RecordBatch& batch);
  void take_line(RecordBatch& batch, std::size_t end);
  void take_last_line(RecordBatch& batch);
  void begin_record(std::size_t begin);
  void end_record(RecordBatch& batch, std::size_t end);
  void reject();
  void keep_rejected(std::string_view bytes, std::size_t end);
  void check_title(std::size_t bytes) const;
  void look_at_cut_line(std::string_view bytes);
  void forget(std::size_t bytes);

  // What must stay in memory: the record in progress, or the line that is not complete.
  std::size_t first_needed() const { return in_record_ && !skipping_ ? text_begin_ : line_begin_; }

  LineInput lines_;
  DumpOptions options_;
  Diagnostics& diagnostics_;
  std::optional<std::string> title_;
  bool wants_title_;
  bool at_end_ = false;
  std::string carry_;  // bytes of the record, or line, that the last batch did not complete

  // Positions in the bytes at hand.
  std::size_t line_begin_ = 0;
  std::size_t searched_ = 0;  // no LF between line_begin_ and here
  std::size_t text_begin_ = 0;
  std::size_t text_end_ = 0;
  std::size_t rejected_to_ = 0;  // of the rejected record in progress: what went before was given away

  std::uint64_t line_ = 1;
  std::uint64_t record_line_ = 0;
  std::uint64_t rejected_line_ = 0;  // of the byte at rejected_to_
  bool in_record_ = false;
  bool skipping_ = false;       // the record in progress is rejected; its bytes are not kept
  bool line_has_text_ = false;  // the line in progress has text that is not kept
};

}  // namespace corpack
