// A record in the making: a format adds the fields it finds, and the draft makes the text, the key and the
// stored fields of them. Here are the rules that all formats of fields share.
//
// Values of one name in one record are joined by LF. The text is made of text fields, joined by LF, empty
// ones left out: those that were asked for; else the strings called title, abstract, text, body and content
// (in this order, case aside); else, where those hold nothing, all strings but the id. The key is the field
// that was asked for; else what the format gave; else the first of id, _id, key (case aside) that is there
// and is a string or a number; else there is none, and the text is the key. Fields that are parts of the
// text are stored as such, the id only where it is a part of the text, the others beside the text.
//
// Lifetime: names live as long as the draft; refers to the FieldNames. Requirements: begin() before each
// record. Errors: TooManyFields when there are more field names than make sense. Complexity: linear in the
// record. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dump/diagnostics.hpp"
#include "dump/dump_options.hpp"
#include "dump/field_names.hpp"
#include "dump/record_batch.hpp"

namespace corpack {

enum class ValueKind : std::uint8_t { string, number, other };

// What a format has to say about a record: where, counted from the record's first byte, and what.
struct Remark {
  Trouble kind = Trouble::malformed;
  std::size_t offset = 0;
  std::string message;
};

// What is known of a field name.
struct DraftField {
  std::string name;
  std::size_t text_rank = 0;  // place among the text fields; their number: it is none of them
  std::size_t id_rank = 0;    // the same for the key
  bool is_stored = true;
  std::optional<std::uint32_t> number;  // once an accepted record has it
  std::uint64_t mark = 0;               // for the format to use

  // In the record in progress.
  std::uint64_t record = 0;
  std::size_t first_part = 0;
  std::size_t last_part = 0;
  ValueKind kind = ValueKind::string;
  bool in_text = false;
  Slice value;  // in the batch
};

class RecordDraft {
 public:
  RecordDraft(const DumpOptions& options, FieldNames& names);

  // The field of this name. Valid for all records.
  DraftField& field(std::string_view name);

  void begin();
  void add(DraftField& field, std::string_view value, ValueKind kind = ValueKind::string);
  // Fields that the options name as text or as stored, and that no record had so far.
  std::vector<std::string> missing_fields() const;
  // Gives back what a long record took. REQUIRES: no record is in progress.
  void drop_room();
  bool has(const DraftField& field) const { return field.record == record_; }
  // Where the record begins, behind what stands between records.
  void starts_at(std::size_t offset) { start_ = offset; }
  std::size_t start() const { return start_; }
  // What the format itself knows: the field that is the key, or a key that is no field, and a text that is
  // not made of fields (fields that are whole lines of it will be found there).
  void set_id(const DraftField& field) { own_id_ = &field; }
  void set_key(std::string_view key) { own_key_ = key; }
  void set_text(std::string_view text) { own_text_ = text; }

  // A rejection ends the record: only the first one counts. `bytes`, where given, is how much of what was
  // looked at is rejected; reading goes on behind it.
  void reject(Trouble kind, std::size_t offset, std::string message,
              std::size_t bytes = std::string_view::npos);
  void remark(Trouble kind, std::size_t offset, std::string message);

  const std::optional<Remark>& rejection() const { return rejection_; }
  std::size_t rejected_bytes() const { return rejected_bytes_; }
  const std::vector<Remark>& remarks() const { return remarks_; }

  // Adds the record to the batch, or rejects it.
  void finish(RecordBatch& batch, std::uint32_t line);

 private:
  struct Part {
    Slice value;           // in values_
    std::size_t next = 0;  // part of the same field; 0: none
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };

  DraftField new_field(std::string_view name) const;
  const DraftField* id_field() const;
  bool can_be_id(const DraftField& field) const;
  Slice append(RecordBatch& batch, const DraftField& field) const;
  bool choose_text_fields(const DraftField* id);
  Slice make_text(RecordBatch& batch, const DraftField* id);
  void find_parts(RecordBatch& batch, Slice text);
  void add_fields(RecordBatch& batch, Slice text, const DraftField* id);

  const DumpOptions& options_;
  FieldNames& names_;
  std::unordered_map<std::string, DraftField, NameHash, std::equal_to<>> fields_;  // its nodes stay in place

  // Of the record in progress.
  std::uint64_t record_ = 0;
  std::string values_;
  std::vector<Part> parts_;
  std::vector<DraftField*> met_;  // in their order
  std::vector<DraftField*> text_fields_;
  std::size_t start_ = 0;
  const DraftField* own_id_ = nullptr;
  std::optional<std::string> own_key_;
  std::optional<std::string> own_text_;
  std::optional<Remark> rejection_;
  std::size_t rejected_bytes_ = 0;
  std::vector<Remark> remarks_;
};

}  // namespace corpack
