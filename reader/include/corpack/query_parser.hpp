// Parses the query language (reader/QUERY.md has its grammar) into a Query for one dataset.
//
// Lenient: whatever cannot be parsed is taken as words; nothing throws, and work is bounded (QueryLexer's
// limits, 1,024 clauses). Recursion is bounded by the depth of parentheses. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/query.hpp>
#include <corpack/query_lexer.hpp>
#include <corpack/query_simplify.hpp>
#include <corpack/query_words.hpp>

namespace corpack {

struct ParseOptions {
  bool plain = false;  // words only: no operators, no phrases
  bool all = false;    // every word is required
  // Where words without a field before them are looked for besides the text, and how much each field's score
  // counts: {{"title", 3}, {"text", 0.5}}; 0: the field is left out.
  std::vector<FieldWeight> weights{};
};

class QueryParser {
 public:
  static constexpr std::size_t max_clauses = 1024;

  QueryParser(QueryWords& words, std::string_view text, ParseOptions options)
      : words_(words), text_(text), options_(options), lexer_(options.plain ? std::string_view{} : text) {}

  Query parse() {
    QueryNode root;
    root.kind = QueryNode::Kind::group;
    if (options_.plain) {
      root.clauses = words_.words(text_);
      if (options_.all) require(root.clauses);
    } else {
      while (place_ < lexemes().size()) {
        sequence(root.clauses);
        if (place_ < lexemes().size()) ++place_;  // a closing parenthesis without its opening one
      }
      if (lexer_.cut()) words_.note_cut();
    }
    if (!root.clauses.empty() && all_excluded(root.clauses)) {
      root.clauses.push_back(words_.everything());
      root.clauses.back().occur = Occur::must;
    }
    if (!simplify_query(root, max_clauses))
      words_.note("the query has too many words: the first " + std::to_string(max_clauses) +
                  " different ones are used");
    return {std::string{text_}, std::move(root), words_.notes(), words_.unknown_words(text_)};
  }

 private:
  using Kind = Lexeme::Kind;

  const std::vector<Lexeme>& lexemes() const { return lexer_.lexemes(); }
  bool at(Kind kind) const { return place_ < lexemes().size() && lexemes()[place_].kind == kind; }

  // Whether an operand follows the operator at `place_`.
  bool operand_follows() const {
    std::size_t next = place_ + 1;
    while (next < lexemes().size() && lexemes()[next].kind == Kind::operator_not) ++next;
    if (next >= lexemes().size()) return false;
    const Kind kind = lexemes()[next].kind;
    return kind == Kind::word || kind == Kind::phrase || kind == Kind::open;
  }

  // Clauses side by side, up to a closing parenthesis or the end.
  void sequence(std::vector<QueryNode>& into) {
    while (place_ < lexemes().size() && !at(Kind::close)) disjunction(into);
    require_filters(into);
    if (options_.all) require(into);
  }

  // One operand, or several with OR between them: those become one group.
  void disjunction(std::vector<QueryNode>& into) {
    std::vector<QueryNode> clauses;
    conjunction(clauses);
    bool grouped = false;
    while (at(Kind::operator_or) && operand_follows()) {
      ++place_;
      conjunction(clauses);
      grouped = true;
    }
    append(into, std::move(clauses), grouped);
  }

  // One operand, or several with AND between them: those become one group.
  void conjunction(std::vector<QueryNode>& into) {
    std::vector<QueryNode> clauses;
    operand(clauses);
    bool grouped = false;
    while (at(Kind::operator_and) && operand_follows()) {
      if (!grouped) require(clauses);
      ++place_;
      std::vector<QueryNode> next;
      operand(next);
      require(next);
      std::move(next.begin(), next.end(), std::back_inserter(clauses));
      grouped = true;
    }
    append(into, std::move(clauses), grouped);
  }

  void operand(std::vector<QueryNode>& into) {
    bool negated = false;
    while (at(Kind::operator_not) && operand_follows()) {
      negated = !negated;
      ++place_;
    }
    const Lexeme lexeme = lexemes()[place_++];
    const Occur occur = negated ? Occur::must_not : lexeme.occur;
    if (lexeme.kind == Kind::open) return parenthesis(into, occur);
    if (lexeme.names_group && at(Kind::open) && names_field(lexeme.text)) {
      const auto outside = look_in(lexeme.text);
      ++place_;
      parenthesis(into, occur);
      words_.look_in(outside);
      return;
    }
    std::vector<QueryNode> clauses = occur == Occur::must_not ? excluded_word(lexeme) : word(lexeme);
    for (QueryNode& clause : clauses) clause.weight *= lexeme.boost;
    if (occur == Occur::must) require(clauses);
    if (occur == Occur::must_not)
      for (QueryNode& clause : clauses) exclude(clause);
    std::move(clauses.begin(), clauses.end(), std::back_inserter(into));
  }

