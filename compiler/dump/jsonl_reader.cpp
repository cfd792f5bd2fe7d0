#include "dump/jsonl_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/excerpt.hpp"
#include "dump/json_error.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

using simdjson::ondemand::json_type;

// Members that are text by their usual names, in the order in which they make a record's text.
constexpr std::array<std::string_view, 5> text_members{"title", "abstract", "text", "body", "content"};

// The token of a number, true, false or null, without the space that may follow it.
std::string_view scalar_token(simdjson::ondemand::value& value) {
  return trimmed(value.raw_json_token());
}

// simdjson's on-demand parser looks only at what is asked for, so a value that is left out must be walked to
// know that its line is JSON. `depth` counts the containers around it.
void check_json(simdjson::ondemand::value value, std::size_t depth) {
  const json_type type = value.type();
  const bool container = type == json_type::object || type == json_type::array;
  if (container && depth == max_json_depth) throw simdjson::simdjson_error{simdjson::DEPTH_ERROR};
  switch (type) {
    case json_type::object:
      for (auto member : simdjson::ondemand::object{value.get_object()}) {
        static_cast<void>(std::string_view{member.unescaped_key()});
        check_json(member.value(), depth + 1);
      }
      break;
    case json_type::array:
      for (auto element : simdjson::ondemand::array{value.get_array()}) {
        check_json(element.value(), depth + 1);
      }
      break;
    case json_type::string:
      static_cast<void>(std::string_view{value.get_string()});
      break;
    case json_type::number: {
      const std::string_view token = scalar_token(value);
      if (json_number_bytes(token) != token.size()) throw simdjson::simdjson_error{simdjson::NUMBER_ERROR};
      break;
    }
    case json_type::boolean: {
      const std::string_view token = scalar_token(value);
      if (token != "true" && token != "false") throw simdjson::simdjson_error{simdjson::T_ATOM_ERROR};
      break;
    }
    case json_type::null:
      if (scalar_token(value) != "null") throw simdjson::simdjson_error{simdjson::N_ATOM_ERROR};
      break;
  }
}

}  // namespace

JsonlReader::JsonlReader(Input input, DumpOptions options, FieldNames& names, Diagnostics& diagnostics)
    : lines_{std::move(input)}, options_{std::move(options)}, names_{names}, diagnostics_{diagnostics} {
  assert(options_.batch_bytes != 0 && options_.max_record_bytes != 0);
}

bool JsonlReader::read(RecordBatch& batch) {
  batch.clear();
  batch.source = options_.source;
  while (!at_end_ && batch.records.empty()) {
    bytes_.erase(0, line_begin_);
    searched_ -= std::exchange(line_begin_, 0);
    at_end_ = !lines_.append_to(bytes_, options_.batch_bytes);
    const std::size_t size = bytes_.size();
    bytes_.append(simdjson::SIMDJSON_PADDING, '\0');
    while (const void* const found = std::memchr(bytes_.data() + searched_, '\n', size - searched_)) {
      const auto end = static_cast<std::size_t>(static_cast<const char*>(found) - bytes_.data());
      take_line(batch, std::string_view{bytes_}.substr(line_begin_, end - line_begin_));
      line_begin_ = searched_ = end + 1;
      ++line_;
    }
    searched_ = size;
    if (at_end_) {
      take_line(batch, std::string_view{bytes_}.substr(line_begin_, size - line_begin_));
      line_begin_ = size;
    } else if (skipping_ || size - line_begin_ > options_.max_record_bytes) {
      // What has come of the line is dropped, and so will the rest be.
      if (!std::exchange(skipping_, true)) report_long_line();
      line_begin_ = size;
    }
    bytes_.resize(size);
  }
  return !batch.records.empty();
}

void JsonlReader::report_long_line() {
  diagnostics_.report(Trouble::rejected, {input().shown_path(), line_},
                      fmt::format("a line of more than {} bytes is left out", options_.max_record_bytes));
}

void JsonlReader::take_line(RecordBatch& batch, std::string_view line) {
  if (std::exchange(skipping_, false)) return;
  if (line.size() > options_.max_record_bytes) {
    report_long_line();
    return;
  }
  if (skip_white(line, 0, line.size()) == line.size()) return;
  const std::size_t bytes_before = batch.bytes.size();
  const std::size_t records_before = batch.records.size();
  try {
    take_object(batch, line);
    accept(batch, line, bytes_before);
  } catch (const simdjson::simdjson_error& error) {
    const std::optional<JsonError> found = find_json_error(line);
    const std::size_t object = skip_white(line, 0, line.size());
    if (found) {
      reject(line, found->offset, fmt::format("not JSON, {}", found->reason));
    } else if (line[object] != '{') {
      reject(line, object, "a JSON value that is not an object");
    } else {
      reject(line, object, error.what());
    }
  }
  if (batch.records.size() == records_before) batch.bytes.resize(bytes_before);
}

// Collects the object's strings: fields and text in the batch's bytes, the key where the parser keeps it.
void JsonlReader::take_object(RecordBatch& batch, std::string_view line) {
  ++object_;
  key_.reset();
  pending_.clear();
  // In powers of two, else each line a little longer than those before makes the parser allocate anew.
  if (parser_.capacity() < line.size()) {
    const std::size_t capacity = std::bit_ceil(std::max<std::size_t>(line.size(), 4096));
    if (const auto error = parser_.allocate(capacity)) throw simdjson::simdjson_error{error};
  }
  simdjson::ondemand::document document =
      parser_.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING);
  for (auto member : simdjson::ondemand::object{document.get_object()}) {
    const std::string_view name = member.unescaped_key();
    take_member(batch, name, member.value());
  }
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    throw simdjson::simdjson_error{simdjson::TRAILING_CONTENT};
}

