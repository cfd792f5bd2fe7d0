#include <string>
#include <string_view>

#include <catch2/catch.hpp>

#include <corpack/query_lexer.hpp>

using corpack::Lexeme;
using corpack::Occur;
using corpack::QueryLexer;

namespace {

// The pieces in a row: words in brackets, phrases in quotes, operators as & | !, with what stands at them.
std::string pieces(std::string_view text) {
  const QueryLexer lexer{text};
  std::string row;
  for (const Lexeme& lexeme : lexer.lexemes()) {
    if (!row.empty()) row += ' ';
    if (lexeme.occur != Occur::should) row += lexeme.occur == Occur::must ? '+' : '-';
    if (!lexeme.field.empty()) row += std::string{lexeme.field} + ':';
    switch (lexeme.kind) {
      case Lexeme::Kind::word:
        row += '[' + std::string{lexeme.text} + ']';
        break;
      case Lexeme::Kind::phrase:
        row += '"' + std::string{lexeme.text} + '"';
        break;
      case Lexeme::Kind::open:
        row += '(';
        break;
      case Lexeme::Kind::close:
        row += ')';
        break;
      case Lexeme::Kind::operator_and:
        row += '&';
        break;
      case Lexeme::Kind::operator_or:
        row += '|';
        break;
      case Lexeme::Kind::operator_not:
        row += '!';
        break;
    }
    if (lexeme.tilde) row += '~' + std::to_string(*lexeme.tilde);
    if (lexeme.boost != 1) row += '^' + std::to_string(lexeme.boost).substr(0, 4);
  }
  return row;
}

}  // namespace

TEST_CASE("words are cut at white space") {
  CHECK(pieces("") == "");
  CHECK(pieces(" \t\r\n\v\f ") == "");
  CHECK(pieces("mirror  symmetry\n") == "[mirror] [symmetry]");
}

TEST_CASE("signs act at the start of a word and on their own") {
  CHECK(pieces("+must -not may") == "+[must] -[not] [may]");
  CHECK(pieces("state-of-the-art C++ a+b") == "[state-of-the-art] [C++] [a+b]");
  CHECK(pieces("a - b + c -") == "[a] [-] [b] [+] [c] [-]");
  CHECK(pieces("--flag +-x -+x ---") == "[--flag] [+-x] [-+x] [---]");
  CHECK(pieces("-\"a b\" +(c)") == "-\"a b\" +( [c] )");
}

TEST_CASE("boosts and tildes act at the end of a word") {
  CHECK(pieces("E^3-MoE a~b") == "[E^3-MoE] [a~b]");
  CHECK(pieces("word^2 word^2.5 word^0.25") == "[word]^2.00 [word]^2.50 [word]^0.25");
  CHECK(pieces("word~1 word~ word~1^3 word^3~1") == "[word]~1 [word]~2 [word]~1^3.00 [word]~1^3.00");
  CHECK(pieces("pre*^2") == "[pre*]^2.00");
  CHECK(pieces("word^ word^x word^-1 word^0 ^2 ~1 word^1.") ==
        "[word^] [word^x] [word^-1] [word^0] [^2] [~1] [word^1.]");
  CHECK(pieces("word^9999") == "[word]^1000");
  CHECK(pieces("word^99999") == "[word^99999]");
  CHECK(pieces("\"a b\"~3 \"a b\"^2 \"a b\"~3^2") == "\"a b\"~3 \"a b\"^2.00 \"a b\"~3^2.00");
  CHECK(pieces("(a b)^2 c") == "( [a] [b] )^2.00 [c]");
}

TEST_CASE("operators are in capitals and stand free") {
  CHECK(pieces("a AND b OR NOT c") == "[a] & [b] | ! [c]");
  CHECK(pieces("and or not And ANDROID NOR") == "[and] [or] [not] [And] [ANDROID] [NOR]");
  CHECK(pieces("+AND \"AND\"") == "+[AND] \"AND\"");
}

TEST_CASE("quotes make phrases, a quote without its second one does not") {
  CHECK(pieces("\"algorithm of thoughts\"") == "\"algorithm of thoughts\"");
  CHECK(pieces("a\"b c\"d") == "[a] \"b c\" [d]");
  CHECK(pieces("27\" monitor") == "[27] [monitor]");
  CHECK(pieces("\"") == "");
  CHECK(pieces("\"a b\" \"c d") == "\"a b\" [c] [d]");
  CHECK(pieces("K\\\"ahler manifold") == "[K\\\"ahler] [manifold]");
  CHECK(pieces("\"K\\\"ahler manifold\"") == "\"K\\\"ahler manifold\"");
  CHECK(pieces("\"a -b (c AND d^2\"") == "\"a -b (c AND d^2\"");
}

TEST_CASE("a name before a colon is a field") {
  CHECK(pieces("source:papers.txt -source:\"my papers\" a:b") ==
        "source:[papers.txt] -source:\"my papers\" a:[b]");
  CHECK(pieces("a: :a a-b:c") == "[a] [:a] a-b:[c]");
  CHECK(pieces("a.b:c Größe:1 a+b:c") == "a.b:[c] Größe:[1] [a+b:c]");
  CHECK(pieces("a:(b c) -a:(b)") == "[a] ( [b] [c] ) -[a] ( [b] )");
  CHECK(pieces("https://example.org/x^2") == "https:[//example.org/x]^2.00");
  CHECK(pieces("a:\"b") == "[a] [b]");
}

TEST_CASE("parentheses nest 32 deep, deeper ones are white space") {
  CHECK(pieces("(a (b))c") == "( [a] ( [b] ) ) [c]");
  CHECK(pieces(") a )") == "[a]");
  const QueryLexer deep{std::string(10000, '(') + "x" + std::string(10000, ')')};
  CHECK(deep.lexemes().size() == 2 * QueryLexer::max_depth + 1);
  CHECK_FALSE(deep.cut());
}

TEST_CASE("at most 4,096 pieces are cut") {
  std::string text;
  for (unsigned i = 0; i < 4096; ++i) text += "x ";
  CHECK(QueryLexer{text}.lexemes().size() == 4096);
  CHECK_FALSE(QueryLexer{text}.cut());
  text += "x";
  CHECK(QueryLexer{text}.lexemes().size() == 4096);
  CHECK(QueryLexer{text}.cut());
}

TEST_CASE("quotes without end take linear time") {
  // Each quote looks for its second one only where there may be one.
  std::string text;
  for (unsigned i = 0; i < 200000; ++i) text += "\\\"";
  CHECK(pieces('"' + text) == '[' + text + ']');
}
