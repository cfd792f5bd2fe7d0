// Which records differ between two datasets.
#include "dataset_diff.hpp"

#include <map>
#include <random>
#include <string>

#include <catch2/catch.hpp>

#include "build/compiled.hpp"
#include "reader/layout.hpp"

using namespace corpack;
using test::compile_quietly;
using test::options_for;
using test::TemporaryFolder;

namespace {

using Texts = std::map<std::string, std::string>;  // by key

std::string dump_of(const Texts& texts) {
  std::string dump;
  for (const auto& [key, text] : texts) dump += R"({"id":")" + key + R"(","text":")" + text + "\"}\n";
  return dump;
}

// What a key's entry says, from keys to signs; unchanged ones are " ".
std::map<std::string, char> signs(const Dataset& before, const Dataset& after) {
  std::map<std::string, char> signs;
  diff_datasets(before, after, [&](const DiffEntry& entry) {
    REQUIRE((entry.before || entry.after));
    if (entry.before && entry.after) CHECK(entry.before->key() == entry.after->key());
    const std::string key{(entry.before ? entry.before : entry.after)->key()};
    CHECK_FALSE(signs.contains(key));
    signs[key] = !entry.before ? '+' : !entry.after ? '-' : entry.is_changed ? '~' : ' ';
  });
  return signs;
}

}  // namespace

TEST_CASE("each key once, added, removed, changed or the same, by any hash") {
  const TemporaryFolder folder;
  std::mt19937_64 random{5};
  using Hash = Id (*)(std::string_view);
  for (const Hash hash : {Hash{Id::of}, Hash{[](std::string_view) { return Id{42}; }},
                          Hash{[](std::string_view key) { return Id{hash64(key) % 7}; }}}) {
    Texts old_texts;
    Texts new_texts;
    std::map<std::string, char> expected;
    for (int i = 0; i < 300; ++i) {
      const std::string key = "k" + std::to_string(i);
      const std::uint64_t kind = random() % 4;
      if (kind != 0) old_texts[key] = "text " + std::to_string(random() % 2);
      if (kind != 1) new_texts[key] = kind == 2 ? old_texts[key] : "text " + std::to_string(random() % 2);
      expected[key] = kind == 0 ? '+' : kind == 1 ? '-' : old_texts[key] == new_texts[key] ? ' ' : '~';
    }
    CompileOptions options = options_for(folder, "a.jsonl", dump_of(old_texts), "a.corpack");
    options.id_of_key = hash;
    compile_quietly(options);
    options = options_for(folder, "b.jsonl", dump_of(new_texts), "b.corpack");
    options.id_of_key = hash;
    compile_quietly(options);
    CHECK(signs(Dataset{folder / "a.corpack"}, Dataset{folder / "b.corpack"}) == expected);
  }
}

TEST_CASE("fields count by name and value; their order, places and sources do not") {
  const TemporaryFolder folder;
  compile_quietly(options_for(folder, "a.jsonl",
                              R"({"id":"same","x":"1","y":"2","text":"t"}
{"id":"value","x":"1","text":"t"}
{"id":"name","x":"1","text":"t"}
{"id":"more","x":"1","text":"t"}
{"id":"part","title":"t","text":"u"}
)",
                              "a.corpack"));
  compile_quietly(options_for(folder, "other.jsonl",
                              R"({"id":"part","text":"t\nu","title":"t"}
{"id":"more","y":"1","x":"1","text":"t"}
{"id":"name","y":"1","text":"t"}
{"id":"value","x":"2","text":"t"}
{"id":"same","y":"2","x":"1","text":"t"}
)",
                              "b.corpack"));
  const Dataset before{folder / "a.corpack"};
  const Dataset after{folder / "b.corpack"};
  const auto found = signs(before, after);
  CHECK(found.at("same") == ' ');
  CHECK(found.at("value") == '~');
  CHECK(found.at("name") == '~');
  CHECK(found.at("more") == '~');
  CHECK(found.at("part") == '~');
  for (const auto& [key, sign] : signs(before, before)) CHECK(sign == ' ');
}

TEST_CASE("who reads all texts of a dataset stops where they overlap") {
  const TemporaryFolder folder;
  const CompileOptions good = options_for(
      folder, "a.jsonl", dump_of(Texts{{"a", std::string(10000, 'a')}, {"b", "short"}, {"c", "short"}}));
  compile_quietly(good);
  std::string bytes = test::read_file(good.output);
  {
    const Dataset dataset{good.output};
    const auto& texts = *format::GetRecords(dataset.blocks(format::tables::records).front().data)->texts();
    for (std::uint32_t i = 1; i < texts.size(); ++i) {
      const std::uint8_t* const slot = texts.Data() + 4 * i;
      const auto offset = static_cast<std::uint32_t>(texts.Get(0)->Data() - 4 - slot);
      std::memcpy(bytes.data() + (reinterpret_cast<const char*>(slot) - dataset.bytes().data()), &offset,
                  sizeof offset);
    }
    test::Layout{dataset}.reseal(bytes);
  }
  test::write_file(folder / "damaged.corpack", bytes);
  const Dataset damaged{folder / "damaged.corpack"};
  CHECK_THROWS_WITH(diff_datasets(damaged, damaged, [](const DiffEntry&) {}),
                    Catch::Contains("damaged.corpack") && Catch::Contains("its texts overlap"));
  CompileOptions merged = good;
  merged.inputs = {(folder / "damaged.corpack").string()};
  merged.output = folder / "merged.corpack";
  CHECK_THROWS_WITH(compile_quietly(merged), Catch::Contains("its texts overlap"));
}
