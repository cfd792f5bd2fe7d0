#include "dump/record_draft.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <corpack/ascii.hpp>

#include "dump/exact_growth.hpp"
#include "dump/excerpt.hpp"

namespace corpack {
namespace {

constexpr std::array<std::string_view, 5> usual_text_fields{"title", "abstract", "text", "body", "content"};
constexpr std::array<std::string_view, 3> usual_id_fields{"id", "_id", "key"};

std::size_t usual_rank(std::span<const std::string_view> usual, std::string_view name) {
  const auto found = std::find_if(usual.begin(), usual.end(),
                                  [&](std::string_view each) { return detail::same_but_case(name, each); });
  return static_cast<std::size_t>(found - usual.begin());
}

std::size_t rank_in(const std::vector<std::string>& names, std::string_view name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

RecordDraft::RecordDraft(const DumpOptions& options, FieldNames& names) : options_{options}, names_{names} {}

DraftField& RecordDraft::field(std::string_view name) {
  if (const auto found = fields_.find(name); found != fields_.end()) return found->second;
  if (fields_.size() == max_field_names)
    throw TooManyFields{
        fmt::format("more than {} field names, the last is \"{}\": they must name fields, not hold data",
                    max_field_names, excerpt(name))};
  return fields_.emplace(name, new_field(name)).first->second;
}

DraftField RecordDraft::new_field(std::string_view name) const {
  DraftField field;
  field.name = name;
  field.text_rank =
      options_.text_fields ? rank_in(*options_.text_fields, name) : usual_rank(usual_text_fields, name);
  field.id_rank = options_.id_field ? (name == *options_.id_field ? 0 : usual_id_fields.size())
                                    : usual_rank(usual_id_fields, name);
  if (options_.stored_fields)
    field.is_stored = rank_in(*options_.stored_fields, name) < options_.stored_fields->size();
  return field;
}

std::vector<std::string> RecordDraft::missing_fields() const {
  std::vector<std::string> missing;
  for (const auto* const names : {&options_.text_fields, &options_.stored_fields}) {
    if (!*names) continue;
    for (const std::string& name : **names)
      if (!fields_.contains(name) && rank_in(missing, name) == missing.size()) missing.push_back(name);
  }
  return missing;
}

void RecordDraft::begin() {
  ++record_;
  values_.clear();
  parts_.clear();
  met_.clear();
  start_ = 0;
  own_id_ = nullptr;
  own_key_.reset();
  own_text_.reset();
  rejection_.reset();
  remarks_.clear();
}

void RecordDraft::drop_room() {
  if (!has_much_room(values_, 0)) return;
  begin();
  corpack::drop_room(values_);
}

void RecordDraft::add(DraftField& field, std::string_view value, ValueKind kind) {
  const std::size_t part = parts_.size();
  parts_.push_back({{values_.size(), value.size()}, 0});
  make_room(values_, value.size());
  values_ += value;
  if (has(field)) {
    parts_[field.last_part].next = part;
    if (field.kind != ValueKind::string || kind != ValueKind::string) field.kind = ValueKind::other;
  } else {
    field.record = record_;
    field.first_part = part;
    field.kind = kind;
    field.in_text = false;
    met_.push_back(&field);
  }
  field.last_part = part;
}

void RecordDraft::reject(Trouble kind, std::size_t offset, std::string message, std::size_t bytes) {
  if (rejection_) return;
  rejection_ = Remark{kind, offset, std::move(message)};
  rejected_bytes_ = bytes;
}

void RecordDraft::remark(Trouble kind, std::size_t offset, std::string message) {
  remarks_.push_back({kind, offset, std::move(message)});
}

bool RecordDraft::can_be_id(const DraftField& field) const {
  return field.id_rank < usual_id_fields.size() && field.kind != ValueKind::other;
}

const DraftField* RecordDraft::id_field() const {
  if (!options_.id_field && (own_key_ || own_id_ != nullptr)) return own_id_;
  const DraftField* best = nullptr;
  for (const DraftField* const field : met_)
    if (can_be_id(*field) && (best == nullptr || field->id_rank < best->id_rank)) best = field;
  return best;
}

// The field's values at the end of the batch's bytes.
Slice RecordDraft::append(RecordBatch& batch, const DraftField& field) const {
  const std::size_t begin = batch.bytes.size();
  for (std::size_t part = field.first_part;; part = parts_[part].next) {
    make_room(batch.bytes, parts_[part].value.length);
    batch.bytes.append(values_, parts_[part].value.begin, parts_[part].value.length);
    if (parts_[part].next == 0) break;
    batch.bytes += '\n';
  }
  return {begin, batch.bytes.size() - begin};
}

// Whether any text field holds something.
bool RecordDraft::choose_text_fields(const DraftField* id) {
  const std::size_t ranks = options_.text_fields ? options_.text_fields->size() : usual_text_fields.size();
  const auto holds_text = [this](const DraftField& field) {
    return field.first_part != field.last_part || parts_[field.first_part].value.length != 0;
  };
  text_fields_.clear();
  bool any = false;
  for (DraftField* const field : met_) {
    if (field->text_rank == ranks || (!options_.text_fields && field->kind != ValueKind::string)) continue;
    text_fields_.push_back(field);
    any = any || holds_text(*field);
  }
  std::stable_sort(text_fields_.begin(), text_fields_.end(),
                   [](const DraftField* a, const DraftField* b) { return a->text_rank < b->text_rank; });
  if (any || options_.text_fields) return any;
  text_fields_.clear();
  for (DraftField* const field : met_)
    if (field != id && field->kind == ValueKind::string) {
      text_fields_.push_back(field);
      any = any || holds_text(*field);
    }
  return any;
}

Slice RecordDraft::make_text(RecordBatch& batch, const DraftField* id) {
  const std::size_t begin = batch.bytes.size();
  if (own_text_) {
    make_room(batch.bytes, own_text_->size());
    batch.bytes += *own_text_;
    find_parts(batch, {begin, own_text_->size()});
    return {begin, own_text_->size()};
  }
  choose_text_fields(id);
  for (DraftField* const field : text_fields_) {
    const std::size_t joint = batch.bytes.size();
    if (joint != begin) batch.bytes += '\n';
    field->value = append(batch, *field);
    field->in_text = true;
    if (field->value.length == 0) {
      batch.bytes.resize(joint);
      field->value.begin = joint;
    }
  }
  return {begin, batch.bytes.size() - begin};
}

// Fields whose values are whole lines of a text that came as such.
void RecordDraft::find_parts(RecordBatch& batch, Slice text) {
  const std::size_t before = batch.bytes.size();
  std::size_t from = text.begin;
  for (DraftField* const field : met_) {
    const Slice value = append(batch, *field);
    const std::string_view whole = batch.view({0, before});
    const std::size_t at = whole.find(batch.view(value), from);
    batch.bytes.resize(before);
    if (at == std::string_view::npos || value.length == 0) continue;
    const std::size_t end = at + value.length;
    const bool begins_line = at == text.begin || whole[at - 1] == '\n';
    const bool ends_line = end == before || whole[end] == '\n';
    if (!begins_line || !ends_line) continue;
    field->in_text = true;
    field->value = {at, value.length};
    from = end;
  }
}

// A field called `text` that is all of the text is no field beside it.
void RecordDraft::add_fields(RecordBatch& batch, Slice text, const DraftField* id) {
  for (DraftField* const field : met_) {
    if (!field->is_stored || (field == id && !field->in_text)) continue;
    if (!field->number) field->number = names_.number(field->name);
    if (field->in_text && *field->number == 0 && field->value.length == text.length) continue;
    if (!field->in_text) field->value = append(batch, *field);
    batch.fields.push_back({*field->number, field->value, field->in_text});
  }
}

void RecordDraft::finish(RecordBatch& batch, std::uint32_t line) {
  const std::size_t bytes_before = batch.bytes.size();
  const DraftField* const id = id_field();
  if (options_.id_field && id == nullptr) {
    reject(Trouble::no_id, start_,
           fmt::format("no field \"{}\" that is a string or a number", excerpt(*options_.id_field)));
    return;
  }
  const bool has_key = id != nullptr || own_key_;
  RawRecord record;
  record.text = make_text(batch, id);
  if (record.text.length == 0 && text_fields_.empty() && !own_text_ && !has_key)
    reject(Trouble::empty, start_, "a record without text and key");
  if (record.text.length >= options_.max_record_bytes)
    reject(Trouble::too_long, start_,
           fmt::format("a record of {} bytes or more is left out", options_.max_record_bytes));
  if (rejection_) {
    batch.bytes.resize(bytes_before);
    return;
  }
  if (has_key) {
    const std::size_t begin = batch.bytes.size();
    if (id != nullptr)
      append(batch, *id);
    else
      batch.bytes += *own_key_;
    const Slice key{begin, batch.bytes.size() - begin};
    if (batch.view(key) == batch.view(record.text))
      batch.bytes.resize(begin);
    else
      record.key = key;
  }
  record.line = line;
  record.first_field = static_cast<std::uint32_t>(batch.fields.size());
  add_fields(batch, record.text, id);
  record.fields = static_cast<std::uint32_t>(batch.fields.size()) - record.first_field;
  batch.records.push_back(record);
}

}  // namespace corpack
