// `corpack search` and `corpack terms`, run as a user runs them.
#include <cmath>

#include <catch2/catch.hpp>
#include <simdjson.h>

#include "command/command.hpp"

using namespace corpack::test;
using Catch::Matchers::Contains;

namespace {

// Three records whose matches can be counted by eye.
std::string compile_small(const TemporaryFolder& folder) {
  const std::string dump =
      folder.write("d.jsonl",
                   "{\"n\":\"a1\",\"text\":\"red apple\"}\n"
                   "{\"n\":\"b 2\",\"text\":\"red red pear\\u001b[31m\\nover two lines\"}\n"
                   "{\"n\":\"c3\",\"text\":\"green pear info\"}\n");
  const std::string dataset = folder / "small.corpack";
  REQUIRE(run_corpack({"compile", "--id", "n", dump, "-o", dataset}).status == 0);
  return dataset;
}

}  // namespace

TEST_CASE("search: JSON names rank, id, score, place and text") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const Outcome outcome = run_corpack({"search", dataset, "apple", "green", "--json", "--exact-total"});
  REQUIRE(outcome.status == 0);
  REQUIRE(lines_of(outcome.out).size() == 1);
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(outcome.out);
  CHECK(std::string_view{answer["query"]} == "apple green");
  CHECK(std::uint64_t{answer["total"]} == 2);
  CHECK(bool{answer["total_exact"]});
  REQUIRE(simdjson::dom::array{answer["hits"]}.size() == 2);
  // The shorter record of the two, which hold one rare word each, scores higher.
  const simdjson::dom::element first = answer["hits"].at(0);
  CHECK(std::uint64_t{first["rank"]} == 1);
  CHECK(std::string_view{first["key"]} == "a1");
  CHECK(std::uint64_t{first["ordinal"]} == 0);
  CHECK(std::string_view{first["source"]} == "d.jsonl");
  CHECK(std::uint64_t{first["line"]} == 1);
  CHECK(std::string_view{first["text"]} == "red apple");
  CHECK(double{first["score"]} > double{answer["hits"].at(1)["score"]});
  const simdjson::dom::element second =
      parser
          .parse(run_corpack({"search", dataset, "apple", "green", "--json", "--offset", "1", "-k", "1"})
                     .out)["hits"]
          .at(0);
  CHECK(std::uint64_t{second["rank"]} == 2);
  CHECK(std::string_view{second["key"]} == "c3");
}

TEST_CASE("search: exit status") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  CHECK(run_corpack({"search", dataset, "apple"}).status == 0);
  const Outcome none = run_corpack({"search", dataset, "cherry"});
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK(none.err == "0 records\n");
  CHECK(run_corpack({"search", dataset}).status == 2);
  CHECK(run_corpack({"search", dataset, "apple", "--limit=-1"}).status == 2);
  CHECK(run_corpack({"search", folder / "none", "apple"}).status == 2);
  CHECK(run_corpack({"search", dataset, "apple", "--json", "--trec", "t"}).status == 2);
  CHECK(run_corpack(
            {"search", dataset, "apple", "--offset", "18446744073709551615", "-k", "18446744073709551615"})
            .status == 0);
}

TEST_CASE("search: what was probably meant, in the answer and for people") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const Outcome people = run_corpack({"search", dataset, "+aple", "green"});
  CHECK(people.status == 1);
  CHECK(people.err == "0 records\ndid you mean: +apple green\n");
  simdjson::dom::parser parser;
  const Outcome json = run_corpack({"search", dataset, "aple", "green", "--json"});
  CHECK(json.err.empty());
  CHECK(std::string_view{parser.parse(json.out)["did_you_mean"]} == "apple green");
  CHECK_THAT(run_corpack({"search", dataset, "apple", "--json"}).out, !Contains("did_you_mean"));
  CHECK(run_corpack({"search", dataset, "aple", "--trec", "t"}).err.empty());
}

