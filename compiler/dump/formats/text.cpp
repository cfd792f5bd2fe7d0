#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/excerpt.hpp"
#include "dump/formats/dump_format.hpp"
#include "dump/formats/text_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {

TextReader::TextReader(LineInput lines, DumpOptions options, Diagnostics& diagnostics)
    : lines_{std::move(lines)},
      options_{std::move(options)},
      diagnostics_{diagnostics},
      wants_title_{options_.has_title} {
  assert(options_.batch_bytes != 0 && options_.max_record_bytes != 0);
}

bool TextReader::read(RecordBatch& batch) {
  batch.clear();
  batch.source = options_.source;
  batch.bytes.swap(carry_);
  lines_.forget_before(skipping_ ? rejected_line_ : in_record_ ? record_line_ : line_);
  while (!at_end_) {
    const std::size_t held = batch.bytes.size();
    const std::size_t wanted =
        held < options_.batch_bytes ? options_.batch_bytes - held : options_.batch_bytes;
    at_end_ = !lines_.append_to(batch.bytes, wanted);
    if (at_end_) {
      take_last_line(batch);
      break;
    }
    take_lines(batch);
    look_at_cut_line(batch.bytes);
    if (batch.records.empty()) {
      const std::size_t dropped = first_needed();
      batch.bytes.erase(0, dropped);
      forget(dropped);
      if (batch.bytes.size() > allowed_bytes_) break;
    } else if (batch.bytes.size() >= options_.batch_bytes) {
      break;
    }
  }
  const std::size_t kept = std::min(first_needed(), batch.bytes.size());
  if (batch.records.empty())
    carry_.swap(batch.bytes);
  else
    carry_.assign(batch.bytes, kept);
  forget(kept);
  return !batch.records.empty() || !at_end_;
}

void TextReader::take_lines(RecordBatch& batch) {
  const char* const bytes = batch.bytes.data();
  const std::size_t size = batch.bytes.size();
  while (const void* const found = std::memchr(bytes + searched_, '\n', size - searched_)) {
    const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - bytes);
    take_line(batch, end);
    line_begin_ = searched_ = end + 1;
    ++line_;
  }
  searched_ = size;
}

void TextReader::take_line(RecordBatch& batch, std::size_t end) {
  const std::size_t text = skip_white(batch.bytes, line_begin_, end);
  const bool blank = text == end && !line_has_text_;
  line_has_text_ = false;
  if (blank) {
    if (in_record_) end_record(batch, end);
  } else if (wants_title_) {
    check_title(end - text);
    title_ = trimmed(std::string_view{batch.bytes}.substr(text, end - text));
    wants_title_ = false;
  } else {
    if (!in_record_) begin_record(text);
    text_end_ = end;
  }
}

void TextReader::take_last_line(RecordBatch& batch) {
  const std::size_t end = batch.bytes.size();
  take_line(batch, end);
  if (in_record_) end_record(batch, end);
  line_begin_ = searched_ = end;
}

void TextReader::begin_record(std::size_t begin) {
  in_record_ = true;
  text_begin_ = begin;
  record_line_ = line_;
}

// `end` is the end of the blank line, or of the dump, that ends the record.
void TextReader::end_record(RecordBatch& batch, std::size_t end) {
  in_record_ = false;
  if (std::exchange(skipping_, false)) {
    keep_rejected(batch.bytes, std::min(end + 1, batch.bytes.size()));
    return;
  }
  const std::size_t length = trim_end(batch.bytes, text_begin_, text_end_) - text_begin_;
  if (length >= options_.max_record_bytes || end - text_begin_ > options_.max_record_bytes) {
    reject();
    keep_rejected(batch.bytes, std::min(end + 1, batch.bytes.size()));
    return;
  }
  const std::uint64_t line = std::min<std::uint64_t>(record_line_, std::numeric_limits<std::uint32_t>::max());
  batch.records.push_back({.text = {text_begin_, length},
                           .key = std::nullopt,
                           .line = static_cast<std::uint32_t>(line),
                           .first_field = 0,
                           .fields = 0});
}

void TextReader::reject() {
  rejected_to_ = text_begin_;
  rejected_line_ = record_line_;
  diagnostics_.report(
      Trouble::too_long, {input().shown_path(), record_line_},
      fmt::format("a record of {} bytes or more is left out; are blank lines missing between records?",
                  options_.max_record_bytes));
}

// Gives away the bytes of the rejected record, up to `end`.
void TextReader::keep_rejected(std::string_view bytes, std::size_t end) {
  const std::string_view rejected = bytes.substr(rejected_to_, end - rejected_to_);
  lines_.keep_rejected(rejected, rejected_line_);
  rejected_line_ += static_cast<std::uint64_t>(std::count(rejected.begin(), rejected.end(), '\n'));
  rejected_to_ = end;
}

// `bytes`: of the title line, as far as it is known.
void TextReader::check_title(std::size_t bytes) const {
  if (bytes > options_.max_record_bytes)
    throw Error{fmt::format("{}:{}: the title line has more than {} bytes; is this a dump without a title?",
                            input().shown_path(), line_, options_.max_record_bytes)};
}

// Decides what can be decided about the line that the bytes at hand do not complete, so that neither a long
// record nor a long line makes memory grow past the limit.
void TextReader::look_at_cut_line(std::string_view bytes) {
  const std::size_t text = skip_white(bytes, line_begin_, bytes.size());
  const bool has_text = text != bytes.size() && !is_cut_white(bytes.substr(text));
  if (wants_title_) {
    if (has_text) check_title(bytes.size() - text);
  } else if (!in_record_ && has_text) {
    begin_record(text);
  }
  if (in_record_ && !skipping_ && bytes.size() - text_begin_ > options_.max_record_bytes) {
    reject();
    skipping_ = true;
  }
  if (skipping_) {
    line_has_text_ = line_has_text_ || has_text;
    line_begin_ = line_has_text_ ? bytes.size() : text;
    keep_rejected(bytes, line_begin_);
  } else if (!in_record_ && !has_text) {
    line_begin_ = text;
  }
}

void TextReader::forget(std::size_t bytes) {
  line_begin_ -= std::min(line_begin_, bytes);
  searched_ -= std::min(searched_, bytes);
  text_begin_ -= std::min(text_begin_, bytes);
  text_end_ -= std::min(text_end_, bytes);
  rejected_to_ -= std::min(rejected_to_, bytes);
}

namespace {

std::unique_ptr<DumpReader> open_text(LineInput lines, DumpOptions options, FieldNames&,
                                      Diagnostics& diagnostics) {
  std::vector<std::string> asked = options.text_fields.value_or(std::vector<std::string>{});
  if (options.id_field) asked.insert(asked.begin(), *options.id_field);
  for (const std::string& name : asked)
    diagnostics.report(
        Trouble::missing_field, {lines.input().shown_path()},
        fmt::format("the field \"{}\" was asked for, and paragraphs have none", excerpt(name)));
  return std::make_unique<TextReader>(std::move(lines), std::move(options), diagnostics);
}

}  // namespace

const DumpFormat text_format{"text", {"txt", "text"}, nullptr, open_text};

}  // namespace corpack
