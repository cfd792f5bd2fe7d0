// Dumps for tests: bytes written to a file of their own, and everything a reader makes of them.
//
// Lifetime: the file is removed with its TemporaryDump. Requirements: a writable temporary folder. Errors: a
// failed Catch requirement. Complexity: linear. Thread safety: none.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <unistd.h>

#include "dump/dump_reader.hpp"

namespace corpack::test {

class TemporaryDump {
 public:
  explicit TemporaryDump(std::string_view content) {
    const char* const folder = std::getenv("TMPDIR");
    path_ = std::string{folder == nullptr ? "/tmp" : folder} + "/corpack-dump-XXXXXX";
    const int descriptor = ::mkstemp(path_.data());
    REQUIRE(descriptor >= 0);
    std::size_t written = 0;
    while (written < content.size()) {
      const ssize_t count = ::write(descriptor, content.data() + written, content.size() - written);
      REQUIRE(count > 0);
      written += static_cast<std::size_t>(count);
    }
    ::close(descriptor);
  }
  TemporaryDump(const TemporaryDump&) = delete;
  TemporaryDump& operator=(const TemporaryDump&) = delete;
  ~TemporaryDump() { ::unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Field {
  std::string name;
  std::string value;
  bool in_text = false;
  bool operator==(const Field&) const = default;
};

struct Record {
  std::string text;
  std::uint32_t line = 0;
  std::optional<std::string> key;
  std::vector<Field> fields;
  bool operator==(const Record&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Record& record) {
  out << "line " << record.line << " text '" << record.text << '\'';
  if (record.key) out << " key '" << *record.key << '\'';
  for (const Field& field : record.fields) out << ' ' << field.name << "='" << field.value << '\'';
  return out;
}

struct Reading {
  std::vector<Record> records;
  std::optional<std::string> title;
  std::vector<std::string> reports;  // without the path
  std::vector<std::string> carets;   // the lines below the reports
  std::string rejected;
  std::vector<std::string> field_names;
};

inline Reading read_dump(std::string_view content, DumpOptions options) {
  const TemporaryDump dump{content};
  std::ostringstream out;
  std::ostringstream rejected;
  Diagnostics diagnostics{out, {.max_shown = 1000, .rejected = &rejected}};
  FieldNames names;
  const auto reader = open_dump(Input{dump.path()}, std::move(options), names, diagnostics);
  Reading reading;
  RecordBatch batch;
  while (reader->read(batch)) {
    REQUIRE(!batch.records.empty());
    for (const RawRecord& raw : batch.records) {
      Record record{std::string{batch.view(raw.text)}, raw.line, std::nullopt, {}};
      if (raw.key) record.key = batch.view(*raw.key);
      for (std::uint32_t at = raw.first_field; at < raw.first_field + raw.fields; ++at) {
        const FieldSlice& field = batch.fields.at(at);
        record.fields.push_back(
            {names.names().at(field.field), std::string{batch.view(field.value)}, field.in_text});
      }
      reading.records.push_back(std::move(record));
    }
  }
  REQUIRE(batch.records.empty());
  REQUIRE_FALSE(reader->read(batch));
  REQUIRE(reader->input().bytes_read() == content.size());
  reading.title = reader->title();
  reading.field_names = names.names();
  std::istringstream lines{out.str()};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      reading.carets.push_back(line);
      continue;
    }
    REQUIRE(line.starts_with(dump.path() + ":"));
    reading.reports.push_back(line.substr(dump.path().size() + 1));
  }
  reading.rejected = rejected.str();
  return reading;
}

}  // namespace corpack::test
