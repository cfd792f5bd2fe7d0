// Readers hold no more of a record than they are allowed to.
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump/dump_reader.hpp"
#include "temporary_folder.hpp"

using namespace corpack;

namespace {

struct Dump {
  std::string name;
  std::string content;
  std::uint64_t line;  // of the long record
};

}  // namespace

TEST_CASE("a record waits until as many bytes are allowed as it has", "[dump]") {
  const std::string text(5000, 'b');
  for (const Dump& dump : {Dump{"a.txt", "Title\n\na\n\n" + text + "\n\nc\n", 5},
                           Dump{"a.jsonl",
                                R"({"text":"a"})"
                                "\n"
                                R"({"text":")" +
                                    text +
                                    "\"}\n"
                                    R"({"text":"c"})",
                                2},
                           Dump{"a.csv", "text\na\n\"" + text + "\"\nc\n", 3}}) {
    INFO(dump.name);
    const test::TemporaryFolder folder;
    test::write_file(folder / dump.name, dump.content);
    FieldNames names;
    std::ostringstream reports;
    Diagnostics diagnostics{reports};
    const auto reader =
        open_dump(Input{(folder / dump.name).string()}, {.batch_bytes = 100}, names, diagnostics);
    reader->allow(1000);
    std::vector<std::string> texts;
    RecordBatch batch;
    const auto read_until_waiting = [&] {
      while (reader->read(batch)) {
        if (batch.records.empty()) return true;
        for (const RawRecord& record : batch.records) texts.emplace_back(batch.view(record.text));
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
