// What a format of records with fields must know: where a record ends, and what is in it. RecordsReader does
// the rest: reading, batches, line numbers, reports.
//
// Lifetime: a format reads one dump, from its first byte to its last. Requirements: see the functions.
// Errors: what is wrong with a record goes to the draft. Complexity: scan() is linear in the bytes it takes,
// take() in the record. Memory: bounded whatever the record's length, as long as scan() goes. Thread safety:
// none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "dump/record_draft.hpp"

namespace corpack {

struct Scan {
  std::size_t bytes = 0;  // taken of those shown
  bool ended = false;     // the record ends behind them
};

class RecordFormat {
 public:
  virtual ~RecordFormat() = default;

  // Looks for the end of the record in progress. `bytes` go on where the last scan() stopped taking, and may
  // end anywhere; what it needs to see together it leaves until more has come. At the end of the dump, where
  // nothing more will come, it takes all and says that the record ended. What is between records belongs to
  // one of them.
  virtual Scan scan(std::string_view bytes, bool at_end) = 0;

  // Forgets the record in progress: the next scan() begins anew.
  virtual void restart() = 0;

  // Adds what a record holds to the draft, or rejects it there; false: these bytes hold no record. `raw` are
  // the bytes that scan() took, without a LF at their end; `padding_bytes` more can be read behind them.
  virtual bool take(std::string_view raw, RecordDraft& draft) = 0;

  // Instead of take(): the record was too long.
  virtual void skip() {}

  // After the last record: may reject what is missing at the end of the dump.
  virtual void end(RecordDraft&) {}

  // The dump's own title, known once its first record is.
  virtual std::optional<std::string> title() const { return std::nullopt; }

  static constexpr std::size_t padding_bytes = 64;
};

}  // namespace corpack
