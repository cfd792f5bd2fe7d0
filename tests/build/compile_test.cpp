// compile() from dump to dataset: the same records out, and the same bytes for any number of threads and
// memory.
#include <map>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/verify.hpp>

#include "build/compiled.hpp"
#include "memory_plan.hpp"

using namespace corpack;
using test::compile_quietly;
using test::options_for;
using test::TemporaryFolder;

namespace {

struct RandomRecord {
  std::string key;
  std::string text;
  std::map<std::string, std::string> fields;

  // With the title, where there is one, before it.
  std::string whole_text() const {
    const auto title = fields.find("title");
    return title == fields.end() || title->second.empty() ? text : title->second + '\n' + text;
  }
};

std::string json_string(const std::string& text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      constexpr char digits[] = "0123456789abcdef";
      json += "\\u00";
      json += digits[static_cast<unsigned char>(c) >> 4];
      json += digits[c & 15];
    } else {
      json += c;
    }
  }
  return json + '"';
}

// Text of odd pieces: controls with NUL among them, words, white space, several scripts.
std::string random_text(std::mt19937_64& random, std::size_t pieces) {
  static const std::string choices[] = {"alpha",    "Beta", " ",        "\n",        std::string(1, '\0'),
                                        "\x01\x1F", "\"",   "\\",       "é",         "铁路",
                                        "𝛼",        "C++",  "net-work", "$\\alpha$", "\t",
                                        "  ",       "12",   "É",        "\x7F"};
  std::string text;
  for (std::size_t i = 0; i < pieces; ++i) text += choices[random() % std::size(choices)];
  return text;
}

std::string dump_of(const std::vector<RandomRecord>& records) {
  std::string dump;
  for (const RandomRecord& record : records) {
    dump += "{\"id\":" + json_string(record.key) + ",\"text\":" + json_string(record.text);
    for (const auto& [name, value] : record.fields)
      dump += ',' + json_string(name) + ':' + json_string(value);
    dump += "}\n";
  }
  return dump;
}

std::vector<RandomRecord> random_records(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random{seed};
  std::vector<RandomRecord> records;
  for (std::size_t i = 0; i < count; ++i) {
    RandomRecord record;
    record.key = "k" + std::to_string(i) + random_text(random, random() % 3);
    record.text = "t" + random_text(random, random() % 40) + "t";
    for (const char* name : {"title", "venue", "note"})
      if (random() % 3 == 0) record.fields[name] = random_text(random, random() % 6);
    records.push_back(record);
  }
  return records;
}

// A text dump of paragraphs of made-up words, some frequent, some rare.
std::string word_dump(std::size_t records) {
  std::mt19937_64 random{7};
  std::string dump = "Words\n";
  for (std::size_t i = 0; i < records; ++i) {
    dump += "\nnumber" + std::to_string(i);
    for (std::size_t k = random() % 60; k-- > 0;) {
      const std::uint64_t word = random() % (random() % 4 == 0 ? 40000 : 50);
      dump += " w" + std::to_string(word);
    }
    dump += '\n';
  }
  return dump;
}

}  // namespace

TEST_CASE("random records with fields come out as they went in") {
  const TemporaryFolder folder;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const std::vector<RandomRecord> records = random_records(seed, 1 + 300 * (seed - 1));
    CompileOptions options = options_for(folder, "random.jsonl", dump_of(records));
    options.dump.id_field = "id";
    options.positions = seed % 2 == 0;
    REQUIRE(compile_quietly(options).records == records.size());
    const Dataset dataset{options.output};
    REQUIRE(dataset.size() == records.size());
    for (std::uint32_t i = 0; i < dataset.size(); ++i) {
      const auto found = dataset.find(records[i].key);
      REQUIRE(found.has_value());
      CHECK(found->ordinal() == i);
      CHECK(found->text() == records[i].whole_text());
      CHECK(found->key() == records[i].key);
      CHECK(found->line() == i + 1);
      CHECK(dataset.at(i).text() == records[i].whole_text());
      CHECK(found->id() == Id::of(records[i].key));
      for (const char* name : {"title", "venue", "note"}) {
        const auto field = found->field(name);
        const auto expected = records[i].fields.find(name);
        REQUIRE(field.has_value() == (expected != records[i].fields.end()));
        if (field) CHECK(*field == expected->second);
      }
    }
    CHECK_FALSE(dataset.find("no such key"));
    CHECK(dataset.verify(VerifyLevel::full).good());
  }
}