TEST_CASE("search: an explanation adds up to the score") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  simdjson::dom::parser parser;
  const simdjson::dom::element hit =
      parser
          .parse(run_corpack({"search", dataset, "red", "pear^2", "ov*", "--explain", "--json"}).out)["hits"]
          .at(0);
  CHECK(std::string_view{hit["key"]} == "b 2");
  REQUIRE(simdjson::dom::array{hit["explain"]}.size() == 3);
  double sum = 0;
  for (const simdjson::dom::element part : hit["explain"]) sum += double{part["score"]};
  CHECK(sum == Approx(double{hit["score"]}).epsilon(1e-6));
  const simdjson::dom::element red = hit["explain"].at(0);
  CHECK(std::string_view{red["kind"]} == "word");
  CHECK(std::string_view{red["text"]} == "red");
  CHECK(double{red["frequency"]} == 2);
  // red is in 2 of 3 records.
  CHECK(double{red["idf"]} == Approx(std::log(1 + 1.5 / 2.5)));
  CHECK(double{hit["explain"].at(1)["boost"]} == 2);
  CHECK(std::string_view{hit["explain"].at(2)["kind"]} == "prefix");
  CHECK(double{hit["explain"].at(2)["score"]} == 1);

  const std::vector<std::string> lines =
      lines_of(run_corpack({"search", dataset, "apple", "\"red apple\"", "--explain"}).out);
  REQUIRE(lines.size() == 4);
  CHECK_THAT(lines[2], Contains("apple: boost 1 x idf") && Contains("x frequency 1 / (1 + norm") &&
                           Contains("length 2"));
  CHECK_THAT(lines[3], Contains("\"red apple\": boost 1"));
}

TEST_CASE("search: -- goes before a query that begins with a minus; words that name a verb are words") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const Outcome outcome = run_corpack({"search", dataset, "--json", "--", "-apple", "red"});
  REQUIRE(outcome.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(outcome.out);
  CHECK(std::string_view{answer["query"]} == "-apple red");
  REQUIRE(simdjson::dom::array{answer["hits"]}.size() == 1);
  CHECK(std::string_view{answer["hits"].at(0)["key"]} == "b 2");
  CHECK(run_corpack({"search", dataset, "info"}).status == 0);
  CHECK(std::string_view{parser.parse(run_corpack({"search", dataset, "--json", "[red]"}).out)["query"]} ==
        "[red]");
  const Outcome wrong = run_corpack({"search", dataset, "red", "-apple"});
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, Contains("-apple") && Contains("-- goes before"));
}

TEST_CASE("search: the form for people has one line a snippet, and nothing that drives a terminal") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const Outcome outcome = run_corpack({"search", dataset, "lines"});
  REQUIRE(outcome.status == 0);
  const std::vector<std::string> lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0], Contains("d.jsonl:2"));
  CHECK(lines[1] == "     red red pear\\x1B[31m over two lines");
  CHECK(outcome.err == "1 record\n");
}

TEST_CASE("search: matched words are bold on a terminal only, unless asked for") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const std::string bold = "\x1B[1mapple\x1B[0m";
  const auto out_of = [&](std::vector<std::string> more,
                          std::vector<std::pair<std::string, std::string>> environment, bool on_terminal) {
    more.insert(more.begin(), {"search", dataset, "apple"});
    return run({.arguments = more, .environment = environment, .on_terminal = on_terminal}).out;
  };
  CHECK_THAT(out_of({}, {{"TERM", "xterm"}, {"NO_COLOR", ""}}, true), Contains(bold));
  CHECK_THAT(out_of({}, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}, true), !Contains("\x1B"));
  CHECK_THAT(out_of({}, {{"TERM", "dumb"}, {"NO_COLOR", ""}}, true), !Contains("\x1B"));
  CHECK_THAT(out_of({}, {{"TERM", "xterm"}, {"NO_COLOR", ""}}, false), !Contains("\x1B"));
  CHECK_THAT(out_of({"--color", "always"}, {{"NO_COLOR", "1"}}, false), Contains(bold));
  CHECK_THAT(out_of({"--color", "never"}, {{"TERM", "xterm"}, {"NO_COLOR", ""}}, true), !Contains("\x1B"));
}

