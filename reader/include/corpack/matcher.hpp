// Evaluates a query of any shape, record by record: a tree of matchers, each of which goes to its next record
// from a target on and scores the record it stands on.
//
// Scores of a record are sums of floats taken in double, so that they do not depend on the order of the
// parts. Lifetime: refers to the Dataset and to cursors of a pool. Complexity: postings that cannot be in the
// answer are skipped by blocks. Recursion is as deep as the query's parentheses. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <corpack/phrase.hpp>
#include <corpack/query.hpp>
#include <corpack/term_cursor.hpp>

namespace corpack {

class Matcher {
 public:
  static constexpr std::uint32_t end = TermCursor::end;
  virtual ~Matcher() = default;

  // Goes to the first record from `target` on, or to `end`; stays where it stands at `target` or behind it,
  // since what it is made of may be further on than the targets it was asked for.
  std::uint32_t advance(std::uint32_t target) {
    if (!started_ || ordinal_ < target) ordinal_ = find(target);
    started_ = true;
    return ordinal_;
  }
  // Score of the record it stands on.
  virtual double score() = 0;
  // About how many records it will stand on.
  virtual std::uint64_t cost() const = 0;

  std::uint32_t ordinal() const { return ordinal_; }

 protected:
  // The first record from `target` on, or `end`. Targets rise from call to call.
  virtual std::uint32_t find(std::uint32_t target) = 0;

 private:
  std::uint32_t ordinal_ = 0;
  bool started_ = false;
};

// The first record from `target` on that every one of `lists` holds, or Matcher::end: each is led to where
// another stands. `cursor_of` gives what of a list has advance().
template <class Lists, class CursorOf>
std::uint32_t first_common(const Lists& lists, std::uint32_t target, CursorOf cursor_of) {
  for (std::size_t agreed = 0; agreed < lists.size();) {
    const std::uint32_t reached = cursor_of(lists[agreed]).advance(target);
    if (reached == Matcher::end) return reached;
    agreed = reached == target ? agreed + 1 : (agreed == 0 ? 1 : 0);
    target = reached;
  }
  return target;
}

class TermMatcher final : public Matcher {
 public:
  explicit TermMatcher(TermCursor& cursor) : cursor_(cursor) {}
  std::uint32_t find(std::uint32_t target) override { return cursor_.advance(target); }
  double score() override { return cursor_.score(); }
  std::uint64_t cost() const override { return cursor_.list().count(); }

 private:
  TermCursor& cursor_;
};

// Words side by side. Scored as one term: the sum of their idf, and as often as the phrase occurs (as Lucene
// does).
class PhraseMatcher final : public Matcher {
 public:
  PhraseMatcher(std::vector<Phrase::Word> words, float weight, const Scoring& scoring)
      : phrase_(std::move(words)), weight_(weight), scoring_(scoring) {}

  std::uint32_t find(std::uint32_t target) override {
    for (;; ++target) {
      target = first_common(
          phrase_.words(), target, [](const auto& word) -> auto& { return *word.cursor; });
      if (target == end) return end;
      frequency_ = phrase_.count();
      if (frequency_ > 0) return target;
    }
  }

  double score() override { return scoring_.score(weight_, frequency_, ordinal()); }
  std::uint64_t cost() const override { return phrase_.words().front().cursor->list().count() / 2; }

 private:
  Phrase phrase_;
  float weight_;
  const Scoring& scoring_;
  std::uint32_t frequency_ = 0;
};

// Records that hold any of many terms; all score the same.
class SetMatcher final : public Matcher {
 public:
  SetMatcher(const std::vector<std::uint32_t>& lists, double weight, const FieldIndex& index)
      : bits_((std::size_t{index.records()} + 63) / 64), records_(index.records()), weight_(weight) {
    std::uint32_t ordinals[PostingList::block_size];
    for (const std::uint32_t number : lists) {
      const PostingList list = index.postings(number);
      for (std::uint32_t block = 0; block < list.blocks(); ++block) {
        const std::uint32_t count = list.unpack_ordinals(block, ordinals);
        for (std::uint32_t i = 0; i < count; ++i)
          if (ordinals[i] < records_) bits_[ordinals[i] / 64] |= std::uint64_t{1} << (ordinals[i] % 64);
      }
      cost_ += list.count();
    }
  }

  std::uint32_t find(std::uint32_t target) override {
    for (std::size_t word = target / 64; word < bits_.size(); ++word) {
      std::uint64_t bits = bits_[word];
      if (word == target / 64) bits &= ~std::uint64_t{0} << (target % 64);
      if (bits != 0)
        return static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    }
    return end;
  }
  double score() override { return weight_; }
  std::uint64_t cost() const override { return std::min<std::uint64_t>(cost_, records_); }

 private:
  std::vector<std::uint64_t> bits_;
  std::uint32_t records_;
  double weight_;
  std::uint64_t cost_ = 0;
};

// Records that match every required clause and no excluded one; optional clauses only add to the score.
class AllMatcher final : public Matcher {
 public:
  using Clauses = std::vector<std::unique_ptr<Matcher>>;
  // REQUIRES: `required` is not empty.
  AllMatcher(Clauses required, Clauses optional, Clauses excluded)
      : required_(std::move(required)), optional_(std::move(optional)), excluded_(std::move(excluded)) {
    std::sort(required_.begin(), required_.end(),
              [](const auto& a, const auto& b) { return a->cost() < b->cost(); });
  }

  std::uint32_t find(std::uint32_t target) override {
    for (;; ++target) {
      target = first_common(
          required_, target, [](const auto& clause) -> auto& { return *clause; });
      if (target == end) return end;
      const bool out = std::any_of(excluded_.begin(), excluded_.end(),
                                   [&](const auto& clause) { return clause->advance(target) == target; });
      if (!out) return target;
    }
  }

  double score() override {
    double sum = 0;
    for (const auto& clause : required_) sum += clause->score();
    for (const auto& clause : optional_)
      if (clause->advance(ordinal()) == ordinal()) sum += clause->score();
    return sum;
  }
  std::uint64_t cost() const override { return required_.front()->cost(); }

 private:
  Clauses required_;
  Clauses optional_;
  Clauses excluded_;
};

// Records that match any clause; scores add up.
class AnyMatcher final : public Matcher {
 public:
  // REQUIRES: `clauses` is not empty.
  explicit AnyMatcher(std::vector<std::unique_ptr<Matcher>> clauses) : clauses_(std::move(clauses)) {}

  std::uint32_t find(std::uint32_t target) override {
    std::uint32_t first = end;
    for (const auto& clause : clauses_) first = std::min(first, clause->advance(target));
    return first;
  }
  double score() override {
    double sum = 0;
    for (const auto& clause : clauses_)
      if (clause->ordinal() == ordinal()) sum += clause->score();
    return sum;
  }
  std::uint64_t cost() const override {
    std::uint64_t sum = 0;
    for (const auto& clause : clauses_) sum += clause->cost();
    return sum;
  }

 private:
  std::vector<std::unique_ptr<Matcher>> clauses_;
};

}  // namespace corpack
