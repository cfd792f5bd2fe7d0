// The words that a query asks for, from the analyzer's tokens: of two and more CJK characters in a row only
// the bigrams, since each single character of them is found by its bigram.
//
// Lifetime: a part's `written` is a view into the text. Complexity: linear in the text. Not thread-safe (uses
// the caller's Analyzer).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/analyzer.hpp>

namespace corpack {

struct QueryPart {
  std::string word;          // folded
  std::string_view written;  // the part of the text that it is
  std::uint32_t position;    // within the text
  bool joined;               // written as one word with the part before it
  bool cjk;
};

class QueryParts {
 public:
  // The first `limit` parts of a text.
  QueryParts(Analyzer& analyzer, std::string_view text, std::size_t limit) : text_(text), limit_(limit) {
    analyzer.analyze(text, [&](const Token& token) { take(token); });
    flush();
  }

  std::vector<QueryPart>& parts() { return parts_; }
  // Whether the text has more.
  bool cut() const { return cut_; }

 private:
  void take(const Token& token) {
    if (parts_.size() == limit_ && !waiting_) {
      cut_ = cut_ || token.kind != TokenKind::cjk_single || token.position != bigram_end_;
      return;
    }
    QueryPart part{std::string{token.word}, text_.substr(token.begin, token.end - token.begin),
                   token.position, token.joined, token.kind != TokenKind::word};
    if (token.kind == TokenKind::cjk_bigram) {
      part.joined =
          !parts_.empty() && bigram_end_ == part.position && parts_.back().position + 1 == part.position;
      waiting_.reset();
      bigram_end_ = token.position + 1;
      return add(std::move(part));
    }
    flush();
    if (token.kind == TokenKind::cjk_single) {
      if (bigram_end_ != token.position) waiting_ = std::move(part);
    } else {
      add(std::move(part));
    }
  }

  void flush() {
    if (waiting_) add(std::move(*waiting_));
    waiting_.reset();
  }

  void add(QueryPart part) {
    if (parts_.size() < limit_)
      parts_.push_back(std::move(part));
    else
      cut_ = true;
  }

  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::string_view text_;
  std::size_t limit_;
  std::vector<QueryPart> parts_;
  std::optional<QueryPart> waiting_;  // a single character whose bigram may follow
  std::uint32_t bigram_end_ = none;   // position of the second character of the last bigram
  bool cut_ = false;
};

}  // namespace corpack
