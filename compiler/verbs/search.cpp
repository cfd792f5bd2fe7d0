// corpack search: records by keyword, for one query or for a file of them.

#include "verbs/search.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include <fmt/format.h>

#include "dump/excerpt.hpp"
#include "verbs/arguments.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

class Search {
 public:
  Search(const SearchRequest& request, const CLI::Option& words)
      : request_(request),
        words_(words),
        dataset_(request.dataset),
        searcher_(dataset_),
        printer_(request_, searcher_) {
    if (searcher_.warning()) tell("corpack: warning: {}: {}\n", request.dataset, *searcher_.warning());
    parse_options_ = {.plain = request.plain || request.trec_tag.has_value(),
                      .all = request.all,
                      .weights = request.weights};
    // What is wrong with these is told at once, though a batch may have no query.
    for (const std::string& filter : request.filters) field_range(dataset_, filter);
    searcher_.parse({}, parse_options_);
  }

  int run() {
    if (request_.batch)
      answer_batch();
    else
      answer(std::nullopt, joined_words());
    printer_.flush();
    if (has_bad_line_) return exit_status::failed;
    return found_ ? exit_status::done : exit_status::negative;
  }

 private:
  std::string joined_words() const {
    std::string query;
    for (const std::string& word : words_.results()) query += (query.empty() ? "" : " ") + word;
    return query;
  }

  void answer_batch() {
    if (*request_.batch == "-") return answer_lines(std::cin, "standard input", true);
    std::ifstream file{*request_.batch, std::ios::binary};
    if (!file) throw Error(*request_.batch + ": cannot be opened: " + std::strerror(errno));
    answer_lines(file, *request_.batch, false);
  }

  // `is_live`: whoever writes the queries may wait for each answer.
  void answer_lines(std::istream& lines, const std::string& name, bool is_live) {
    std::uint64_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (line.ends_with('\r')) line.pop_back();
      if (line.find_first_not_of(" \t\v\f") == std::string::npos) continue;
      answer_line(line, fmt::format("{}:{}", name, number));
      if (is_live) printer_.flush();
    }
    if (lines.bad()) throw Error(name + ": cannot be read: " + std::strerror(errno));
  }

  // A line that is no query is reported, and the batch goes on.
  void answer_line(const std::string& line, const std::string& place) {
    const std::size_t tab = line.find('\t');
    const std::string query_id = line.substr(0, tab);
    if (tab == std::string::npos)
      return reject(place, "no tab in '" + excerpt(line) + "': a line is a query's id, a tab and the query");
    if (request_.trec_tag && (query_id.empty() || query_id.find_first_of(" \v\f\r") != query_id.npos))
      return reject(place, "'" + excerpt(query_id) + "' is no query id for a TREC run: it must be one word");
    answer(query_id, line.substr(tab + 1));
  }

  void reject(const std::string& place, const std::string& reason) {
    tell("corpack: {}: {}\n", place, reason);
    has_bad_line_ = true;
  }

  void answer(const std::optional<std::string>& query_id, const std::string& text) {
    Answer answer{query_id, searcher_.parse(text, parse_options_), {}, {}};
    for (const std::string& note : answer.query.notes())
      tell("corpack: note: {}{}\n", query_id ? "query " + excerpt(*query_id) + ": " : "", on_one_line(note));
    // No more than there is, so that the two cannot overflow when they are added.
    const std::uint64_t most = dataset_.size();
    SearchOptions options;
    options.limit = std::min(request_.limit, most);
    options.offset = std::min(request_.offset, most);
    options.exact_total = request_.exact_total;
    options.filters = request_.filters;
    answer.results = searcher_.run(answer.query, options);
    if (!request_.trec_tag) answer.did_you_mean = searcher_.suggest(answer.query);
    found_ = found_ || answer.results.total > 0;
    printer_.print(answer);
  }

  const SearchRequest& request_;
  const CLI::Option& words_;
  Dataset dataset_;
  Searcher searcher_;
  AnswerPrinter printer_;
  ParseOptions parse_options_;
  bool found_ = false;
  bool has_bad_line_ = false;  // in a batch
};

constexpr const char* search_footer =
    R"(A query is words, ranked by BM25, and signs:
  +word -word          must occur, must not           "a phrase"  "a phrase"~3   side by side, or nearly (slop)
  AND OR NOT ( )       in capitals                    word~1 word~2   up to 1 or 2 letters differ
  prefix*              begins so                      word^2 "a b"^2 (a b)^0.5   weighs more or less
  source:name          records of this source only; * in the name stands for anything
  field:word field:"a phrase" field:(a OR b)           in this field, where it is indexed (text:word: the text)
  year>=2020 year<2000 year=2024 year:2020..2024       only records with such a number in the field; either end
                                                       of .. may be left out
