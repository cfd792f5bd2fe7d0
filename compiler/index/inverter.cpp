#include "index/inverter.hpp"

#include <corpack/error.hpp>
#include <corpack/lengths.hpp>

#include "index/varint.hpp"

namespace corpack {

void Inverter::invert(const std::vector<std::string_view>& texts, std::uint32_t first_ordinal,
                      BatchIndex& out, std::span<const FieldText> fields) {
  out = BatchIndex{};
  begin_piece(first_ordinal);
  for (std::uint32_t number = 0; number < texts.size(); ++number) analyze(texts[number], number, fields, out);
  end_piece(out);
}

void Inverter::invert_in_pieces(const std::vector<std::string_view>& texts, std::uint32_t first_ordinal,
                                std::span<const FieldText> fields, std::size_t piece_tokens,
                                const std::function<void(const BatchIndex&)>& take) {
  BatchIndex piece;
  std::uint32_t number = 0;
  most_tokens_ = piece_tokens;
  full_ = [&] {
    // The record goes on in the next piece.
    record_ends_.push_back(static_cast<std::uint32_t>(occurrences_.size()));
    end_piece(piece);
    take(piece);
    piece = BatchIndex{};
    begin_piece(first_ordinal + number);
  };
  begin_piece(first_ordinal);
  for (; number < texts.size(); ++number) analyze(texts[number], number, fields, piece);
  end_piece(piece);
  take(piece);
  most_tokens_ = no_limit;
  full_ = {};
}

void Inverter::begin_piece(std::uint32_t first_ordinal) {
  const std::size_t states_bytes =
      word_states_.capacity() * sizeof(WordState) + lists_.capacity() * sizeof(ListState);
  if (words_.memory_bytes() + stems_.memory_bytes() + states_bytes > vocabulary_limit_bytes_) {
    words_.clear();
    stems_.clear();
    word_states_ = {};
    lists_ = {};
  }
  ++stamp_;
  first_ordinal_ = first_ordinal;
  touched_lists_.clear();
  touched_words_.clear();
  occurrences_.clear();
  record_ends_.clear();
}

void Inverter::analyze(std::string_view text, std::uint32_t number, std::span<const FieldText>& fields,
                       BatchIndex& out) {
  const AnalysisCounts counts = analyzer_.analyze(text, [&](const Token& token) { add(token); });
  count_pending();
  TextTrouble trouble{number, counts.invalid_bytes, counts.cut_words};
  for (; !fields.empty() && fields.front().record == number; fields = fields.subspan(1))
    add_field(fields.front(), trouble);
  record_ends_.push_back(static_cast<std::uint32_t>(occurrences_.size()));
  out.length_codes.push_back(length_code(counts.positions));
  out.tokens += counts.positions;
  out.records_with_tokens += counts.positions > 0;
  if (trouble.invalid_bytes > 0 || trouble.cut_words > 0) out.troubles.push_back(trouble);
}

void Inverter::end_piece(BatchIndex& out) {
  encode(out);
  encode_lengths(out);
  name_words(out);
}

inline void Inverter::add(const Token& token) {
  if (token.word.size() > StringTable::short_bytes) {
    count_pending();
    count(words_.add(token.word), token.position);
    if (occurrences_.size() >= most_tokens_) full_();
    return;
  }
  pending_[pending_count_++] = {words_.probe(token.word), token.position};
  if (pending_count_ == pending_.size()) count_pending();
}

void Inverter::count_pending() {
  std::array<std::uint32_t, std::tuple_size_v<decltype(pending_)>> words;
  for (std::size_t i = 0; i < pending_count_; ++i) words[i] = words_.add(pending_[i].word);
  for (std::size_t i = 0; i < pending_count_; ++i) count(words[i], pending_[i].position);
  pending_count_ = 0;
  if (occurrences_.size() >= most_tokens_) full_();
}

inline void Inverter::count(std::uint32_t word, std::uint32_t position) {
  std::uint32_t list = word;
  if (stems_used_) list = stem_list(word);
  if (list >= lists_.size()) lists_.resize(list + 1);
  if (lists_[list].stamp != stamp_) {
    lists_[list] = {0, stamp_};
    touched_lists_.push_back(list);
  }
  ++lists_[list].count;
  occurrences_.push_back({list, position});
}

// The list of the word's stem; the batch holds the word.
inline std::uint32_t Inverter::stem_list(std::uint32_t word) {
  // Words come by number, but several new ones may be pending.
  for (auto next = static_cast<std::uint32_t>(word_states_.size()); next <= word; ++next)
    word_states_.push_back({stems_.add(stem_of(words_[next])), 0});
  WordState& state = word_states_[word];
  if (state.stamp != stamp_) {
    state.stamp = stamp_;
    touched_words_.push_back(word);
  }
  return state.list;
}

inline std::string_view Inverter::stem_of(std::string_view word) {
  if (!is_field_term(word)) return analyzer_.stem(word);
  field_stem_ = word.substr(0, field_prefix_bytes);
  field_stem_ += analyzer_.stem(word.substr(field_prefix_bytes));
  return field_stem_;
}

void Inverter::add_field(const FieldText& text, TextTrouble& trouble) {
  field_word_ = field_prefix(text.field);
  const AnalysisCounts counts = analyzer_.analyze(text.value, [&](const Token& token) {
    field_word_.resize(field_prefix_bytes);
    field_word_ += token.word;
    count(words_.add(field_word_), token.position);
    if (occurrences_.size() >= most_tokens_) full_();
  });
  if (counts.positions > 0)
    field_lengths_[text.field].push_back({static_cast<std::uint32_t>(record_ends_.size()), counts.positions});
  if (text.in_text) return;
  trouble.invalid_bytes += counts.invalid_bytes;
  trouble.cut_words += counts.cut_words;
}

// Brings the occurrences of each list together (a counting sort, so their order stays), then encodes each
// list.
void Inverter::encode(BatchIndex& out) {
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
  out.bytes.resize(occurrences_.size() * 3);
  bytes_end_ = 0;
  begin = 0;
  for (const std::uint32_t list : touched_lists_) {
    encode_list(list, begin, lists_[list].count, out);
    begin = lists_[list].count;
  }
  out.bytes.resize(bytes_end_);
}

void Inverter::encode_list(std::uint32_t list, std::uint32_t begin, std::uint32_t end, BatchIndex& out) {
  BatchList encoded;
  const std::size_t bytes_begin = bytes_end_;
  encoded.first = first_ordinal_ + places_[begin].record;
  std::uint32_t before = places_[begin].record;
  for (std::uint32_t i = begin; i < end;) {
    const std::uint32_t record = places_[i].record;
    std::uint32_t after = i + 1;
    while (after < end && places_[after].record == record) ++after;
    const std::uint32_t frequency = after - i;
    const std::size_t most_bytes = max_varint_bytes * (2 + std::size_t{frequency});
    if (out.bytes.size() - bytes_end_ < most_bytes) out.bytes.resize(out.bytes.size() * 3 / 2 + most_bytes);
    char* to = out.bytes.data() + bytes_end_;
    to = write_varint(to, ((record - before) << 1) | (frequency == 1 ? 1u : 0u));
    if (frequency != 1) to = write_varint(to, frequency);
    if (positions_) {
      to = write_varint(to, places_[i].position);
      for (std::uint32_t k = i + 1; k < after; ++k)
        to = write_varint(to, places_[k].position - places_[k - 1].position - 1);
    }
    bytes_end_ = static_cast<std::size_t>(to - out.bytes.data());
    before = record;
    ++encoded.postings;
    i = after;
  }
  if (bytes_end_ > 0xFFFFFFFFu) throw Error("a batch of records holds more than 4 GiB of postings");
  encoded.bytes_begin = static_cast<std::uint32_t>(bytes_begin);
  encoded.bytes_size = static_cast<std::uint32_t>(bytes_end_ - bytes_begin);
  encoded.last = first_ordinal_ + before;
  const StringTable& terms = stems_used_ ? stems_ : words_;
  const std::string_view text = terms[list];
  encoded.text_begin = static_cast<std::uint32_t>(out.text.size());
  encoded.text_size = static_cast<std::uint32_t>(text.size());
  out.text.append(text);
  out.lists.push_back(encoded);
}

void Inverter::encode_lengths(BatchIndex& out) {
  for (const auto& [field, lengths] : field_lengths_) {
    BatchList encoded;
    const std::size_t bytes_begin = out.bytes.size();
    std::uint32_t before = lengths.front().record;
    encoded.first = first_ordinal_ + before;
    for (const FieldLength& length : lengths) {
      append_varint(out.bytes, ((length.record - before) << 1) | (length.tokens == 1 ? 1u : 0u));
      if (length.tokens != 1) append_varint(out.bytes, length.tokens);
      before = length.record;
    }
    if (out.bytes.size() > 0xFFFFFFFFu) throw Error("a batch of records holds more than 4 GiB of postings");
    encoded.last = first_ordinal_ + before;
    encoded.postings = static_cast<std::uint32_t>(lengths.size());
    encoded.bytes_begin = static_cast<std::uint32_t>(bytes_begin);
    encoded.bytes_size = static_cast<std::uint32_t>(out.bytes.size() - bytes_begin);
    encoded.text_begin = static_cast<std::uint32_t>(out.text.size());
    encoded.text_size = field_prefix_bytes;
    out.text += field_prefix(field);
    out.lists.push_back(encoded);
  }
  field_lengths_.clear();
}

void Inverter::name_words(BatchIndex& out) {
  if (!stems_used_) return;
  // Where each touched list stands in the batch.
  for (std::uint32_t i = 0; i < touched_lists_.size(); ++i) lists_[touched_lists_[i]].count = i;
  out.words.reserve(touched_words_.size());
  for (const std::uint32_t word : touched_words_) {
    const std::string_view text = words_[word];
    out.words.push_back({static_cast<std::uint32_t>(out.text.size()), static_cast<std::uint32_t>(text.size()),
                         lists_[word_states_[word].list].count});
    out.text.append(text);
  }
}

}  // namespace corpack
