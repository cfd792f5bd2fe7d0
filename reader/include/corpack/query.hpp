// A query, parsed and looked up in one dataset's dictionary: prepare it once, run it often.
//
// A tree of words, phrases, prefixes, sources and groups of clauses. Words are resolved to posting lists when
// it is parsed (query_parser.hpp), so a Query belongs to the Dataset it was parsed for, which must outlive
// it. Plain values: copyable; many threads may run one Query, each with its own Searcher.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <corpack/number_filter.hpp>

namespace corpack {

enum class Occur : std::uint8_t { should, must, must_not };

// A word of a phrase and its place in it.
struct PhraseWord {
  std::uint32_t list = 0;
  std::uint32_t place = 0;
};

// The ordinals begin .. end, without end.
struct OrdinalRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

struct QueryNode {
  enum class Kind : std::uint8_t {
    nothing,  // matches no record: a word that is not in the dataset
    term,     // records that hold the list's term
    phrase,   // records that hold the words side by side, or nearly so
    prefix,   // records that hold a term of any of the lists; all score `weight`
    sources,  // records of some sources; all score 0
    numbers,  // records whose number in a field lies in a range; all score 0
    group,    // clauses
  };
  static constexpr std::uint32_t no_list = std::numeric_limits<std::uint32_t>::max();

  Kind kind = Kind::nothing;
  Occur occur = Occur::should;   // in the group that holds it
  bool one_word = false;         // a group for one written word: its parts, and last the whole as a phrase
  bool in_fields = false;        // a group for one word or phrase looked for in several fields, each a clause
  double weight = 1;             // its boost, times how often it was asked for
  std::uint32_t index = 0;       // of a term, phrase or prefix: in which field's index (Dataset::index)
  std::uint32_t list = no_list;  // of a term
  std::uint32_t slop = 0;        // of a phrase: by how many places its words may be out of place
  std::string word;              // folded, of a term, prefix or phrase (joined by blanks): for messages
  std::vector<PhraseWord> words;     // of a phrase
  std::vector<std::uint32_t> lists;  // of a prefix, ascending
  std::vector<OrdinalRange> ranges;  // of sources, ascending, apart
  std::uint32_t field = 0;           // of numbers: which field's
  NumberRange range;                 // of numbers
  std::vector<QueryNode> clauses;    // of a group
};

// A word of a query that no record holds, or a name before a colon that is none of a field, and where the
// query has it.
struct UnknownWord {
  std::string word;       // folded; a name as it was written
  std::size_t begin = 0;  // bytes of the query's text
  std::size_t end = 0;
  std::vector<std::uint32_t>
      indexes;  // of the fields that it was looked for in (Dataset::index); of a name: none
};

class Query {
 public:
  Query() = default;
  Query(std::string text, QueryNode root, std::vector<std::string> notes,
        std::vector<UnknownWord> unknown = {})
      : text_(std::move(text)),
        root_(std::move(root)),
        notes_(std::move(notes)),
        unknown_(std::move(unknown)) {}

  // As it was written.
  const std::string& text() const { return text_; }
  const QueryNode& root() const { return root_; }
  // What people should be told: words left out, an expansion that was cut, phrases without positions.
  const std::vector<std::string>& notes() const { return notes_; }
  // Ascending; a name comes before words that are in it. The first UnknownWords::max_words of them.
  const std::vector<UnknownWord>& unknown_words() const { return unknown_; }

 private:
  std::string text_;
  QueryNode root_;
  std::vector<std::string> notes_;
  std::vector<UnknownWord> unknown_;
};

}  // namespace corpack