TEST_CASE("the same bytes for any number of threads and any memory") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "words.txt", word_dump(40000), "first.corpack");
  options.threads = 1;
  const CompileSummary roomy = compile_quietly(options);
  CHECK(roomy.runs == 0);
  const std::string expected = test::read_file(options.output);
  options.output = folder / "second.corpack";
  struct Memory {
    std::size_t all;
    std::size_t gather;
    std::size_t list;
  };
  constexpr std::size_t much = std::size_t{1} << 30;
  // Little memory; a run for each batch, and lists in pieces; no runs, and lists in pieces.
  for (const unsigned threads : {1u, 2u, 3u, 8u})
    for (const Memory memory :
         {Memory{MemoryPlan::least_bytes, much, much}, Memory{much, 1, 1000}, Memory{much, much, 1000}}) {
      options.threads = threads;
      options.memory_bytes = memory.all;
      options.max_gather_bytes = memory.gather;
      options.max_list_bytes = memory.list;
      const CompileSummary summary = compile_quietly(options);
      if (memory.gather == 1) CHECK(summary.runs > 1);
      CHECK((test::read_file(options.output) == expected));
    }
  CHECK(Dataset{options.output}.verify(VerifyLevel::full).good());
}

TEST_CASE("positions can be left out") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "words.txt", word_dump(300));
  options.positions = false;
  compile_quietly(options);
  const Dataset dataset{options.output};
  CHECK_FALSE(dataset.has_positions());
  CHECK(dataset.blocks(format::tables::positions).empty());
  CHECK(dataset.verify(VerifyLevel::full).good());
}

TEST_CASE("ten records take less than 100 KiB") {
  const TemporaryFolder folder;
  const CompileOptions options =
      options_for(folder, "ten.txt", "Ten\n\n1\n\n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n9\n\n10\n");
  CHECK(compile_quietly(options).records == 10);
  CHECK(std::filesystem::file_size(options.output) < 100 * 1024);
}

TEST_CASE("two keys with one hash are two records") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "two.txt", "Two\n\nfirst\n\nsecond\n\nthird\n\nfirst\n");
  const auto one_hash = [](std::string_view) { return Id{42}; };
  options.id_of_key = one_hash;
  const CompileSummary summary = compile_quietly(options);
  CHECK(summary.records == 3);
  CHECK(summary.duplicates == 1);
  const Dataset dataset{options.output};
  for (const char* key : {"first", "second", "third"}) {
    const auto found = dataset.find_hashed(Id{42}, key);
    REQUIRE(found.has_value());
    CHECK(found->text() == key);
  }
  CHECK_FALSE(dataset.find_hashed(Id{42}, "fourth"));
  CHECK(dataset.find(Id{42})->text() == "first");
  CHECK(dataset.find_all(Id{42}).size() == 3);
  CHECK_FALSE(dataset.find(Id{41}));
  CHECK_FALSE(dataset.find(Id{43}));
}

TEST_CASE("a weak hash splits into many buckets of many records") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "words.txt", word_dump(3000));
  options.id_of_key = [](std::string_view key) { return Id{hash64(key) % 97 * 0x0123456789ABCDEu}; };
  compile_quietly(options);
  const Dataset dataset{options.output};
  for (const Record record : dataset) {
    const auto found = dataset.find_hashed(options.id_of_key(record.text()), record.text());
    REQUIRE(found.has_value());
    CHECK(found->ordinal() == record.ordinal());
  }
}

