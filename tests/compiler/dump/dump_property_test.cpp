// What holds for any bytes in any format: how a dump is cut into batches makes no difference, and each line
// is in a record, between records, or among what was rejected.
#include <array>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump/formats/dump_format.hpp"
#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::test::Reading;

namespace {

const std::array pieces{"\n"s,
                        "\n\n"s,
                        "\r\n"s,
                        "\r"s,
                        " "s,
                        "\t"s,
                        ","s,
                        "\""s,
                        "\"\""s,
                        "a"s,
                        "b c"s,
                        "é"s,
                        "\xFF"s,
                        "\0"s,
                        "{"s,
                        "}"s,
                        "["s,
                        "]"s,
                        ":"s,
                        "\\"s,
                        "="s,
                        "#"s,
                        "@"s,
                        "("s,
                        ")"s,
                        "1"s,
                        "null"s,
                        "{\"id\":\"k\",\"text\":\"t\"}"s,
                        "\"text\":\"x\""s,
                        "Key: value\n"s,
                        "\n cont\n"s,
                        "<DOC>"s,
                        "</DOC>"s,
                        "<TEXT>"s,
                        "</TEXT>"s,
                        "<DOCNO>7</DOCNO>"s,
                        "&amp;"s,
                        "## "s,
                        "\n# H\n"s,
                        "\n- B\n"s,
                        "**F**: v\n"s,
                        "[l](u)"s,
                        "```\n"s,
                        "\n@misc{k, title = {t}}\n"s,
                        "title = "s,
                        "@string{s = \"v\"}"s,
                        "id,text\n"s,
                        "1,\"x\ny\"\n"s};

std::string random_dump(std::mt19937& random) {
  std::string dump;
  for (std::size_t count = random() % 40; count != 0; --count) dump += pieces[random() % pieces.size()];
  return dump;
}

}  // namespace

TEST_CASE("how a dump is cut into batches makes no difference", "[dump][property]") {
  std::mt19937 random{4180};
  for (int round = 0; round < 400; ++round) {
    const std::string dump = random_dump(random);
    const std::size_t limit = round % 3 == 0 ? 30 : 10000;
    for (const corpack::DumpFormat* const format : corpack::formats()) {
      const auto read = [&](std::size_t batch_bytes) {
        return corpack::test::read_dump(dump,
                                        {.format = std::string{format->name},
                                         // A title past the limit is an error, but only where it is cut.
                                         .has_title = limit > 1000,
                                         .batch_bytes = batch_bytes,
                                         .max_record_bytes = limit});
      };
      CAPTURE(format->name, dump, limit);
      const Reading whole = read(100000);
      for (const std::size_t batch_bytes : {std::size_t{1}, std::size_t{2}, 3 + random() % 20}) {
        CAPTURE(batch_bytes);
        const Reading cut = read(batch_bytes);
        REQUIRE(cut.records == whole.records);
        REQUIRE(cut.reports == whole.reports);
        REQUIRE(cut.rejected == whole.rejected);
        REQUIRE(cut.title == whole.title);
      }
    }
  }
}

TEST_CASE("rejected lines come back as they stand in the dump", "[dump][property]") {
  std::mt19937 random{822};
  for (int round = 0; round < 300; ++round) {
    std::string dump;
    std::string bad;
    for (int line = 0; line < 20; ++line) {
      const std::string end = std::array{"\n"s, "\r\n"s, "\r"s}[random() % 3];
      // A LF after a CR would be its end, and so would a line that is empty but for it.
      const bool is_bad = random() % 2 == 0;
      const std::string content =
          (is_bad ? "{bad " : "{\"text\":\"") + std::to_string(line) + (is_bad ? "" : "\"}");
      dump += content + end;
      if (is_bad) bad += content + end;
    }
    const Reading reading =
        corpack::test::read_dump(dump, {.format = "jsonl", .batch_bytes = 1 + random() % 50});
    REQUIRE(reading.rejected == bad);
  }
}
