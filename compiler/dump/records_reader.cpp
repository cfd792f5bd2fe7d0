#include "dump/records_reader.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/exact_growth.hpp"
#include "dump/excerpt.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

std::uint64_t line_feeds(std::string_view bytes) {
  return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

}  // namespace

RecordsReader::RecordsReader(LineInput lines, DumpOptions options, std::unique_ptr<RecordFormat> format,
                             FieldNames& names, Diagnostics& diagnostics)
    : lines_{std::move(lines)},
      options_{std::move(options)},
      format_{std::move(format)},
      diagnostics_{diagnostics},
      draft_{options_, names} {
  assert(options_.batch_bytes != 0 && options_.max_record_bytes != 0);
}

bool RecordsReader::read(RecordBatch& batch) {
  batch.clear();
  batch.source = options_.source;
  std::size_t filled = 0;
  while (begin_ != size_ || !at_end_) {
    const std::string_view fresh{bytes_.data() + scanned_, size_ - scanned_};
    const Scan scan = fresh.empty() && !at_end_ ? Scan{} : format_->scan(fresh, at_end_);
    scanned_ += scan.bytes;
    if (scan.ended) {
      end_record(batch);
      continue;
    }
    assert(!at_end_);
    if (skipping_) {
      skip_scanned();
    } else if (is_too_long()) {
      reject_too_long();
    }
    // Only here is the batch at an end, so that one batch takes about as much input as any other.
    if (filled >= options_.batch_bytes && !batch.records.empty()) break;
    if (batch.records.empty() && size_ - begin_ > allowed_bytes_) break;
    fill();
    filled += options_.batch_bytes;
  }
  const bool ended = begin_ == size_ && at_end_;
  if (ended) end_dump();
  if (has_much_room(bytes_, size_ - begin_)) {
    forget_read();
    drop_room(bytes_);
    pad();
  }
  draft_.drop_room();
  return !batch.records.empty() || !ended;
}

void RecordsReader::end_dump() {
  if (std::exchange(has_ended_, true)) return;
  draft_.begin();
  format_->end(draft_);
  if (draft_.rejection()) report(*draft_.rejection(), {}, false);
  if (!has_records_) return;
  for (const std::string& name : draft_.missing_fields())
    diagnostics_.report(Trouble::missing_field, {input().shown_path(), line_},
                        fmt::format("no record has a field \"{}\", which was asked for", excerpt(name)));
}

void RecordsReader::fill() {
  forget_read();
  at_end_ = !lines_.append_to(bytes_, options_.batch_bytes);
  pad();
}

// Leaves the bytes of the record in progress, without padding.
void RecordsReader::forget_read() {
  bytes_.resize(size_);
  bytes_.erase(0, begin_);
  scanned_ -= begin_;
  begin_ = 0;
  lines_.forget_before(line_);
}

void RecordsReader::pad() {
  size_ = bytes_.size();
  bytes_.append(RecordFormat::padding_bytes, '\0');
}

void RecordsReader::pass(std::size_t bytes) {
  const std::string_view passed{bytes_.data() + begin_, bytes};
  line_ += line_feeds(passed);
  const std::size_t last = passed.rfind('\n');
  column_ = last == std::string_view::npos ? column_ + bytes : bytes - last - 1;
  begin_ += bytes;
}

void RecordsReader::skip_scanned() {
  const std::string_view raw{bytes_.data() + begin_, scanned_ - begin_};
  lines_.keep_rejected(raw, line_);
  pass(raw.size());
}

// Of what the format has taken; a LF at the end is not the record's.
bool RecordsReader::is_too_long() const {
  const std::size_t taken = scanned_ - begin_;
  return taken > options_.max_record_bytes &&
         (taken > options_.max_record_bytes + 1 || bytes_[scanned_ - 1] != '\n');
}

void RecordsReader::reject_too_long() {
  diagnostics_.report(
      Trouble::too_long, {input().shown_path(), line_},
      fmt::format("a record that takes more than {} bytes is left out", options_.max_record_bytes));
  skipping_ = true;
  skip_scanned();
}

void RecordsReader::end_record(RecordBatch& batch) {
  if (std::exchange(skipping_, false)) {
    skip_scanned();
    format_->skip();
    return;
  }
  std::string_view raw{bytes_.data() + begin_, scanned_ - begin_};
  if (raw.ends_with('\n')) raw.remove_suffix(1);
  if (is_too_long()) {
    reject_too_long();
    skipping_ = false;
    format_->skip();
    return;
  }
  try {
    take_record(batch, raw);
  } catch (const TooManyFields& error) {
    throw Error{fmt::format("{}:{}: {}", input().shown_path(), line_, error.what())};
  }
}

void RecordsReader::take_record(RecordBatch& batch, std::string_view raw) {
  draft_.begin();
  const bool is_record = format_->take(raw, draft_);
  has_records_ = has_records_ || is_record;
  for (const Remark& remark : draft_.remarks()) report(remark, raw, false);
  if (is_record && !draft_.rejection()) {
    draft_.starts_at(skip_white(raw, draft_.start(), raw.size()));
    const std::uint64_t line = line_ + line_feeds(raw.substr(0, draft_.start()));
    draft_.finish(batch, static_cast<std::uint32_t>(
                             std::min<std::uint64_t>(line, std::numeric_limits<std::uint32_t>::max())));
  }
  std::size_t passed = scanned_ - begin_;
  if (draft_.rejection()) {
    const Remark& rejection = *draft_.rejection();
    if (draft_.rejected_bytes() < passed) {
      passed = draft_.rejected_bytes();
      scanned_ = begin_ + passed;
      format_->restart();
    }
    lines_.keep_rejected({bytes_.data() + begin_, passed}, line_);
    report(rejection, raw, true);
  }
  pass(passed);
}

void RecordsReader::report(const Remark& remark, std::string_view raw, bool with_piece) {
  const std::size_t offset = std::min(remark.offset, raw.size());
  const std::size_t before = offset == 0 ? std::string_view::npos : raw.rfind('\n', offset - 1);
  const std::size_t line_begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = raw.substr(line_begin, raw.find('\n', offset) - line_begin);
  std::string message = remark.message;
  if (with_piece) {
    const std::string_view piece = trimmed(line.substr(offset - line_begin));
    message += piece.empty() ? " at the end of the line" : ": " + excerpt(piece);
  }
  const std::uint64_t column = offset - line_begin + 1 + (line_begin == 0 ? column_ : 0);
  diagnostics_.report(remark.kind, {input().shown_path(), line_ + line_feeds(raw.substr(0, offset)), column},
                      message, line, offset - line_begin);
}

}  // namespace corpack
