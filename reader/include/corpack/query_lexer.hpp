// Cuts a query into words, phrases, parentheses and operators. Never fails: what is no operator is a word.
//
// `+` and `-` count only at the start of a word and on their own, `^2` and `~1` only at its end, so that
// `state-of-the-art`, `E^3-MoE` and `--flag` are words; AND, OR and NOT only in capitals and standing free. A
// quote without its second one is white space, and so are parentheses nested deeper than 32; a backslash
// takes the meaning from the quote after it (K\"ahler). At most 4,096 pieces are cut. Lifetime: views into
// the query's text. Complexity: linear. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/field_name.hpp>
#include <corpack/query.hpp>

namespace corpack {

struct Lexeme {
  enum class Kind : std::uint8_t { word, phrase, open, close, operator_and, operator_or, operator_not };
  Kind kind;
  Occur occur = Occur::should;           // as a `+` or `-` before it says
  std::string_view text{};               // of a word or phrase, without what is below
  std::string_view field{};              // name: before it, where it has the form of one
  bool names_group = false;              // a word that is a name: right before a parenthesis
  double boost = 1;                      // ^2 behind a word, a phrase or a closing parenthesis
  std::optional<std::uint32_t> tilde{};  // ~1 behind a word or phrase; a bare ~ behind a word is 2
};

class QueryLexer {
 public:
  static constexpr std::size_t max_lexemes = 4096;
  static constexpr unsigned max_depth = 32;
  static constexpr double max_boost = 1000;

  explicit QueryLexer(std::string_view text) : text_(text) {
    while (skip_space() && lexemes_.size() < max_lexemes) cut_one();
  }

  const std::vector<Lexeme>& lexemes() const { return lexemes_; }
  // Whether a part of the query was left out.
  bool cut() const { return place_ < text_.size(); }

 private:
  using Kind = Lexeme::Kind;

  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_sign(char c) { return c == '+' || c == '-'; }
  char at(std::size_t place) const { return place < text_.size() ? text_[place] : ' '; }
  bool is_quote(std::size_t place) const {
    return at(place) == '"' && (place == 0 || text_[place - 1] != '\\');
  }
  // What ends a word: a parenthesis does, a quote does not in the middle of K\"ahler.
  bool ends_word(std::size_t place) const {
    return is_space(at(place)) || at(place) == '(' || at(place) == ')' || is_quote(place);
  }

  bool skip_space() {
    while (place_ < text_.size() && is_space(text_[place_])) ++place_;
    return place_ < text_.size();
  }

  void cut_one() {
    Occur occur = Occur::should;
    if (is_sign(at(place_)) && !is_sign(at(place_ + 1)) && !is_space(at(place_ + 1))) {
      occur = text_[place_] == '+' ? Occur::must : Occur::must_not;
      ++place_;
    }
    if (at(place_) == '(') return open(occur);
    if (at(place_) == ')') return close();
    if (is_quote(place_)) return cut_phrase(occur, {});
    cut_word(occur);
  }

  void open(Occur occur) {
    ++place_;
    if (depth_++ < max_depth) lexemes_.push_back({.kind = Kind::open, .occur = occur});
  }

  void close() {
    ++place_;
    Lexeme lexeme{.kind = Kind::close};
    take_suffixes(lexeme);
    if (depth_ == 0) return;
    if (--depth_ < max_depth) lexemes_.push_back(lexeme);
  }

  void cut_phrase(Occur occur, std::string_view field) {
    const std::size_t begin = ++place_;
    if (no_more_quotes_) return;
    std::size_t end = begin;
    while (end < text_.size() && !is_quote(end)) ++end;
    if (end == text_.size()) {
      no_more_quotes_ = true;
      return;
    }
    place_ = end + 1;
    Lexeme lexeme{
        .kind = Kind::phrase, .occur = occur, .text = text_.substr(begin, end - begin), .field = field};
    take_suffixes(lexeme);
    lexemes_.push_back(lexeme);
  }

