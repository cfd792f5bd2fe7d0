// The best k records that hold a phrase, without looking at the positions of every record that holds its
// words.
//
// A record scores no more for the phrase than it would if each of its words stood alone with the phrase's
// weight, so blocks and records are passed over by the bounds of any word. Words are asked in turn for the
// records of a block that the words before them left (candidates), and positions come last. Lifetime:
// scratch memory is kept from query to query; nothing is allocated for a posting. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <corpack/phrase.hpp>
#include <corpack/place_finder.hpp>
#include <corpack/top_hits.hpp>

namespace corpack {

class TopPhrases {
 public:
  static constexpr std::uint32_t end = PostingCursor::end;

  // REQUIRES: each word's cursor has the weight of the whole phrase.
  void run(Phrase& phrase, float weight, const Scoring& scoring, TopHits& top) {
    phrase_ = &phrase;
    weight_ = weight;
    scoring_ = &scoring;
    top_ = &top;
    if (places_.size() < phrase.words().size()) places_.resize(phrase.words().size());
    TermCursor& lead = cursor(0);
    std::uint32_t start = 0;
    for (bool more = lead.skip_to(0); more; more = lead.next_block()) {
      const std::uint32_t last = lead.block_last();
      bool possible = top.may_enter(lead.block_bound());
      for (std::size_t word = 1; word < words(); ++word) {
        if (!cursor(word).skip_to(start)) return;
        possible = possible && top.may_enter(cursor(word).bound_up_to(last));
      }
      start = last == end ? end : last + 1;
      if (possible) run_block(lead);
    }
  }

 private:
  using Places = std::array<std::uint8_t, PostingCursor::block_size>;

  TermCursor& cursor(std::size_t word) const { return *phrase_->words()[word].cursor; }
  std::size_t words() const { return phrase_->words().size(); }

  void run_block(TermCursor& lead) {
    const std::uint32_t* const ordinals = lead.block_ordinals();
    const std::span<const std::uint8_t> found = lead.places_above(top_->threshold());
    std::uint32_t count = 0;
    for (const std::uint8_t place : found) {
      places_[0][count] = place;
      slots_[count] = static_cast<std::uint8_t>(count);
      records_[count] = ordinals[place];
      bool held = true;
      for (std::size_t word = 1; word < words(); ++word)
        held = held && cursor(word).may_hold(ordinals[place]);
      count += held;
    }
    ratio_ = Bm25::least_ratio(weight_, top_->threshold());
    ask(1, 0, count);
  }

  // Records from `begin` up to `behind` lie in one block of each word before `word`, at places_ of their
  // slot.
  void ask(std::size_t word, std::uint32_t begin, std::uint32_t behind) {
    if (word == words()) return count(begin, behind);
    TermCursor& list = cursor(word);
    while (begin < behind && list.skip_to(records_[begin])) {
      std::uint32_t next = begin + 1;
      while (next < behind && records_[next] <= list.block_last()) ++next;
      if (top_->may_enter(list.block_bound())) ask(word + 1, begin, keep(word, begin, next));
      begin = next;
    }
  }

  // Moves those that the word's block holds, and that may still enter, to the front; returns what is behind
  // them.
  std::uint32_t keep(std::size_t word, std::uint32_t begin, std::uint32_t behind) {
    TermCursor& list = cursor(word);
    finder_.open(list, behind - begin, records_[begin], records_[behind - 1]);
    std::uint32_t held = begin;
    for (std::uint32_t i = begin; i < behind; ++i) {
      const std::uint32_t record = records_[i];
      std::uint8_t& place = places_[word][slots_[i]];
      if (!finder_.find(record, place) || !list.is_above(ratio_, place)) continue;
      slots_[held] = slots_[i];
      records_[held++] = record;
    }
    return held;
  }

  void count(std::uint32_t begin, std::uint32_t behind) {
    for (std::uint32_t i = begin; i < behind; ++i) {
      for (std::size_t word = 0; word < words(); ++word) cursor(word).stand_at(places_[word][slots_[i]]);
      if (const std::uint32_t frequency = phrase_->count(); frequency > 0)
        top_->add(records_[i], scoring_->score(weight_, frequency, records_[i]));
    }
  }

  Phrase* phrase_ = nullptr;
  float weight_ = 0;
  const Scoring* scoring_ = nullptr;
  TopHits* top_ = nullptr;
  float ratio_ = 0;  // below this a record cannot enter
  std::array<std::uint32_t, PostingCursor::block_size> records_;
  std::array<std::uint8_t, PostingCursor::block_size> slots_;  // of each record, in places_
  std::vector<Places> places_;                                 // by word
  PlaceFinder finder_;
};

}  // namespace corpack
