// A RecordFormat whose records are whole lines: what each line is decides where records end.
#pragma once

#include <cstddef>
#include <string_view>

#include "dump/record_format.hpp"

namespace corpack {

enum class LineRole {
  goes_on,  // of the record in progress, or the first of one
  begins,   // the first of a record; one in progress has ended
  ends,     // the last of a record
};

class LineFormat : public RecordFormat {
 public:
  Scan scan(std::string_view bytes, bool at_end) final;
  void restart() override;

 protected:
  // How much of a long line is looked at.
  static constexpr std::size_t opening_bytes = 4096;

  // Called once for each line, with its first bytes (all of them but of a long line), without its LF.
  virtual LineRole role_of(std::string_view line) = 0;

 private:
  bool in_line_ = false;
  bool in_record_ = false;
  bool ends_record_ = false;  // the line in progress
  bool was_asked_ = false;    // about the line to come, which begins a record
};

}  // namespace corpack
