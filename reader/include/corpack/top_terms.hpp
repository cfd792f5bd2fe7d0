// The best k records of a query that is one term, or terms of which any or all must occur, without scoring
// every record that matches.
//
// What cannot enter the best k is passed over by bounds: of whole lists (Turtle and Flood, "Query evaluation:
// strategies and optimizations", 1995: MaxScore) and of blocks (Ding and Suel, "Faster top-k document
// retrieval using block-max indexes", 2011). Blocks passed over are never unpacked.
//
// Scores are sums of floats taken in double, so that they do not depend on the order of the terms. Lifetime:
// scratch memory is kept from query to query; nothing is allocated for a posting. Not thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <corpack/candidates.hpp>
#include <corpack/term_cursor.hpp>
#include <corpack/top_hits.hpp>

namespace corpack {

class TopTerms {
 public:
  static constexpr std::uint32_t end = TermCursor::end;
  static constexpr std::uint32_t window_records = 8192;

  // Records that hold the term.
  void one(TermCursor& term, TopHits& top) {
    top.expect(format::floor_postings, term.list_floor());
    for (bool more = term.skip_to(0); more; more = term.next_block()) {
      if (!top.may_enter(term.block_bound())) continue;
      for (const std::uint8_t place : term.places_above(top.threshold()))
        top.add(term.block_ordinals()[place], term.score_at(place));
    }
  }

  // Records that hold every term. REQUIRES: at least one term.
  void all(std::span<TermCursor*> terms, TopHits& top) {
    std::sort(terms.begin(), terms.end(),
              [](auto* a, auto* b) { return a->list().count() < b->list().count(); });
    rest_.resize(terms.size() + 1);
    TermCursor& lead = *terms[0];
    std::uint32_t start = 0;
    for (bool more = lead.skip_to(0); more; more = lead.next_block()) {
      const std::uint32_t last = lead.block_last();
      if (!bound_rest(terms, start, last)) return;
      start = last == end ? end : last + 1;
      if (!top.may_enter(lead.block_bound() + rest_[1])) continue;
      candidates_.take(lead, top.threshold() - rest_[1]);
      for (TermCursor* const term : terms.subspan(1))
        if (!term->list().bits().empty()) candidates_.keep(term->list().bits());
      candidates_.add_first_scores(lead);
      for (std::size_t i = 1; i < terms.size() && !candidates_.records().empty(); ++i)
        candidates_.add(*terms[i], rest_[i + 1], top);
      for (std::size_t i = 0; i < candidates_.records().size(); ++i)
        top.add(candidates_.records()[i], candidates_.sum(i));
    }
  }

  // Records that hold any of the terms. REQUIRES: at least one term.
  void any(std::span<TermCursor*> terms, TopHits& top) {
    lists_.clear();
    for (TermCursor* const term : terms)
      if (term->skip_to(0)) {
        lists_.push_back({term, term->list_bound(), 0});
        top.expect(format::floor_postings, term->list_floor());
      }
    std::sort(lists_.begin(), lists_.end(), [](const List& a, const List& b) { return a.bound < b.bound; });
    double sum = 0;
    for (List& list : lists_) list.sum = sum += list.bound;
    std::size_t optional = 0;
    for (std::uint32_t start = 0; start != end;) {
      // Lists that together cannot lift a record over the threshold need not be walked: only asked.
      while (optional < lists_.size() && !top.may_enter(lists_[optional].sum)) ++optional;
      std::uint32_t last = end;
      for (std::size_t i = optional; i < lists_.size(); ++i)
        if (lists_[i].cursor->skip_to(start)) last = std::min(last, lists_[i].cursor->block_last());
      if (lists_.size() - optional > 1)
        last = std::min(last, start < end - window_records ? start + window_records - 1 : end - 1);
      if (!open_window(optional, start, last, top)) return;
      walk_window(start, last, top);
      start = last == end ? end : last + 1;
    }
  }

 private:
  // A list in the window; `sum` is of the bounds of this list and those before it.
  struct List {
    TermCursor* cursor;
    double bound;
    double sum;
    std::uint32_t place = 0;  // in the block
  };

  // ---- all ----

  // Sets `rest_`: what term i and those after it can add to records from `start` to `last`. False: a term has
  // none.
  bool bound_rest(std::span<TermCursor*> terms, std::uint32_t start, std::uint32_t last) {
    rest_[terms.size()] = 0;
    for (std::size_t i = terms.size(); i-- > 1;) {
      if (!terms[i]->skip_to(start)) return false;
      rest_[i] = rest_[i + 1] + terms[i]->bound_up_to(last);
    }
    return true;
  }

  // ---- any ----

