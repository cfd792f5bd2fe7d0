// Random dumps against a reader written the slow and plain way, and against themselves at other chunk sizes.
#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::DumpOptions;
using corpack::test::Reading;
using corpack::test::Record;

namespace {

const std::array pieces{"\r"s,       "\n"s,           "\r\n"s,         "\n\n"s,     " "s,    "\t"s,
                        "\xC2\xA0"s, "\xE3\x80\x80"s, "\xE2\x80\xA8"s, "é"s,        "a"s,    "b c"s,
                        "\0"s,       "\xEF\xBB\xBF"s, "\xC2"s,         "\xE2\x80"s, "\xE3"s, "😀"s};

std::string random_dump(std::mt19937& random, std::size_t max_pieces) {
  std::string dump;
  const std::size_t count = random() % (max_pieces + 1);
  for (std::size_t at = 0; at < count; ++at) dump += pieces[random() % pieces.size()];
  return dump;
}

// White characters as whole strings, from Unicode's list of the property White_Space.
const std::set<std::string>& white_characters() {
  static const std::set<std::string> characters{
      " ",      "\t",     "\n",     "\v",     "\f",     "\r",     "\u0085", "\u00A0", "\u1680",
      "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
      "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};
  return characters;
}

std::string stripped(std::string text) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string& white : white_characters()) {
      if (text.starts_with(white)) {
        text.erase(0, white.size());
        again = true;
      }
      if (text.ends_with(white)) {
        text.erase(text.size() - white.size());
        again = true;
      }
    }
  }
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// All in memory, a line at a time.
Reading read_plainly(std::string dump, bool has_title) {
  Reading reading;
  if (dump.starts_with("\xEF\xBB\xBF")) dump.erase(0, 3);
  dump = replaced(replaced(dump, "\r\n", "\n"), "\r", "\n") + "\n\n";
  std::string paragraph;
  std::uint32_t line_number = 0;
  std::uint32_t first_line = 0;
  while (!dump.empty()) {
    const std::string line = dump.substr(0, dump.find('\n'));
    dump.erase(0, line.size() + 1);
    ++line_number;
    if (stripped(line).empty()) {
      if (!paragraph.empty()) reading.records.push_back({stripped(paragraph), first_line, std::nullopt, {}});
      paragraph.clear();
    } else if (has_title && !reading.title) {
      reading.title = stripped(line);
    } else {
      if (paragraph.empty()) first_line = line_number;
      paragraph += line + "\n";
    }
  }
  return reading;
}

}  // namespace

TEST_CASE("any chunk size gives the records of the plain reader", "[dump][text][property]") {
  std::mt19937 random{20240};
  for (int round = 0; round < 1500; ++round) {
    const std::string dump = random_dump(random, 40);
    const bool has_title = round % 3 != 0;
    const Reading expected = read_plainly(dump, has_title);
    for (const std::size_t batch_bytes :
         {std::size_t{1}, 2 + random() % 3, 5 + random() % 40, std::size_t{1} << 20}) {
      const Reading reading =
          corpack::test::read_dump(dump, {.has_title = has_title, .batch_bytes = batch_bytes});
      CAPTURE(dump, batch_bytes, has_title);
      REQUIRE(reading.title == expected.title);
      REQUIRE(reading.records == expected.records);
    }
  }
}

TEST_CASE("rejections do not depend on the chunk size", "[dump][text][property]") {
  std::mt19937 random{577};
  std::size_t rejected = 0;
  for (int round = 0; round < 600; ++round) {
    const std::string dump = random_dump(random, 60);
    DumpOptions options{.format = "text", .has_title = false, .max_record_bytes = 12};
    const Reading expected = corpack::test::read_dump(dump, options);
    rejected += expected.reports.size();
    for (const std::size_t batch_bytes : {std::size_t{1}, 2 + random() % 30}) {
      options.batch_bytes = batch_bytes;
      const Reading reading = corpack::test::read_dump(dump, options);
      CAPTURE(dump, batch_bytes);
      REQUIRE(reading.records == expected.records);
      REQUIRE(reading.reports == expected.reports);
    }
    for (const Record& record : expected.records) REQUIRE(record.text.size() < 12);
  }
  CHECK(rejected > 100);
}

TEST_CASE("random paragraphs come back as they were", "[dump][text][property]") {
  std::mt19937 random{31};
  for (int round = 0; round < 200; ++round) {
    std::string dump = "Title\n";
    std::vector<std::string> paragraphs;
    const std::size_t count = random() % 20;
    for (std::size_t at = 0; at < count; ++at) {
      std::string paragraph = "x";
      const std::size_t lines = 1 + random() % 3;
      for (std::size_t line = 0; line < lines; ++line) {
        if (line != 0) paragraph += "\nx";
        for (std::size_t byte = random() % 50; byte != 0; --byte) {
          const char any = static_cast<char>(random() & 0xFF);
          paragraph += any == '\n' || any == '\r' ? ' ' : any;
        }
      }
      paragraphs.push_back(paragraph + "x");
      dump += "\n" + paragraphs.back() + "\n";
    }
    std::vector<std::string> texts;
    for (const Record& record : corpack::test::read_dump(dump, {.batch_bytes = 1 + random() % 200}).records) {
      texts.push_back(record.text);
    }
    REQUIRE(texts == paragraphs);
  }
}
