#include "index/inverter.hpp"

#include <corpack/error.hpp>
#include <corpack/lengths.hpp>

#include "index/varint.hpp"

namespace corpack {

void Inverter::invert(const std::vector<std::string_view>& texts, std::uint32_t first_ordinal,
                      BatchIndex& out) {
  out = BatchIndex{};
  if (words_.memory_bytes() + stems_.memory_bytes() > vocabulary_limit_bytes) {
    words_.clear();
    stems_.clear();
    stem_of_word_.clear();
    word_seen_.clear();
    lists_.clear();
  }
  ++stamp_;
  touched_lists_.clear();
  touched_words_.clear();
  occurrences_.clear();
  record_ends_.clear();
  for (const std::string_view text : texts) {
    const AnalysisCounts counts = analyzer_.analyze(text, [&](const Token& token) { add(token); });
    const auto number = static_cast<std::uint32_t>(record_ends_.size());
    record_ends_.push_back(static_cast<std::uint32_t>(occurrences_.size()));
    out.length_codes.push_back(length_code(counts.positions));
    out.tokens += counts.positions;
    out.records_with_tokens += counts.positions > 0;
    if (counts.invalid_bytes > 0 || counts.cut_words > 0)
      out.troubles.push_back({number, counts.invalid_bytes, counts.cut_words});
  }
  encode(first_ordinal, out);
  name_words(out);
}

inline void Inverter::add(const Token& token) {
  const std::uint32_t word = words_.add(token.word);
  if (word == stem_of_word_.size()) {
    std::uint32_t list = word;
    if (stems_used_) {
      const std::string_view stem = analyzer_.stem(words_[word]);
      list = stems_.add(stem);
    }
    stem_of_word_.push_back(list);
    word_seen_.push_back(0);
    if (list >= lists_.size()) lists_.resize(list + 1);
  }
  if (word_seen_[word] != stamp_) {
    word_seen_[word] = stamp_;
    touched_words_.push_back(word);
  }
  const std::uint32_t list = stem_of_word_[word];
  if (lists_[list].stamp != stamp_) {
    lists_[list] = {0, stamp_};
    touched_lists_.push_back(list);
  }
  ++lists_[list].count;
  occurrences_.push_back({list, token.position});
}

// Brings the occurrences of each list together (a counting sort, so their order stays), then encodes each
// list.
void Inverter::encode(std::uint32_t first_ordinal, BatchIndex& out) {
  std::uint32_t begin = 0;
  for (const std::uint32_t list : touched_lists_) {
    const std::uint32_t count = lists_[list].count;
    lists_[list].count = begin;
    begin += count;
  }
  places_.resize(occurrences_.size());
  std::uint32_t next = 0;
  for (std::uint32_t record = 0; record < record_ends_.size(); ++record)
    for (; next < record_ends_[record]; ++next) {
      const Occurrence& occurrence = occurrences_[next];
      places_[lists_[occurrence.list].count++] = {record, occurrence.position};
    }
  out.lists.reserve(touched_lists_.size());
  out.bytes.reserve(occurrences_.size() * 3);
  begin = 0;
  for (const std::uint32_t list : touched_lists_) {
    encode_list(list, begin, lists_[list].count, first_ordinal, out);
    begin = lists_[list].count;
  }
  if (out.bytes.size() > 0xFFFFFFFFu) throw Error("a batch of records holds more than 4 GiB of postings");
}

void Inverter::encode_list(std::uint32_t list, std::uint32_t begin, std::uint32_t end,
                           std::uint32_t first_ordinal, BatchIndex& out) {
  BatchList encoded;
  encoded.bytes_begin = static_cast<std::uint32_t>(out.bytes.size());
  encoded.first = first_ordinal + places_[begin].record;
  std::uint32_t before = places_[begin].record;
  for (std::uint32_t i = begin; i < end;) {
    const std::uint32_t record = places_[i].record;
    std::uint32_t after = i + 1;
    while (after < end && places_[after].record == record) ++after;
    const std::uint32_t frequency = after - i;
    append_varint(out.bytes, ((record - before) << 1) | (frequency == 1 ? 1u : 0u));
    if (frequency != 1) append_varint(out.bytes, frequency);
    if (positions_) {
      append_varint(out.bytes, places_[i].position);
      for (std::uint32_t k = i + 1; k < after; ++k)
        append_varint(out.bytes, places_[k].position - places_[k - 1].position - 1);
    }
    before = record;
    ++encoded.postings;
    i = after;
  }
  encoded.last = first_ordinal + before;
  encoded.bytes_size = static_cast<std::uint32_t>(out.bytes.size()) - encoded.bytes_begin;
  const StringTable& terms = stems_used_ ? stems_ : words_;
  const std::string_view text = terms[list];
  encoded.text_begin = static_cast<std::uint32_t>(out.text.size());
  encoded.text_size = static_cast<std::uint32_t>(text.size());
  out.text.append(text);
  out.lists.push_back(encoded);
}

void Inverter::name_words(BatchIndex& out) {
  if (!stems_used_) return;
  // Where each touched list stands in the batch.
  for (std::uint32_t i = 0; i < touched_lists_.size(); ++i) lists_[touched_lists_[i]].count = i;
  out.words.reserve(touched_words_.size());
  for (const std::uint32_t word : touched_words_) {
    const std::string_view text = words_[word];
    out.words.push_back({static_cast<std::uint32_t>(out.text.size()), static_cast<std::uint32_t>(text.size()),
                         lists_[stem_of_word_[word]].count});
    out.text.append(text);
  }
}

}  // namespace corpack