TEST_CASE("keys of every size, and with a NUL") {
  const TemporaryFolder folder;
  std::string dump;
  std::vector<std::string> keys;
  for (const std::size_t size : {0u, 1u, 510u, 511u, 512u, 65536u}) keys.emplace_back(size, 'k');
  keys.emplace_back("a\0b", 3);
  keys.emplace_back("a");
  for (const std::string& key : keys)
    dump += "{\"id\":" + json_string(key) + ",\"text\":\"text " + std::to_string(key.size()) + "\"}\n";
  CompileOptions options = options_for(folder, "keys.jsonl", dump);
  options.dump.id_field = "id";
  CHECK(compile_quietly(options).records == keys.size());
  const Dataset dataset{options.output};
  for (const std::string& key : keys) {
    const auto found = dataset.find(key);
    REQUIRE(found.has_value());
    CHECK(found->key() == key);
    CHECK(found->text() == "text " + std::to_string(key.size()));
  }
}

TEST_CASE("what may not be replaced stays, and a dataset may") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "one.txt", "One\n\nrecord\n");
  const auto refused = [&](const std::filesystem::path& output) {
    options.output = output;
    CHECK_THROWS_AS(compile_quietly(options), Error);
  };
  refused(folder / "one.txt");
  refused(folder.path());
  refused(folder / "missing" / std::filesystem::path{"x.corpack"});
  std::filesystem::create_symlink("nowhere", folder / "link");
  refused(folder / "link");
  CHECK(test::read_file(folder / "one.txt") == "One\n\nrecord\n");
  options.output = folder / "good.corpack";
  compile_quietly(options);
  const std::string first = test::read_file(options.output);
  compile_quietly(options);
  CHECK(test::read_file(options.output) == first);
  options.inputs.push_back((folder / "missing.txt").string());
  CHECK_THROWS_AS(compile_quietly(options), Error);
  CHECK(test::read_file(options.output) == first);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{folder.path()}) ++files;
  CHECK(files == 3);  // the dump, the link, the dataset: nothing is left behind
}

TEST_CASE("more blocks than one: records, ids and words past the size of a block") {
  const TemporaryFolder folder;
  std::string dump = "Blocks\n";
  const std::string filler(50000, 'x');
  for (int i = 0; i < 500; ++i) dump += "\n" + std::to_string(i) + " common " + filler + "\n";
  const CompileOptions options = options_for(folder, "blocks.txt", dump);
  compile_quietly(options);
  const Dataset dataset{options.output};
  CHECK(dataset.blocks(format::tables::records).size() == 3);  // 25 MB in blocks of 8 MiB and a little
  for (int i = 0; i < 500; ++i) {
    const std::string text = std::to_string(i) + " common " + filler;
    const auto found = dataset.find(text);
    REQUIRE(found.has_value());
    CHECK(found->ordinal() == static_cast<std::uint32_t>(i));
    CHECK((dataset.at(static_cast<std::uint32_t>(i)).text() == text));
  }
  CHECK(dataset.verify(VerifyLevel::full).good());
}

// LMDB's default map has 1 MiB, the writer's first one 64.
TEST_CASE("a dump larger than the first map") {
  const TemporaryFolder folder;
  const std::string filler(std::size_t{1} << 20, 'x');
  std::string dump = "Large\n";
  for (int i = 0; i < 80; ++i) dump += "\n" + std::to_string(i) + " " + filler + "\n";
  const CompileOptions options = options_for(folder, "large.txt", dump);
  CHECK(compile_quietly(options).records == 80);
  const Dataset dataset{options.output};
  CHECK(dataset.file_bytes() > std::size_t{80} << 20);
  CHECK((dataset.at(79).text() == "79 " + filler));
  CHECK(dataset.verify(VerifyLevel::checksum).good());
}
