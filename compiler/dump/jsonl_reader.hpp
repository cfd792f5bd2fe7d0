// JSON lines: one object a line, each one record. The contract is DumpReader's (dump_reader.hpp).
//
// The strings among the members `title`, `abstract`, `text`, `body` and `content`, in this order and joined
// by LF, are the record's text (empty ones add nothing) and the other strings are fields beside it; where
// there is none of them, all strings but the id are the text, in their own order. Fields of the text are its
// parts (`text` is none). Members that are not strings are left out and noted once per name (null silently:
// it holds nothing); of members with one name the first counts. With an id field, a record without it is
// rejected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <simdjson.h>

#include "dump/diagnostics.hpp"
#include "dump/dump_reader.hpp"
#include "dump/field_names.hpp"
#include "dump/line_input.hpp"

namespace corpack {

class JsonlReader final : public DumpReader {
 public:
  JsonlReader(Input input, DumpOptions options, FieldNames& names, Diagnostics& diagnostics);

  bool read(RecordBatch& batch) override;
  std::optional<std::string> title() const override { return std::nullopt; }
  const Input& input() const override { return lines_.input(); }

 private:
  // What is known of a member name.
  struct Member {
    std::optional<std::uint32_t> field;
    std::uint64_t last_object = 0;
    bool noted = false;
    std::size_t rank = 0;  // place among text_members; their number: none of them
  };
  using Members = std::unordered_map<std::string, Member>;  // its nodes stay where they are
  struct PendingField {
    Members::value_type* named = nullptr;
    Slice value;
    bool in_text = false;
  };

  void take_line(RecordBatch& batch, std::string_view line);
  void take_object(RecordBatch& batch, std::string_view line);
  void take_member(RecordBatch& batch, std::string_view name, simdjson::ondemand::value value);
  void append_field(RecordBatch& batch, Members::value_type& named, std::string_view value);
  void accept(RecordBatch& batch, std::string_view line, std::size_t bytes_before);
  Slice make_text(RecordBatch& batch, std::size_t bytes_before);
  void add_fields(RecordBatch& batch);
  Members::value_type& member_named(std::string_view name);
  void report_long_line();
  void reject(std::string_view line, std::size_t offset, std::string_view reason);

  LineInput lines_;
  DumpOptions options_;
  FieldNames& names_;
  Diagnostics& diagnostics_;
  simdjson::ondemand::parser parser_;
  Members members_;
  std::string wanted_;  // a name looked up, kept for its memory

  std::string bytes_;  // complete lines to come, and the one in progress
  std::size_t line_begin_ = 0;
  std::size_t searched_ = 0;  // no LF between line_begin_ and here
  std::uint64_t line_ = 1;
  bool skipping_ = false;  // the line in progress is rejected; its bytes are not kept
  bool at_end_ = false;

  // Of the object in progress.
  std::uint64_t object_ = 0;
  std::optional<std::string_view> key_;
  std::vector<PendingField> pending_;
  std::vector<PendingField*> text_parts_;  // of pending_, in the text's order
};

}  // namespace corpack