  void parenthesis(std::vector<QueryNode>& into, Occur occur) {
    std::vector<QueryNode> clauses;
    sequence(clauses);
    double boost = 1;
    if (at(Kind::close)) boost = lexemes()[place_++].boost;
    add_group(into, std::move(clauses), occur, boost);
  }

  // The clauses of a word or a phrase, or of an operator without an operand, which is a word then.
  std::vector<QueryNode> word(const Lexeme& lexeme) {
    std::vector<QueryNode> clauses;
    if (names_source(lexeme.field) && !lexeme.text.empty()) {
      clauses.push_back(words_.sources(lexeme.text));
      return clauses;
    }
    if (lexeme.kind == Kind::word && words_.filter(with_field(lexeme), clauses)) return clauses;
    if (!names_field(lexeme.field)) return word_of(lexeme, with_field(lexeme));
    const auto outside = look_in(lexeme.field);
    clauses = word_of(lexeme, lexeme.text);
    words_.look_in(outside);
    return clauses;
  }

  // `text`: of the lexeme, with the name before it where that is none of a field.
  std::vector<QueryNode> word_of(const Lexeme& lexeme, std::string_view text) {
    if (lexeme.kind != Kind::phrase)
      return lexeme.tilde ? words_.fuzzy(text, *lexeme.tilde) : words_.word(text);
    std::vector<QueryNode> clauses;
    if (!lexeme.field.empty() && text.data() != lexeme.text.data()) clauses = words_.word(lexeme.field);
    if (auto phrase = words_.phrase(lexeme.text, lexeme.tilde.value_or(0)))
      clauses.push_back(std::move(*phrase));
    return clauses;
  }

  bool is_field(std::string_view name) {
    return !name.empty() && (words_.index_named(name) || words_.has_field(name));
  }

  // Whether what follows a name is that of a source. A field that is called so and is indexed goes first.
  bool names_source(std::string_view name) { return name == "source" && !words_.is_index(name); }

  // Whether a name before a colon is that of a field. One that is none is remembered.
  bool names_field(std::string_view name) {
    if (name.empty() || names_source(name)) return false;
    if (is_field(name)) return true;
    words_.remember_name(name);
    return false;
  }

  // Looks for words in this field; in the same as before, with a note, where it is not indexed. Returns what
  // to give QueryWords::look_in() afterwards.
  std::optional<std::uint32_t> look_in(std::string_view name) {
    if (const auto index = words_.index_named(name)) return words_.look_in(index);
    words_.note_not_indexed(name);
    return words_.looked_in();
  }

  // What is excluded as one word goes only where all of it stands: -and/or excludes neither "and" nor "or".
  std::vector<QueryNode> excluded_word(const Lexeme& lexeme) {
    std::vector<QueryNode> clauses = word(lexeme);
    if (clauses.size() < 2) return clauses;
    clauses.clear();
    const bool has_name = is_field(lexeme.field);
    const auto outside = has_name ? look_in(lexeme.field) : words_.looked_in();
    if (auto phrase = words_.phrase(has_name ? lexeme.text : with_field(lexeme)))
      clauses.push_back(std::move(*phrase));
    words_.look_in(outside);
    return clauses;
  }

  // A word with the name before it.
  static std::string_view with_field(const Lexeme& lexeme) {
    if (lexeme.field.empty()) return lexeme.text;
    const char* const begin = lexeme.field.data();
    return {begin, static_cast<std::size_t>(lexeme.text.data() + lexeme.text.size() - begin)};
  }

  // Whether a clause only chooses sources.
  static bool chooses(const QueryNode& clause) {
    return clause.kind == QueryNode::Kind::sources ||
           (clause.kind == QueryNode::Kind::group &&
            std::all_of(clause.clauses.begin(), clause.clauses.end(), chooses));
  }

  // Whether a clause only chooses records by numbers, or by numbers and sources.
  static bool restricts(const QueryNode& clause) {
    return clause.kind == QueryNode::Kind::numbers ||
           (clause.kind == QueryNode::Kind::group && !chooses(clause) &&
            std::all_of(clause.clauses.begin(), clause.clauses.end(),
                        [](const QueryNode& c) { return restricts(c) || chooses(c); }));
  }

