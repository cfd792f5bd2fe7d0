// Readers hold no more of a record than they are allowed to.
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

namespace {

struct DumpWithLongRecord {
  std::string format;
  std::string content;
  std::uint64_t line;  // of the long record
};

}  // namespace

TEST_CASE("a record waits until as many bytes are allowed as it has", "[dump]") {
  const std::string text(5000, 'b');
  for (const DumpWithLongRecord& dump :
       {DumpWithLongRecord{"text", "Title\n\na\n\n" + text + "\n\nc\n", 5},
        DumpWithLongRecord{"jsonl", "{\"text\":\"a\"}\n{\"text\":\"" + text + "\"}\n{\"text\":\"c\"}\n", 2},
        DumpWithLongRecord{"csv", "text\na\n\"" + text + "\"\nc\n", 3}}) {
    INFO(dump.format);
    const corpack::test::TemporaryDump file{dump.content};
    corpack::FieldNames names;
    std::ostringstream reports;
    corpack::Diagnostics diagnostics{reports};
    const auto reader = corpack::open_dump(corpack::Input{file.path()},
                                           {.format = dump.format, .batch_bytes = 100}, names, diagnostics);
    reader->allow(1000);
    std::vector<std::string> texts;
    corpack::RecordBatch batch;
    const auto read_until_waiting = [&] {
      while (reader->read(batch)) {
        if (batch.records.empty()) return true;
        for (const corpack::RawRecord& record : batch.records) texts.emplace_back(batch.view(record.text));
      }
      return false;
    };
    CHECK(read_until_waiting());
    CHECK(texts == std::vector<std::string>{"a"});
    CHECK(reader->line() == dump.line);
    reader->allow(3000);
    CHECK(read_until_waiting());
    CHECK(texts.size() == 1);
    reader->allow(6000);
    CHECK_FALSE(read_until_waiting());
    CHECK(texts == std::vector<std::string>{"a", text, "c"});
    CHECK(reports.str().empty());
  }
}