void JsonlReader::take_member(RecordBatch& batch, std::string_view name, simdjson::ondemand::value value) {
  Members::value_type& named = member_named(name);
  Member& member = named.second;
  const DumpPlace place{input().shown_path(), line_};
  if (member.last_object == object_) {
    check_json(value, 1);
    diagnostics_.report(Trouble::repeated_member, place,
                        fmt::format("member \"{}\" comes again, the first one counts", excerpt(name)));
    return;
  }
  member.last_object = object_;
  const bool is_id = options_.id_field && name == *options_.id_field;
  const json_type type = value.type();
  if (type == json_type::string) {
    const std::string_view string = value.get_string();
    if (is_id) key_ = string;
    if (!is_id || member.rank < text_members.size()) append_field(batch, named, string);
    return;
  }
  check_json(value, 1);
  if (is_id) {
    if (type == json_type::number) key_ = scalar_token(value);
  } else if (type != json_type::null && !std::exchange(member.noted, true)) {
    diagnostics_.report(
        Trouble::left_out, place,
        fmt::format("member \"{}\" is not a string and is left out (said once per name)", excerpt(name)));
  }
}

// Strings stand one after another with LF between: often that already is the record's text.
void JsonlReader::append_field(RecordBatch& batch, Members::value_type& named, std::string_view value) {
  if (!pending_.empty()) batch.bytes.push_back('\n');
  const Slice slice{batch.bytes.size(), value.size()};
  batch.bytes.append(value);
  pending_.push_back({&named, slice});
}

void JsonlReader::accept(RecordBatch& batch, std::string_view line, std::size_t bytes_before) {
  const std::size_t object = skip_white(line, 0, line.size());
  if (options_.id_field && !key_) {
    reject(line, object,
           fmt::format("no member \"{}\" that is a string or a number", excerpt(*options_.id_field)));
    return;
  }
  if (pending_.empty() && !key_) {
    reject(line, object, "an object without a string member");
    return;
  }
  RawRecord record;
  record.text = make_text(batch, bytes_before);
  if (record.text.length >= options_.max_record_bytes) {
    reject(line, object, fmt::format("a record of {} bytes or more is left out", options_.max_record_bytes));
    return;
  }
  if (key_ && *key_ != batch.view(record.text)) {
    record.key = Slice{batch.bytes.size(), key_->size()};
    batch.bytes.append(*key_);
  }
  record.line =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(line_, std::numeric_limits<std::uint32_t>::max()));
  record.first_field = static_cast<std::uint32_t>(batch.fields.size());
  add_fields(batch);
  record.fields = static_cast<std::uint32_t>(batch.fields.size()) - record.first_field;
  batch.records.push_back(record);
}

// The text's parts are moved only where they do not stand side by side in its order.
Slice JsonlReader::make_text(RecordBatch& batch, std::size_t bytes_before) {
  text_parts_.clear();
  for (PendingField& pending : pending_)
    if (pending.named->second.rank < text_members.size()) text_parts_.push_back(&pending);
  if (text_parts_.empty()) {
    for (PendingField& pending : pending_) pending.in_text = true;
    return {bytes_before, batch.bytes.size() - bytes_before};
  }
  std::sort(text_parts_.begin(), text_parts_.end(), [](const PendingField* a, const PendingField* b) {
    return a->named->second.rank < b->named->second.rank;
  });
  Slice text{text_parts_.front()->value.begin, 0};
  bool in_place = true;
  for (PendingField* const part : text_parts_) {
    part->in_text = true;
    if (part->value.length == 0) continue;
    if (text.length == 0) {
      text = part->value;
      continue;
    }
    in_place = in_place && part->value.begin == text.begin + text.length + 1;
    text.length += 1 + part->value.length;
  }
  if (!in_place) text.begin = batch.bytes.size();
  std::size_t end = text.begin;
  for (PendingField* const part : text_parts_) {
    if (!in_place && part->value.length > 0) {
      if (end > text.begin) batch.bytes.push_back('\n');
      end = batch.bytes.size();
      batch.bytes.append(batch.bytes, part->value.begin, part->value.length);
      part->value.begin = end;
    }
    if (part->value.length == 0) part->value.begin = end;
    end = part->value.begin + part->value.length;
  }
  return text;
}

// Names get their numbers only here, so that a rejected record leaves no field behind. The member `text` is
// no field beside the text, also where it is only a part of it.
void JsonlReader::add_fields(RecordBatch& batch) {
  for (const PendingField& pending : pending_) {
    if (!pending.named->second.field) pending.named->second.field = names_.number(pending.named->first);
    const std::uint32_t field = *pending.named->second.field;
    if (field != 0) batch.fields.push_back({field, pending.value, pending.in_text});
  }
}

JsonlReader::Members::value_type& JsonlReader::member_named(std::string_view name) {
  wanted_.assign(name);
  if (const auto found = members_.find(wanted_); found != members_.end()) return *found;
  if (members_.size() == max_field_names) {
    throw Error{fmt::format("{}:{}: more than {} member names: they must name fields, not hold data",
                            input().shown_path(), line_, max_field_names)};
  }
  const auto rank = std::find(text_members.begin(), text_members.end(), name) - text_members.begin();
  Members::value_type& named = *members_.emplace(wanted_, Member{}).first;
  named.second.rank = static_cast<std::size_t>(rank);
  return named;
}

void JsonlReader::reject(std::string_view line, std::size_t offset, std::string_view reason) {
  const std::string_view piece = trimmed(line.substr(offset));
  diagnostics_.report(Trouble::rejected, {input().shown_path(), line_, offset + 1},
                      piece.empty() ? fmt::format("{} at the end of the line", reason)
                                    : fmt::format("{}: {}", reason, excerpt(piece)));
}

}  // namespace corpack