  // Fills `window_` with the lists that have records from `start` to `last`: first those that are only asked.
  // False: no list that is walked is left.
  bool open_window(std::size_t optional, std::uint32_t start, std::uint32_t last, TopHits& top) {
    window_.clear();
    for (std::size_t i = 0; i < optional; ++i)
      if (lists_[i].cursor->skip_to(start))
        window_.push_back({lists_[i].cursor, lists_[i].cursor->bound_up_to(last), 0});
    asked_ = window_.size();
    for (std::size_t i = optional; i < lists_.size(); ++i)
      if (lists_[i].cursor->skip_to(start))
        window_.push_back({lists_[i].cursor, lists_[i].cursor->block_bound(), 0});
    if (asked_ == window_.size()) return false;
    const auto by_bound = [](const List& a, const List& b) { return a.bound < b.bound; };
    const auto walked = window_.begin() + static_cast<std::ptrdiff_t>(asked_);
    std::sort(window_.begin(), walked, by_bound);
    std::sort(walked, window_.end(), by_bound);
    double sum = 0;
    for (List& list : window_) list.sum = sum += list.bound;
    while (asked_ < window_.size() && !top.may_enter(window_[asked_].sum)) ++asked_;
    return true;
  }

  // What the lists that are only asked can add.
  double asked_sum() const { return asked_ == 0 ? 0 : window_[asked_ - 1].sum; }

  void walk_window(std::uint32_t start, std::uint32_t last, TopHits& top) {
    const std::span<List> walked{window_.data() + asked_, window_.size() - asked_};
    for (List& list : walked) list.place = list.cursor->find_in_block(start);
    if (walked.empty()) return;
    if (walked.size() == 1)
      walk_one(walked[0], last, top);
    else
      walk_by_sums(walked, start, last, top);
  }

  void walk_one(const List& list, std::uint32_t last, TopHits& top) {
    const std::uint32_t* const ordinals = list.cursor->block_ordinals();
    for (const std::uint8_t place : list.cursor->places_above(top.threshold() - asked_sum(), list.place)) {
      if (ordinals[place] > last) return;
      ask(ordinals[place], list.cursor->score_at(place), top);
    }
  }

  // Adds the scores up in an array over the window's ordinals, and marks which of them have any.
  void walk_by_sums(std::span<const List> walked, std::uint32_t start, std::uint32_t last, TopHits& top) {
    for (const List& list : walked) {
      const std::uint32_t* const ordinals = list.cursor->block_ordinals();
      const float* const scores = list.cursor->block_scores();
      const std::uint32_t count = list.cursor->block_count();
      for (std::uint32_t i = list.place; i < count && ordinals[i] - start <= last - start; ++i) {
        const std::uint32_t place = ordinals[i] - start;
        sums_[place] += scores[i];
        marks_[place / 64] |= std::uint64_t{1} << (place % 64);
      }
    }
    const double asked = asked_sum();
    for (std::uint32_t word = 0; word <= (last - start) / 64; ++word)
      for (std::uint64_t marks = std::exchange(marks_[word], 0); marks != 0; marks &= marks - 1) {
        const std::uint32_t place = word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(marks));
        const double sum = std::exchange(sums_[place], 0.0);
        if (sum + asked > top.threshold()) ask(start + place, sum, top);
      }
  }

  // Adds what the lists that were not walked hold of the record, as long as it can still enter.
  void ask(std::uint32_t ordinal, double score, TopHits& top) {
    for (std::size_t i = asked_; i-- > 0;) {
      if (!top.may_enter(score + window_[i].sum)) return;
      TermCursor& cursor = *window_[i].cursor;
      if (!cursor.may_hold(ordinal) || !cursor.skip_to(ordinal)) continue;
      if (!top.may_enter(score + cursor.block_bound() + (i == 0 ? 0 : window_[i - 1].sum))) return;
      if (cursor.stands_on(ordinal)) score += cursor.score();
    }
    top.add(ordinal, score);
  }

  Candidates candidates_;
  std::vector<double> rest_;  // of an AND
  std::vector<List> lists_;   // of an OR, ascending by bound
  std::vector<List> window_;  // of the window: those that are asked, then those that are walked
  std::size_t asked_ = 0;     // the first so many of the window are only asked
  std::array<double, window_records> sums_{};               // by place in the window; zeros between windows
  std::array<std::uint64_t, window_records / 64> marks_{};  // likewise
};

// The first k records of any of the lists, in order, for queries whose hits all score the same.
class FirstRecords {
 public:
  // Gives at most `limit` ordinals, ascending.
  const std::vector<std::uint32_t>& of(const FieldIndex& index, std::span<const std::uint32_t> lists,
                                       std::size_t limit) {
    found_.clear();
    std::array<std::uint32_t, PostingList::block_size> ordinals;
    for (const std::uint32_t number : lists) {
      const PostingList list = index.postings(number);
      for (std::uint32_t block = 0; block < list.blocks(); ++block) {
        const std::uint32_t count = list.unpack_ordinals(block, ordinals.data());
        std::uint32_t taken = 0;
        while (taken < count && insert(ordinals[taken], limit)) ++taken;
        if (taken < count) break;
      }
    }
    return found_;
  }

 private:
  // False: the ordinal comes after `limit` others.
  bool insert(std::uint32_t ordinal, std::size_t limit) {
    const bool full = found_.size() == limit;
    if (full && (limit == 0 || ordinal > found_.back())) return false;
    const auto place = std::lower_bound(found_.begin(), found_.end(), ordinal);
    if (place != found_.end() && *place == ordinal) return true;
    found_.insert(place, ordinal);
    if (full) found_.pop_back();
    return true;
  }

  std::vector<std::uint32_t> found_;
};

}  // namespace corpack