TEST_CASE("search: a batch, as JSON and as a TREC run") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const std::string queries = folder.write("q.tsv", "q1\tapple\r\n\nq2\tcherry\nq3\tred -apple\n");
  const Outcome json = run_corpack({"search", dataset, "--batch", queries, "--json"});
  REQUIRE(json.status == 0);
  const std::vector<std::string> answers = lines_of(json.out);
  REQUIRE(answers.size() == 3);
  simdjson::dom::parser parser;
  CHECK(std::string_view{parser.parse(answers[0])["qid"]} == "q1");
  CHECK(std::string_view{parser.parse(answers[0])["query"]} == "apple");
  CHECK(std::uint64_t{parser.parse(answers[1])["total"]} == 0);
  CHECK(std::uint64_t{parser.parse(answers[2])["total"]} == 1);

  // A run takes -apple for a word, and a key with a blank in it is named by its id.
  const std::string seeds = folder.write("b2", "b 2");
  const Outcome id = run({.arguments = {"-H3", seeds}, .program = "xxhsum"});
  const Outcome trec =
      run({.arguments = {"search", dataset, "--batch", "-", "--trec", "tag"}, .input = read_file(queries)});
  REQUIRE(trec.status == 0);
  const std::vector<std::string> lines = lines_of(trec.out);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], Catch::Matchers::Matches("q1 Q0 a1 1 [0-9.]+ tag"));
  CHECK_THAT(lines[1], Catch::Matchers::Matches("q3 Q0 a1 1 [0-9.]+ tag"));
  CHECK_THAT(lines[2], Catch::Matchers::Matches("q3 Q0 [0-9a-f]{16} 2 [0-9.]+ tag"));
  if (id.status == 0)
    CHECK_THAT(lines[2], Contains(lines_of(id.out)[0].substr(lines_of(id.out)[0].size() - 16)));

  const Outcome none =
      run({.arguments = {"search", dataset, "--batch", "-", "--json"}, .input = "x\tcherry\n"});
  CHECK(none.status == 1);
  CHECK(run_corpack({"search", dataset, "--batch", folder / "none"}).status == 2);
  CHECK(run_corpack({"search", dataset, "--batch", queries, "apple"}).status == 2);
}

TEST_CASE("search: a batch goes on behind a line that is no query, and says so") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const std::string queries = folder.write("q.tsv", "q1\tapple\nno tab\n \t\n\nq2\tgreen\nalone\n\tred\n");
  const std::string no_tab = ": a line is a query's id, a tab and the query\n";
  const Outcome json = run_corpack({"search", dataset, "--batch", queries, "--json"});
  CHECK(json.status == 2);
  CHECK(json.err == "corpack: " + queries + ":2: no tab in 'no tab'" + no_tab + "corpack: " + queries +
                        ":6: no tab in 'alone'" + no_tab);
  const std::vector<std::string> answers = lines_of(json.out);
  REQUIRE(answers.size() == 3);
  CHECK_THAT(answers[0], Contains("\"qid\":\"q1\""));
  CHECK_THAT(answers[1], Contains("\"qid\":\"q2\""));
  CHECK_THAT(answers[2], Contains("\"qid\":\"\",\"query\":\"red\""));

  // Of a run the id is a column.
  const Outcome trec = run({.arguments = {"search", dataset, "--batch", "-", "--trec", "t"},
                            .input = "q1\tapple\nq 2\tgreen\nalone\n\tred\nq3\tpear"});
  CHECK(trec.status == 2);
  CHECK_THAT(trec.err, Contains("corpack: standard input:2: 'q 2' is no query id for a TREC run") &&
                           Contains("corpack: standard input:3: no tab in 'alone'") &&
                           Contains("corpack: standard input:4: '' is no query id"));
  const std::vector<std::string> lines = lines_of(trec.out);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], Catch::StartsWith("q1 Q0 a1 1 "));
  CHECK_THAT(lines[1], Catch::StartsWith("q3 Q0 "));
  CHECK_THAT(lines[2], Catch::StartsWith("q3 Q0 "));
}