  void cut_word(Occur occur) {
    const std::size_t begin = place_;
    do ++place_;
    while (place_ < text_.size() && !ends_word(place_));
    Lexeme lexeme{.kind = Kind::word, .occur = occur, .text = text_.substr(begin, place_ - begin)};
    if (occur == Occur::should && lexeme.text == "AND") lexeme.kind = Kind::operator_and;
    if (occur == Occur::should && lexeme.text == "OR") lexeme.kind = Kind::operator_or;
    if (occur == Occur::should && lexeme.text == "NOT") lexeme.kind = Kind::operator_not;
    const std::size_t colon = static_cast<std::size_t>(
        std::find_if_not(lexeme.text.begin(), lexeme.text.end(), in_field_name) - lexeme.text.begin());
    if (colon > 0 && colon < lexeme.text.size() && lexeme.text[colon] == ':') {
      lexeme.field = lexeme.text.substr(0, colon);
      lexeme.text.remove_prefix(colon + 1);
      if (lexeme.text.empty() && is_quote(place_)) {
        const std::size_t before = lexemes_.size();
        cut_phrase(occur, lexeme.field);
        if (lexemes_.size() > before) return;
      }
      lexeme.names_group = lexeme.text.empty() && at(place_) == '(';
      // A name and a colon with nothing behind them are prose ("text: mirror"): a word.
      if (lexeme.text.empty()) lexeme.text = std::exchange(lexeme.field, {});
    }
    strip_suffixes(lexeme);
    lexemes_.push_back(lexeme);
  }

  // A number of up to four digits, with up to three after a point; where it ends.
  static std::optional<double> number(std::string_view text, std::size_t& place) {
    const std::size_t begin = place;
    double value = 0;
    for (; place < text.size() && place - begin < 4 && is_digit(text[place]); ++place)
      value = value * 10 + (text[place] - '0');
    if (place == begin) return std::nullopt;
    if (place + 1 < text.size() && text[place] == '.' && is_digit(text[place + 1])) {
      const std::size_t point = place++;
      double unit = 0.1;
      for (; place < text.size() && place - point < 4 && is_digit(text[place]); ++place, unit /= 10)
        value += unit * (text[place] - '0');
    }
    return value;
  }

  // Takes ^2 and ~1 at `place` of a text; false where there is none.
  static bool take_suffix(Lexeme& lexeme, std::string_view text, std::size_t& place) {
    if (place + 1 >= text.size() || (text[place] != '^' && text[place] != '~')) return false;
    std::size_t end = place + 1;
    const std::optional<double> value = number(text, end);
    const bool boost = text[place] == '^';
    if (!value || (boost && *value == 0)) return false;
    if (boost)
      lexeme.boost = std::min(*value, max_boost);
    else
      lexeme.tilde = static_cast<std::uint32_t>(*value);
    place = end;
    return true;
  }

  // Behind a phrase or parenthesis.
  void take_suffixes(Lexeme& lexeme) {
    while (take_suffix(lexeme, text_, place_)) continue;
  }

  // At the end of a word, where something of it stays.
  static void strip_suffixes(Lexeme& lexeme) {
    for (unsigned i = 0; i < 2; ++i) {
      const std::size_t mark = lexeme.text.find_last_of("^~");
      if (mark == 0 || mark == std::string_view::npos) return;
      std::size_t end = mark;
      Lexeme stripped = lexeme;
      stripped.text = lexeme.text.substr(0, mark);
      if (lexeme.text.substr(mark) == "~")
        stripped.tilde = 2;
      else if (!take_suffix(stripped, lexeme.text, end) || end != lexeme.text.size())
        return;
      lexeme = stripped;
    }
  }

  std::string_view text_;
  std::size_t place_ = 0;
  bool no_more_quotes_ = false;  // a further quote has no second one
  unsigned depth_ = 0;
  std::vector<Lexeme> lexemes_;
};

}  // namespace corpack
