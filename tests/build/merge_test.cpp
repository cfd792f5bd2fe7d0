// Datasets as inputs: what comes out is what all dumps at once give.
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/verify.hpp>

#include "build/compiled.hpp"
#include "reader/frozen_dataset.hpp"

using namespace corpack;
using Catch::Matchers::Contains;
using test::compile_quietly;
using test::TemporaryFolder;

namespace {

// JSON lines with keys from `first_key` on, and fields in changing orders: parts of the text, values, empty
// ones.
std::string dump_of(std::uint64_t seed, std::size_t first_key, std::size_t records) {
  std::mt19937_64 random{seed};
  std::string dump;
  for (std::size_t i = 0; i < records; ++i) {
    const std::string word = std::to_string(random() % 50);
    const std::string key = R"("id":"k)" + std::to_string(first_key + i) + '"';
    const std::string title = random() % 3 != 0 ? R"("title":"mirrors )" + word + R"(",)" : "";
    const std::string year = random() % 3 != 0 ? R"("year":"20)" + word + R"(",)" : "";
    const std::string empty = random() % 5 == 0 ? R"("note":"","body":"",)" : "";
    const std::string own = R"("of )" + std::to_string(seed) + R"(":"x",)";
    dump +=
        random() % 2 == 0 ? "{" + title + year + own + empty + key : "{" + year + empty + title + own + key;
    dump += R"(,"text":"networks of )" + word + R"(\nand )" + std::to_string(random() % 9) + "\"}\n";
  }
  return dump;
}

// Compiles inputs of a folder into `out` there, and returns its bytes.
std::string compiled(const TemporaryFolder& folder, const std::vector<std::string>& inputs,
                     const std::string& out, CompileOptions options = {}) {
  options.inputs.clear();
  for (const std::string& input : inputs) options.inputs.push_back((folder / input).string());
  options.output = folder / out;
  options.threads = 2;
  compile_quietly(options);
  return test::read_file(options.output);
}

std::vector<std::string> source_names_of(const Dataset& dataset) {
  std::vector<std::string> names;
  for (const Source& source : dataset.info().sources()) names.emplace_back(source.name);
  return names;
}

}  // namespace

TEST_CASE("merged datasets are byte for byte what their dumps give at once") {
  const TemporaryFolder folder;
  test::write_file(folder / "a.jsonl", dump_of(1, 0, 700));
  test::write_file(folder / "b.txt", "Talks\n\nMirror symmetry\n\nnetworks\n\n铁路 network\n");
  test::write_file(folder / "c.jsonl", dump_of(2, 300, 3000));
  test::write_file(folder / "d.csv", "id,text,place\nk5,first,Rome\nk9000,\"of \"\"all\"\"\",\n");
  CompileOptions options;
  for (const Duplicates policy : {Duplicates::first, Duplicates::last, Duplicates::all}) {
    INFO(static_cast<int>(policy));
    options.duplicates = policy;
    const std::string expected =
        compiled(folder, {"a.jsonl", "b.txt", "c.jsonl", "d.csv"}, "all.corpack", options);
    compiled(folder, {"a.jsonl", "b.txt"}, "ab.corpack", options);
    compiled(folder, {"c.jsonl"}, "c.corpack", options);
    compiled(folder, {"d.csv"}, "d.corpack", options);
    CHECK(
        (compiled(folder, {"ab.corpack", "c.corpack", "d.corpack"}, "merged.corpack", options) == expected));
    CHECK((compiled(folder, {"ab.corpack", "c.jsonl", "d.corpack"}, "mixed.corpack", options) == expected));
    CHECK((compiled(folder, {"all.corpack"}, "again.corpack", options) == expected));
    options.dump.batch_bytes = 1000;
    CHECK((compiled(folder, {"ab.corpack", "c.corpack", "d.corpack"}, "small.corpack", options) == expected));
    options.dump.batch_bytes = DumpOptions{}.batch_bytes;
    CHECK(Dataset{folder / "merged.corpack"}.verify(VerifyLevel::full).good());
  }
}

