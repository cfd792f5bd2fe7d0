// Turns the texts of one batch of records, and the fields to be indexed, into posting lists of that batch.
//
// Lists and words of a field are named as field_terms.hpp says, and the field has one list more: how many
// token positions each record has in it, as frequencies, without positions.
//
// One Inverter for each worker: it keeps the analyzer, and which stem each word has, from batch to batch.
// A BatchIndex stands alone: it can be gathered (gatherer.hpp) by another thread while the worker goes on.
//
// Lifetime: a BatchIndex owns its bytes. Errors: none of its own. Complexity: linear in the text. Memory:
// besides the words, about 20 bytes for each token of a piece, whatever the length of the texts. Thread
// safety: none; one worker, one Inverter.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/analyzer.hpp>

#include "index/field_terms.hpp"
#include "index/string_table.hpp"

namespace corpack {

// Postings of one list in one batch. Each is, as varints: the distance from the ordinal before times two,
// plus one where the frequency is 1; the frequency where it is not; then, where positions are kept, the first
// position and the distances minus one. The first posting has no ordinal of its own: it is `first`.
struct BatchList {
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  std::uint32_t first = 0;  // ordinals
  std::uint32_t last = 0;
  std::uint32_t postings = 0;
  std::uint32_t bytes_begin = 0;
  std::uint32_t bytes_size = 0;
};

struct BatchWord {
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  std::uint32_t list = 0;  // number in BatchIndex::lists
};

struct TextTrouble {
  std::uint32_t record = 0;  // number among the texts
  std::uint32_t invalid_bytes = 0;
  std::uint32_t cut_words = 0;
};

struct BatchIndex {
  std::vector<BatchList> lists;
  std::vector<BatchWord> words;  // none where words are their own stems
  std::string text;              // of terms and words
  std::string bytes;             // of postings
  std::vector<std::uint8_t> length_codes;
  std::vector<TextTrouble> troubles;
  std::uint64_t tokens = 0;
  std::uint64_t records_with_tokens = 0;

  std::string_view text_of(const BatchList& list) const {
    return {text.data() + list.text_begin, list.text_size};
  }
  std::string_view text_of(const BatchWord& word) const {
    return {text.data() + word.text_begin, word.text_size};
  }
  std::string_view bytes_of(const BatchList& list) const {
    return {bytes.data() + list.bytes_begin, list.bytes_size};
  }
};

// The value of an indexed field of one record.
struct FieldText {
  std::uint32_t record = 0;  // number in the batch
  std::uint32_t field = 0;
  std::string_view value;
  bool in_text = false;  // the value is a part of the text: what is wrong with it is known already
};

class Inverter {
 public:
  // A worker's memory of words is dropped when it grows past `vocabulary_bytes`.
  Inverter(std::string_view language, bool positions, std::size_t vocabulary_bytes = std::size_t{32} << 20)
      : analyzer_(language),
        stems_used_(analyzer_.language() != "none"),
        positions_(positions),
        vocabulary_limit_bytes_(vocabulary_bytes) {}

  // Inverts texts whose ordinals are first_ordinal, first_ordinal + 1, …
  // `fields`: their values in fields that are indexed besides, in the order of the texts.
  void invert(const std::vector<std::string_view>& texts, std::uint32_t first_ordinal, BatchIndex& out,
              std::span<const FieldText> fields = {});

  // The same of texts of any length: `take` gets the index in pieces of at least `piece_tokens` tokens, and a
  // few more. A record may be in several; its length is in the one where it ends.
  void invert_in_pieces(const std::vector<std::string_view>& texts, std::uint32_t first_ordinal,
                        std::span<const FieldText> fields, std::size_t piece_tokens,
                        const std::function<void(const BatchIndex&)>& take);

 private:
  struct Occurrence {
    std::uint32_t list;
    std::uint32_t position;
  };
  static constexpr std::size_t no_limit = ~std::size_t{0};
  struct ListState {
    std::uint32_t count = 0;  // occurrences in this piece, then where its next one goes
    std::uint32_t stamp = 0;
  };

  void analyze(std::string_view text, std::uint32_t number, std::span<const FieldText>& fields,
               BatchIndex& out);
  void begin_piece(std::uint32_t first_ordinal);
  void end_piece(BatchIndex& out);
  void add(const Token& token);
  void count_pending();
  void count(std::uint32_t word, std::uint32_t position);
  std::uint32_t stem_list(std::uint32_t word);
  void encode(BatchIndex& out);
  void encode_list(std::uint32_t list, std::uint32_t begin, std::uint32_t end, BatchIndex& out);
  void name_words(BatchIndex& out);
  void add_field(const FieldText& text, TextTrouble& trouble);
  void encode_lengths(BatchIndex& out);
  std::string_view stem_of(std::string_view word);

  Analyzer analyzer_;
  bool stems_used_;  // whether a word may have another term than itself
  bool positions_;
  std::size_t vocabulary_limit_bytes_;
  StringTable words_;
  StringTable stems_;  // not used where words are their own stems
  struct WordState {
    std::uint32_t list = 0;   // its stem's
    std::uint32_t stamp = 0;  // of the last batch that held the word
  };
  std::vector<WordState> word_states_;  // not used where words are their own stems
  std::uint32_t stamp_ = 0;

  // Tokens whose words are being fetched; those of one record at most.
  struct PendingToken {
    StringTable::Probe word;
    std::uint32_t position;
  };
  std::array<PendingToken, 64> pending_{};
  std::size_t pending_count_ = 0;

  // Of the piece in progress; a batch is one piece unless its texts are long.
  std::uint32_t first_ordinal_ = 0;
  std::size_t most_tokens_ = no_limit;
  std::function<void()> full_;  // called once there are so many
  std::vector<ListState> lists_;
  std::vector<std::uint32_t> touched_lists_;
  std::vector<std::uint32_t> touched_words_;
  std::vector<Occurrence> occurrences_;
  std::vector<std::uint32_t> record_ends_;  // in occurrences_
  struct Place {
    std::uint32_t record;
    std::uint32_t position;
  };
  std::vector<Place> places_;
  std::size_t bytes_end_ = 0;  // of what is encoded, in BatchIndex::bytes

  // How many tokens a record has in a field.
  struct FieldLength {
    std::uint32_t record;
    std::uint32_t tokens;
  };
  std::map<std::uint32_t, std::vector<FieldLength>> field_lengths_;  // of the batch, by field
  std::string field_word_;
  std::string field_stem_;
};

}  // namespace corpack
