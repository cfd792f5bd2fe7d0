// Which fields are indexed, and that their tables do not depend on how they were made.
#include "indexed_fields.hpp"

#include <optional>
#include <random>
#include <sstream>
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

using Names = std::vector<std::string>;

const char* const two_papers =
    R"({"id":"a","title":"Mirrors","text":"of glass","year":2024,"tags":["x","y"]}
{"id":"b","title":"Lenses","text":"too","place":"Rome"}
)";

Names indexes_of(const Dataset& dataset) {
  Names names;
  for (std::uint32_t index = 0; index < dataset.indexes(); ++index)
    names.emplace_back(dataset.index_name(index));
  return names;
}

Names indexes_of(const TemporaryFolder& folder, std::string_view dump,
                 std::optional<Names> asked = std::nullopt) {
  CompileOptions options = options_for(folder, "dump.jsonl", dump);
  options.indexed_fields = std::move(asked);
  const CompileSummary summary = compile_quietly(options);
  const Dataset dataset{options.output};
  CHECK(dataset.verify(VerifyLevel::full).good());
  CHECK(summary.indexes == indexes_of(dataset));
  return summary.indexes;
}

// What is indexed of two_papers, and said, where these fields are asked for.
struct Reported {
  Names indexes;
  std::uint64_t missing = 0;
  std::string said;
};

Reported report_of(Names asked) {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "dump.jsonl", two_papers);
  options.indexed_fields = std::move(asked);
  std::ostringstream said;
  Diagnostics diagnostics{said};
  const CompileSummary summary = compile(options, diagnostics);
  return {summary.indexes, diagnostics.count(Trouble::missing_field), said.str()};
}

// Records of some words, in fields some of which are in few of them.
std::string dump_of_fields(std::size_t records) {
  std::mt19937_64 random{5};
  std::string dump;
  for (std::size_t i = 0; i < records; ++i) {
    const auto word = [&](unsigned most) {
      return "word" + std::to_string(random() % (1 + random() % most));
    };
    dump += "{\"id\":\"" + std::to_string(i) + "\",\"title\":\"" + word(5000) + ' ' + word(50) +
            "\",\"text\":\"" + word(900) + ' ' + word(9) + ' ' + word(90) + '"';
    if (i % 3 != 0) dump += ",\"year\":" + std::to_string(1990 + random() % 40);
    if (i % 501 == 7) dump += ",\"note\":\"" + word(20) + " \\u00e9t\\u00e9s\"";
    dump += "}\n";
  }
  return dump;
}

}  // namespace

TEST_CASE("by default the title is indexed, and what is no part of the text") {
  const TemporaryFolder folder;
  CHECK(indexes_of(folder, two_papers) == Names{"text", "title", "year", "tags", "place"});
  CHECK(indexes_of(folder, two_papers, Names{}) == Names{"text"});
  CHECK(indexes_of(folder, two_papers, Names{"place", "text", "title"}) == Names{"text", "title", "place"});
  CHECK(indexes_of(folder, R"({"TITLE":"Mirrors","name":"of glass","year":2024})") ==
        Names{"text", "TITLE", "name", "year"});
  // Without a usual text all strings are the text.
  CHECK(indexes_of(folder, R"({"name":"Mirrors","about":"of glass","year":2024})") == Names{"text", "year"});
}

TEST_CASE("an index may have no words") {
  const TemporaryFolder folder;
  CHECK(indexes_of(folder, R"({"text":"a","sign":"--"})") == Names{"text", "sign"});
  CHECK(indexes_of(folder, R"({"text":"--","sign":"mirror"})") == Names{"text", "sign"});
}

TEST_CASE("only so many fields are indexed without being asked for") {
  const TemporaryFolder folder;
  std::string record = "{\"text\":\"a\"";
  Names all;
  for (int i = 0; i < 300; ++i) {
    all.push_back("f" + std::to_string(i));
    record += ",\"" + all.back() + "\":\"b c\"";
  }
  CHECK(indexes_of(folder, record + "}").size() == 1 + 64);
  CHECK(indexes_of(folder, record + "}", all).size() == 1 + 300);
}