TEST_CASE("records of many blocks come through") {
  const TemporaryFolder folder;
  std::string dump;
  for (std::size_t i = 0; i < 30; ++i)
    dump += R"({"n":")" + std::to_string(i) + R"(","text":")" +
            std::string(1 << 20, static_cast<char>('a' + i % 26)) + "\"}\n";
  test::write_file(folder / "long.jsonl", dump);
  const std::string expected = compiled(folder, {"long.jsonl"}, "long.corpack");
  REQUIRE(Dataset{folder / "long.corpack"}.blocks(format::tables::records).size() > 2);
  CHECK((compiled(folder, {"long.corpack"}, "again.corpack") == expected));
}

TEST_CASE("records, sources, titles and lines of datasets stay as they were") {
  const TemporaryFolder folder;
  test::write_file(folder / "a.txt", "First\n\none\n\n\ntwo\n");
  test::write_file(folder / "b.txt", "Second\n\none\n");
  test::write_file(folder / "c.jsonl", "{\"id\":\"k\",\"text\":\"three\"}\n{\"text\":\"two\"}\n");
  CompileOptions options;
  options.title = "Given";
  compiled(folder, {"a.txt", "b.txt"}, "ab.corpack", options);
  compiled(folder, {"c.jsonl"}, "c.corpack");
  compiled(folder, {"c.corpack", "ab.corpack"}, "merged.corpack");
  const Dataset merged{folder / "merged.corpack"};
  CHECK(merged.info().title() == "Given");
  CHECK(source_names_of(merged) == std::vector<std::string>{"c.jsonl", "a.txt", "b.txt"});
  CHECK(merged.info().source(0).title == std::nullopt);
  CHECK(merged.info().source(1).title == "First");
  CHECK(merged.info().source(2).title == "Second");
  CHECK(merged.info().source(2).records == 0);
  REQUIRE(merged.size() == 3);
  CHECK(merged.at(0).key() == "k");
  CHECK(merged.at(1).text() == "two");
  CHECK(merged.at(1).source().name == "c.jsonl");
  CHECK(merged.at(2).text() == "one");
  CHECK(merged.at(2).source().name == "a.txt");
  CHECK(merged.at(2).line() == 3);
}

TEST_CASE("sources of one name are told apart by their datasets, and reports name both") {
  const TemporaryFolder folder;
  test::write_file(folder / "x.txt", "Title\n\none\n");
  compiled(folder, {"x.txt"}, "a.corpack");
  test::write_file(folder / "x.txt", "Title\n\none\n\ntwo\n");
  compiled(folder, {"x.txt"}, "b.corpack");
  CompileOptions options;
  options.inputs = {(folder / "a.corpack").string(), (folder / "b.corpack").string()};
  options.output = folder / "merged.corpack";
  std::ostringstream reports;
  Diagnostics diagnostics{reports};
  const CompileSummary summary = compile(options, diagnostics);
  CHECK(summary.duplicates == 1);
  CHECK(summary.read == 3);
  CHECK_THAT(reports.str(),
             Contains((folder / "b.corpack/x.txt:3: warning: same key as the record at ").string() +
                      (folder / "a.corpack/x.txt:3").string()));
  CHECK(source_names_of(Dataset{options.output}) ==
        std::vector<std::string>{"a.corpack/x.txt", "b.corpack/x.txt"});
}

TEST_CASE("keys with one hash stay apart when datasets are merged") {
  const TemporaryFolder folder;
  test::write_file(folder / "a.txt", "A\n\nfirst\n\nsecond\n");
  test::write_file(folder / "b.txt", "B\n\nsecond\n\nthird\n");
  CompileOptions options;
  options.id_of_key = [](std::string_view) { return Id{42}; };
  const std::string expected = compiled(folder, {"a.txt", "b.txt"}, "all.corpack", options);
  compiled(folder, {"a.txt"}, "a.corpack", options);
  compiled(folder, {"b.txt"}, "b.corpack", options);
  CHECK((compiled(folder, {"a.corpack", "b.corpack"}, "merged.corpack", options) == expected));
  CHECK(Dataset{folder / "merged.corpack"}.size() == 3);
}