reader/QUERY.md has all of it. Several QUERY arguments are joined by blanks; -- ends the options, for a query that
begins with -.

  --all      finds only records with every word that has no sign (else any word is enough, more rank higher)
  --plain    takes signs for words: for questions as people wrote them
  --weight   looks for words without a field in this field too: its score counts so many times (text=0.5
             changes that of the text itself; 0 leaves a field out)
  --filter   is a condition for all hits, that adds nothing to the score; alone it finds all that satisfy it
  --explain  shows a score's sum: each word's boost x idf x frequency / (frequency + norm)

Exit status: 0 a hit; 1 no hit; 2 an error, or a line of the batch that is no query.

Examples:
  corpack search icml2024.corpack mirror symmetry
  corpack search icml2024.corpack '"loss function" +gradient' -k 3 --json
  corpack search icml2024.corpack mirror symmetry -k 3 --explain
  corpack search icml2024.corpack -- -attention mirror
  corpack search papers.corpack 'title:mirror type:workshop year>=2020'
  corpack search papers.corpack mirror --weight title=3,text=0.5 --filter 'year:2020..2024'
  corpack search icml2024.corpack --batch queries.tsv --trec bm25 -k 1000 > bm25.run)";

// "title=3,text=0.5", any number of them.
std::vector<FieldWeight> parse_weights(const std::vector<std::string>& lists) {
  std::vector<FieldWeight> weights;
  for (std::string_view list : lists) {
    do {
      const std::string_view one = list.substr(0, list.find(','));
      list.remove_prefix(std::min(one.size() + 1, list.size()));
      const std::size_t equals = one.rfind('=');
      const auto number =
          equals == std::string_view::npos ? std::nullopt : parse_number(one.substr(equals + 1));
      if (!number || *number < 0 || *number > QueryFields::max_weight || equals == 0)
        throw CLI::ValidationError(
            "--weight", "'" + std::string{one} + "' is not of the form field=number, from 0 to 1000000");
      weights.push_back({std::string{one.substr(0, equals)}, *number});
    } while (!list.empty());
  }
  return weights;
}

void add_search_options(CLI::App& verb, SearchRequest& request) {
  add_number(verb, "-k,--limit", request.limit, "At most so many hits (default: 10)");
  add_number(verb, "--offset", request.offset, "Pass over so many hits first");
  verb.add_flag("--exact-total", request.exact_total, "Count every record that matches");
  verb.add_flag("--plain", request.plain, "Take the query as words only, without signs");
  verb.add_flag("--all", request.all, "Every bare word must occur");
  verb.add_option("--weight", request.weight_lists,
                  "Look for words in this field too, with this weight; may be repeated")
      ->allow_extra_args(false)
      ->type_name("FIELD=NUMBER,...");
  verb.add_option("--filter", request.filters,
                  "Only records with such a number, as year>=2020; may be repeated: all must hold")
      ->allow_extra_args(false)
      ->type_name("CONDITION");
  verb.add_option("--batch", request.batch,
                  "Read lines of a query's id, a tab and the query; - is standard input")
      ->type_name("FILE");
  auto* const trec = verb.add_option("--trec", request.trec_tag,
                                     "Print a TREC run with this tag: qid Q0 key rank score TAG; implies "
                                     "--plain");
  trec->type_name("TAG")->check(
      [](const std::string& tag) {
        const bool is_one_word = !tag.empty() && tag.find_first_of(" \t\r\n") == std::string::npos;
        return is_one_word ? std::string{} : std::string{"a tag is one word"};
      },
      "", "");
  verb.add_flag("--json", request.json, "One object for each query")->excludes(trec);
  verb.add_flag("--explain", request.explain, "Show what each word and phrase adds to a hit's score")
      ->excludes(trec);
  add_color(verb, request.color);
}

}  // namespace

Verb add_search(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("search", "Find records by keyword, best first");
  const auto request = std::make_shared<SearchRequest>();
  add_dataset(*verb, request->dataset);
  const CLI::Option* const words = add_words(*verb, "QUERY", "What to look for");
  add_search_options(*verb, *request);
  verb->footer(search_footer);
  return {verb, [request, words] {
            if (request->batch && words->count() > 0)
              throw CLI::ValidationError("QUERY", "--batch has the queries");
            if (!request->batch && words->count() == 0 && request->filters.empty())
              throw CLI::RequiredError("QUERY");
            request->weights = parse_weights(request->weight_lists);
            return Search{*request, *words}.run();
          }};
}

}  // namespace corpack
