// `corpack get`, run as a user runs it.
#include <catch2/catch.hpp>
#include <simdjson.h>

#include "command/command.hpp"

using namespace corpack::test;

namespace {

// XXH3-64 of each file by xxhsum; empty where it is not installed.
std::vector<std::string> xxh3_of(const std::vector<std::string>& paths) {
  Run command{.arguments = {"-H3"}, .program = "xxhsum"};
  command.arguments.insert(command.arguments.end(), paths.begin(), paths.end());
  const Outcome outcome = run(command);
  if (outcome.status != 0) return {};
  std::vector<std::string> hashes;
  for (const std::string& line : lines_of(outcome.out)) hashes.push_back(line.substr(line.size() - 16));
  return hashes;
}

}  // namespace

TEST_CASE("get: each record of the seeds by the id that xxhsum gives its text, and by its text") {
  const TemporaryFolder folder;
  const std::string dataset = compile_seeds(folder);
  std::vector<std::string> paragraphs;
  for (const std::string& path : seed_paths())
    for (std::string& paragraph : seed_paragraphs(path)) paragraphs.push_back(std::move(paragraph));
  REQUIRE(paragraphs.size() == 57);
  std::vector<std::string> files;
  for (const std::string& paragraph : paragraphs)
    files.push_back(folder.write("text" + std::to_string(files.size()), paragraph));
  const std::vector<std::string> ids = xxh3_of(files);
  if (ids.empty()) WARN("xxhsum is not installed: ids are not compared");
  std::string list;
  std::string expected;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    CHECK(run_corpack({"get", dataset, ids[i]}).out == paragraphs[i] + "\n");
    list += ids[i] + "\n";
    expected += (i == 0 ? "" : "\n") + paragraphs[i] + "\n";
  }
  if (!ids.empty()) CHECK(run({.arguments = {"get", dataset, "-"}, .input = list}).out == expected);
  for (const std::string& paragraph : paragraphs)
    CHECK(run_corpack({"get", dataset, paragraph}).out == paragraph + "\n");
}

TEST_CASE("get: --json has key and fields only where there are any") {
  const TemporaryFolder folder;
  const std::string dump =
      folder.write("d.jsonl", "{\"n\":\"k1\",\"text\":\"alpha \\u0001 \\\" \\\\\",\"year\":\"2024\"}\n");
  REQUIRE(run_corpack({"compile", "--id", "n", dump, "-o", folder / "a.corpack"}).status == 0);
  const Outcome outcome = run_corpack({"get", "--json", folder / "a.corpack", "k1"});
  REQUIRE(lines_of(outcome.out).size() == 1);
  simdjson::dom::parser parser;
  const simdjson::dom::element record = parser.parse(outcome.out);
  CHECK(std::string_view{record["key"]} == "k1");
  CHECK(std::string_view{record["text"]} == "alpha \x01 \" \\");
  CHECK(std::string_view{record["fields"]["year"]} == "2024");
  CHECK(std::string_view{record["source"]} == "d.jsonl");
  CHECK(std::uint64_t{record["line"]} == 1);
  CHECK(std::uint64_t{record["ordinal"]} == 0);

  const std::string seeds = compile_seeds(folder);
  const simdjson::dom::element plain =
      parser.parse(run_corpack({"get", "--json", seeds, "c9e941a1bc5162c2"}).out);
  CHECK(std::string_view{plain["id"]} == "c9e941a1bc5162c2");
  CHECK(plain["key"].error() == simdjson::NO_SUCH_FIELD);
  CHECK(plain["fields"].error() == simdjson::NO_SUCH_FIELD);
}

TEST_CASE("get: bytes that are not UTF-8 and NUL come back as they are, and as valid JSON") {
  const TemporaryFolder folder;
  const std::string text{
      "a\xFF"
      "b\xE2\x82"
      "c\0d\xC0\xAF",
      10};
  const std::string dump = folder.write("d.txt", "Title\n\n" + text + "\n");
  REQUIRE(run_corpack({"compile", dump, "-o", folder / "a.corpack"}).status == 0);
  const std::string id = [&] {
    simdjson::dom::parser parser;
    return std::string{std::string_view{
        parser.parse(run_corpack({"dump", "--format", "jsonl", folder / "a.corpack"}).out)["id"]}};
  }();
  CHECK(run_corpack({"get", folder / "a.corpack", id}).out == text + "\n");
  simdjson::dom::parser parser;
  const simdjson::dom::element record =
      parser.parse(run_corpack({"get", "--json", folder / "a.corpack", id}).out);
  // As Unicode recommends: one mark for each cut character and for each byte that begins none.
  const std::string mark = "\xEF\xBF\xBD";
  CHECK(std::string_view{record["text"]} ==
        "a" + mark + "b" + mark + "c" + std::string(1, '\0') + "d" + mark + mark);
}

TEST_CASE("get: the key goes before the id, --by forces one of them") {
  const TemporaryFolder folder;
  // The second record's key is the first one's id: XXH3-64 of "abc".
  const std::string dump = folder.write(
      "d.jsonl", "{\"n\":\"abc\",\"text\":\"first\"}\n{\"n\":\"78af5f94892f3950\",\"text\":\"second\"}\n");
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", "--id", "n", dump, "-o", dataset}).status == 0);
  CHECK(run_corpack({"get", dataset, "78af5f94892f3950"}).out == "second\n");
  CHECK(run_corpack({"get", dataset, "--by", "id", "78af5f94892f3950"}).out == "first\n");
  CHECK(run_corpack({"get", dataset, "78AF5F94892F3950"}).out == "first\n");
  CHECK(run_corpack({"get", dataset, "--by", "key", "78AF5F94892F3950"}).status == 1);
  CHECK(run_corpack({"get", dataset, "--by", "id", "abc"}).status == 1);
  CHECK(run({.arguments = {"get", dataset, "-"}, .input = "abc\r\n\n78af5f94892f3950"}).out ==
        "first\n\nsecond\n");
}

TEST_CASE("get: words that CLI11 would take apart") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\n[a,b]\n\n{}\n\n%%\n\n-k\n\ninfo\n");
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset}).status == 0);
  const Outcome outcome = run_corpack({"get", dataset, "--", "[a,b]", "{}", "%%", "-k", "info"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "[a,b]\n\n{}\n\n%%\n\n-k\n\ninfo\n");
}

TEST_CASE("get: what is not found is named, the rest is printed, the status is 1") {
  const TemporaryFolder folder;
  const std::string dump = folder.write("d.txt", "Title\n\none\n\ntwo\n");
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset}).status == 0);
  const Outcome outcome = run_corpack({"get", dataset, "one", "three", "two", "\x1B[2J"});
  CHECK(outcome.status == 1);
  CHECK(outcome.out == "one\n\ntwo\n");
  CHECK(outcome.err.find("'three'") != std::string::npos);
  CHECK(outcome.err.find("\\x1B[2J") != std::string::npos);
  CHECK(outcome.err.find('\x1B') == std::string::npos);
  CHECK(run_corpack({"get", folder / "none.corpack", "one"}).status == 2);
  CHECK(run_corpack({"get", dump, "one"}).status == 2);
  CHECK(run_corpack({"get", dataset}).status == 2);
}