  // What stands beside filters must satisfy all of them, and come from one of the sources that are named.
  static void require_filters(std::vector<QueryNode>& clauses) {
    const auto place = std::stable_partition(clauses.begin(), clauses.end(), [](const QueryNode& c) {
      return c.occur != Occur::should || !restricts(c);
    });
    std::vector<QueryNode> filters{std::make_move_iterator(place), std::make_move_iterator(clauses.end())};
    clauses.erase(place, clauses.end());
    require_sources(clauses);
    if (filters.empty()) return;
    require_any(clauses);
    for (QueryNode& filter : filters) {
      filter.occur = Occur::must;
      clauses.push_back(std::move(filter));
    }
  }

  // Sources named side by side are a choice of sources, and what is asked for must come from them.
  static void require_sources(std::vector<QueryNode>& clauses) {
    const auto place = std::stable_partition(clauses.begin(), clauses.end(), [](const QueryNode& c) {
      return c.occur != Occur::should || !chooses(c);
    });
    if (place == clauses.end()) return;
    QueryNode named;
    named.kind = QueryNode::Kind::sources;
    QueryNode choice;
    choice.kind = QueryNode::Kind::group;
    choice.occur = Occur::must;
    for (auto clause = place; clause != clauses.end(); ++clause) {
      if (clause->kind == QueryNode::Kind::sources)
        named.ranges.insert(named.ranges.end(), clause->ranges.begin(), clause->ranges.end());
      else
        choice.clauses.push_back(std::move(*clause));
    }
    clauses.erase(place, clauses.end());
    require_any(clauses);
    named.ranges = union_of(std::move(named.ranges));
    if (!named.ranges.empty() || choice.clauses.empty()) choice.clauses.push_back(std::move(named));
    clauses.push_back(std::move(choice));
  }

  // Of clauses none of which is required, at least one: a filter beside them is not enough to be found.
  static void require_any(std::vector<QueryNode>& clauses) {
    const auto wanted = std::stable_partition(clauses.begin(), clauses.end(),
                                              [](const QueryNode& c) { return c.occur != Occur::should; });
    const bool has_required = std::any_of(clauses.begin(), clauses.end(),
                                          [](const QueryNode& c) { return c.occur == Occur::must; });
    if (has_required || wanted == clauses.end()) return;
    QueryNode any;
    any.kind = QueryNode::Kind::group;
    any.occur = Occur::must;
    any.clauses.assign(std::make_move_iterator(wanted), std::make_move_iterator(clauses.end()));
    clauses.erase(wanted, clauses.end());
    clauses.push_back(std::move(any));
  }

  // The ranges in order, those that meet made one.
  static std::vector<OrdinalRange> union_of(std::vector<OrdinalRange>&& ranges) {
    std::sort(ranges.begin(), ranges.end(),
              [](const OrdinalRange& a, const OrdinalRange& b) { return a.begin < b.begin; });
    std::vector<OrdinalRange> apart;
    for (const OrdinalRange& range : ranges) {
      if (apart.empty() || range.begin > apart.back().end)
        apart.push_back(range);
      else
        apart.back().end = std::max(apart.back().end, range.end);
    }
    return apart;
  }

  static void require(std::vector<QueryNode>& clauses) {
    for (QueryNode& clause : clauses) {
      if (clause.occur == Occur::must_not) continue;
      QueryWords::require_whole(clause);
      clause.occur = Occur::must;
    }
  }

  static void exclude(QueryNode& clause) {
    QueryWords::require_whole(clause);
    clause.occur = Occur::must_not;
  }

  static bool all_excluded(const std::vector<QueryNode>& clauses) {
    return std::all_of(clauses.begin(), clauses.end(),
                       [](const QueryNode& c) { return c.occur == Occur::must_not; });
  }

  static void append(std::vector<QueryNode>& into, std::vector<QueryNode>&& clauses, bool grouped) {
    if (grouped) return add_group(into, std::move(clauses), Occur::should, 1);
    std::move(clauses.begin(), clauses.end(), std::back_inserter(into));
  }

  // A group of exclusions alone has nothing to exclude from: they belong to what is around it. Excluding such
  // a group asks for what it excludes.
  static void add_group(std::vector<QueryNode>& into, std::vector<QueryNode>&& clauses, Occur occur,
                        double boost) {
    if (clauses.empty()) return;
    const bool exclusions = all_excluded(clauses);
    if (exclusions && occur != Occur::must_not) return append(into, std::move(clauses), false);
    QueryNode group;
    group.kind = QueryNode::Kind::group;
    group.occur = occur;
    group.weight = boost;
    group.clauses = std::move(clauses);
    if (exclusions) {
      group.occur = Occur::must;
      for (QueryNode& clause : group.clauses) clause.occur = Occur::should;
    }
    into.push_back(std::move(group));
  }

  QueryWords& words_;
  std::string_view text_;
  ParseOptions options_;
  QueryLexer lexer_;
  std::size_t place_ = 0;
};

}  // namespace corpack