TEST_CASE("search: what was left out of a query is told to people and programs") {
  const TemporaryFolder folder;
  const std::string dataset = compile_small(folder);
  const Outcome json = run_corpack({"search", dataset, "apple~7", "--json"});
  const std::string note = "a word may differ by two letters, not by more: ~2 is used";
  CHECK(json.err == "corpack: note: " + note + "\n");
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(json.out);
  REQUIRE(simdjson::dom::array{answer["notes"]}.size() == 1);
  CHECK(std::string_view{answer["notes"].at(0)} == note);
  CHECK_THAT(run_corpack({"search", dataset, "apple", "--json"}).out, !Contains("notes"));
}

TEST_CASE("search: its help names the signs of the language") {
  const std::string help = run_corpack({"search", "--help"}).out;
  for (const std::string sign : {"word~1", "word~2", "\"a phrase\"~3", "word^2", "source:name", "text:word",
                                 "prefix*", "AND OR NOT", "QUERY.md", "--all", "--plain", "--explain"})
    CHECK_THAT(help, Contains(sign));
  CHECK_THAT(run_corpack({"compile", "--help"}).out,
             Contains("QUERY.md") && Contains("title, abstract, text"));
}

TEST_CASE("terms: words as written, with the counts of their stems, in byte order or by frequency") {
  const TemporaryFolder folder;
  const std::string dump =
      folder.write("d.txt", "Title\n\nZebra zebra apple\n\nzebras Zürich\n\napple\n\napple apple\n");
  const std::string dataset = folder / "a.corpack";
  REQUIRE(run_corpack({"compile", dump, "-o", dataset}).status == 0);
  CHECK(run_corpack({"terms", dataset}).out == "apple\t3\t4\nzebra\t2\t3\nzebras\t2\t3\nzurich\t1\t1\n");
  CHECK(run_corpack({"terms", dataset, "ZÜ"}).out == "zurich\t1\t1\n");
  CHECK(run_corpack({"terms", dataset, "--limit", "1"}).out == "apple\t3\t4\n");
  CHECK(run_corpack({"terms", dataset, "z", "--top", "2"}).out == "zebra\t2\t3\nzebras\t2\t3\n");
  CHECK(run_corpack({"terms", dataset, "--top", "1"}).out == "apple\t3\t4\n");
  CHECK(run_corpack({"terms", dataset, "+++"}).status == 1);
  const Outcome json = run_corpack({"terms", dataset, "Zeb", "--limit", "1", "--json"});
  REQUIRE(json.status == 0);
  simdjson::dom::parser parser;
  const simdjson::dom::element answer = parser.parse(json.out);
  CHECK(std::string_view{answer["prefix"]} == "zeb");
  CHECK(std::uint64_t{answer["total"]} == 2);
  REQUIRE(simdjson::dom::array{answer["terms"]}.size() == 1);
  CHECK(std::string_view{answer["terms"].at(0)["word"]} == "zebra");
  CHECK(std::uint64_t{answer["terms"].at(0)["records"]} == 2);
  CHECK(std::uint64_t{answer["terms"].at(0)["occurrences"]} == 3);
  const Outcome none = run_corpack({"terms", dataset, "q", "--json"});
  CHECK(none.status == 1);
  CHECK(none.out == "{\"field\":\"text\",\"prefix\":\"q\",\"total\":0,\"terms\":[]}\n");
}