TEST_CASE("fields that were asked for and are not there are reported") {
  const Reported title = report_of({"title", "nowhere"});
  CHECK(title.missing == 1);
  CHECK_THAT(title.said, Catch::Matchers::Contains("--index: warning: no record has a field \"nowhere\""));
}

TEST_CASE("names are asked for in any case, and a key is no field") {
  const Reported title = report_of({"id", "TITLE"});
  CHECK(title.indexes == Names{"text", "title"});
  CHECK(title.said ==
        "--index: warning: no record has a field \"id\", which was asked for; the key of a record is none of "
        "its fields\n");
}

TEST_CASE("how many fields were left out is told") {
  const TemporaryFolder folder;
  std::string dump = "{\"id\":\"a\"";
  for (int i = 0; i < 70; ++i) dump += ",\"f" + std::to_string(i) + "\":" + std::to_string(i);
  const CompileSummary summary =
      compile_quietly(options_for(folder, "dump.jsonl", dump + ",\"text\":\"b\"}"));
  CHECK(summary.indexes.size() == 1 + 64);
  CHECK(summary.left_out_fields == 6);
}

TEST_CASE("indexes of fields are the same for any number of threads and any memory") {
  const TemporaryFolder folder;
  CompileOptions options = options_for(folder, "dump.jsonl", dump_of_fields(20000), "first.corpack");
  options.positions = GENERATE(true, false);
  options.threads = 1;
  CHECK(compile_quietly(options).runs == 0);
  const std::string expected = test::read_file(options.output);
  options.output = folder / "second.corpack";
  options.dump.batch_bytes = 50000;
  constexpr std::size_t much = std::size_t{1} << 30;
  for (const unsigned threads : {1u, 3u})
    for (const std::size_t gather : {std::size_t{1}, much})
      for (const std::size_t list : {std::size_t{500}, much}) {
        options.threads = threads;
        options.memory_bytes = gather == 1 ? MemoryPlan::least_bytes : much;
        options.max_gather_bytes = gather;
        options.max_list_bytes = list;
        const CompileSummary summary = compile_quietly(options);
        if (gather == 1) CHECK(summary.runs > 1);
        CHECK((test::read_file(options.output) == expected));
      }
  CHECK(Dataset{options.output}.verify(VerifyLevel::full).good());
}

TEST_CASE("indexed fields come from the datasets unless they are given") {
  const TemporaryFolder folder;
  const auto compiled = [&](const Names& inputs, const std::string& out, std::optional<Names> asked) {
    CompileOptions options;
    for (const std::string& input : inputs) options.inputs.push_back((folder / input).string());
    options.output = folder / out;
    options.indexed_fields = std::move(asked);
    compile_quietly(options);
    return indexes_of(Dataset{options.output});
  };
  test::write_file(folder / "a.jsonl", two_papers);
  test::write_file(folder / "b.jsonl", R"({"id":"c","text":"e","title":"f","place":"Oslo","isbn":"1"})");
  compiled({"a.jsonl"}, "a.corpack", Names{"year"});
  compiled({"b.jsonl"}, "b.corpack", Names{"place"});
  CHECK(compiled({"a.corpack", "b.corpack"}, "c.corpack", std::nullopt) == Names{"text", "year", "place"});
  CHECK(compiled({"a.corpack", "b.jsonl"}, "c.corpack", std::nullopt) == Names{"text", "year", "isbn"});
  CHECK(compiled({"a.corpack", "b.corpack"}, "c.corpack", Names{"title"}) == Names{"text", "title"});
}

TEST_CASE("no more fields are indexed than a table has room for blocks") {
  TemporaryFolder folder;
  std::string dump = "{\"id\":\"a\",\"text\":\"words\"";
  Names names;
  for (std::size_t i = 0; i <= IndexedFields::max_indexed; ++i) {
    names.push_back("field" + std::to_string(i));
    dump += ",\"" + names.back() + "\":\"value" + std::to_string(i) + '"';
  }
  dump += "}\n";
  CompileOptions options = options_for(folder, "dump.jsonl", dump);
  options.indexed_fields = names;
  CHECK_THROWS_WITH(compile_quietly(options),
                    Catch::Matchers::Contains("more than 1023 fields are to be indexed"));
  names.pop_back();
  CHECK(indexes_of(folder, dump, names).size() == 1024);
}