TEST_CASE("settings come from the datasets unless they are given") {
  const TemporaryFolder folder;
  test::write_file(folder / "a.txt", "A\n\nmirrors\n");
  test::write_file(folder / "b.txt", "B\n\nnetworks\n");
  CompileOptions german;
  german.language = "german";
  german.positions = false;
  german.pairs = {{"licence", "CC0"}, {"version", "1"}};
  compiled(folder, {"a.txt"}, "a.corpack", german);
  german.pairs = {{"other", "pair"}};
  compiled(folder, {"b.txt"}, "b.corpack", german);
  CompileOptions options;
  options.pairs = {{"version", "2"}, {"by", "me"}};
  compiled(folder, {"a.corpack", "b.txt", "b.corpack"}, "merged.corpack", options);
  const Dataset merged{folder / "merged.corpack"};
  CHECK(merged.info().analyzer().language == "german");
  CHECK_FALSE(merged.has_positions());
  std::string pairs;
  for (const Pair& pair : merged.info().pairs())
    pairs += std::string{pair.key} + '=' + std::string{pair.value} + ' ';
  CHECK(pairs == "licence=CC0 version=2 by=me ");

  compiled(folder, {"b.txt"}, "english.corpack");
  CHECK_THROWS_WITH(compiled(folder, {"a.corpack", "english.corpack"}, "none.corpack"),
                    Contains((folder / "a.corpack").string() + " (language german") &&
                        Contains((folder / "english.corpack").string() + " (language english") &&
                        Contains("--language"));
  CHECK_FALSE(std::filesystem::exists(folder / "none.corpack"));
  options.language = "french";
  compiled(folder, {"a.corpack", "english.corpack"}, "french.corpack", options);
  const Dataset french{folder / "french.corpack"};
  CHECK(french.info().analyzer().language == "french");
  CHECK(french.has_positions());
}

TEST_CASE("the frozen dataset is an input") {
  const TemporaryFolder folder;
  std::filesystem::copy_file(test::frozen_path(), folder / "frozen.corpack");
  compiled(folder, {"frozen.corpack"}, "again.corpack");
  const Dataset before{folder / "frozen.corpack"};
  const Dataset after{folder / "again.corpack"};
  REQUIRE(after.size() == before.size());
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    CHECK(after.at(i).key() == before.at(i).key());
    CHECK(after.at(i).text() == before.at(i).text());
    CHECK(after.at(i).line() == before.at(i).line());
    CHECK(after.at(i).source().name == before.at(i).source().name);
    CHECK(after.at(i).fields().size() == before.at(i).fields().size());
    for (const FieldValue& field : before.at(i).fields()) CHECK(after.at(i).field(field.name) == field.value);
  }
}

TEST_CASE("a damaged dataset is refused by name, and nothing is written") {
  const TemporaryFolder folder;
  const std::string whole = test::read_file(test::frozen_path());
  std::mt19937_64 random{3};
  for (int i = 0; i < 100; ++i) {
    std::string bytes = whole;
    if (i % 10 == 0)
      bytes.resize(random() % bytes.size());
    else
      bytes[random() % bytes.size()] ^= static_cast<char>(1 + random() % 255);
    test::write_file(folder / "damaged.corpack", bytes);
    CHECK_THROWS_WITH(compiled(folder, {"damaged.corpack"}, "out.corpack"),
                      Contains((folder / "damaged.corpack").string()));
    CHECK_FALSE(std::filesystem::exists(folder / "out.corpack"));
  }
}

TEST_CASE("a dataset that was built wrong is refused, or gives records") {
  const TemporaryFolder folder;
  const std::string whole = test::read_file(test::frozen_path());
  const test::Layout layout{Dataset{test::frozen_path()}};
  std::mt19937_64 random{4};
  int refused = 0;
  for (int i = 0; i < 400; ++i) {
    std::string bytes = whole;
    for (const auto& part : layout.parts()) {
      if (part.table != (i % 4 == 0 ? "meta" : "records")) continue;
      for (std::uint64_t k = 1 + random() % 3; k-- > 0;)
        bytes[part.offset + random() % part.size] =
            static_cast<char>(random() % 4 == 0 ? random() : random() % 8);
    }
    layout.reseal(bytes);
    test::write_file(folder / "wrong.corpack", bytes);
    try {
      compiled(folder, {"wrong.corpack"}, "out.corpack");
    } catch (const Error& error) {
      ++refused;
      CHECK_THAT(error.what(), Contains("wrong.corpack") || Contains("language") || Contains("no records"));
    }
    std::filesystem::remove(folder / "out.corpack");
  }
  CHECK(refused > 0);
}
