// Reads dumps of any RecordFormat. The contract is DumpReader's (dump_reader.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "dump/dump_reader.hpp"
#include "dump/line_input.hpp"
#include "dump/record_draft.hpp"
#include "dump/record_format.hpp"

namespace corpack {

class RecordsReader final : public DumpReader {
 public:
  RecordsReader(LineInput lines, DumpOptions options, std::unique_ptr<RecordFormat> format, FieldNames& names,
                Diagnostics& diagnostics);

  bool read(RecordBatch& batch) override;
  std::optional<std::string> title() const override { return format_->title(); }
  std::uint64_t line() const override { return line_; }
  const Input& input() const override { return lines_.input(); }

 private:
  void fill();
  void forget_read();
  void pad();
  void end_dump();
  void end_record(RecordBatch& batch);
  void take_record(RecordBatch& batch, std::string_view raw);
  void skip_scanned();
  bool is_too_long() const;
  void reject_too_long();
  void pass(std::size_t bytes);
  void report(const Remark& remark, std::string_view raw, bool with_piece);

  LineInput lines_;
  const DumpOptions options_;
  std::unique_ptr<RecordFormat> format_;
  Diagnostics& diagnostics_;
  RecordDraft draft_;

  std::string bytes_;  // size_ bytes of the dump, then padding
  std::size_t size_ = 0;
  std::size_t begin_ = 0;     // of the record in progress
  std::size_t scanned_ = 0;   // what the format has taken
  std::uint64_t line_ = 1;    // of the byte at begin_
  std::uint64_t column_ = 0;  // bytes between that line's begin and begin_
  bool skipping_ = false;     // the record in progress is rejected; its bytes are not kept
  bool at_end_ = false;
  bool has_ended_ = false;
  bool has_records_ = false;
};

// For a DumpFormat's `open`.
template <class Format>
std::unique_ptr<DumpReader> open_records(LineInput lines, DumpOptions options, FieldNames& names,
                                         Diagnostics& diagnostics) {
  auto format = std::make_unique<Format>(options);
  return std::make_unique<RecordsReader>(std::move(lines), std::move(options), std::move(format), names,
                                         diagnostics);
}

}  // namespace corpack
