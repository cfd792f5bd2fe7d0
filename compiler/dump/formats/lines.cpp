// One record a line: the line is the text, without the white space around it. Blank lines are none.

#include "dump/formats/dump_format.hpp"
#include "dump/formats/line_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

class Lines final : public LineFormat {
 public:
  explicit Lines(const DumpOptions&) {}

  bool take(std::string_view raw, RecordDraft& draft) override {
    const std::string_view text = trimmed(raw);
    if (text.empty()) return false;
    draft.set_text(text);
    return true;
  }

 private:
  LineRole role_of(std::string_view) override { return LineRole::ends; }
};

}  // namespace

extern const DumpFormat lines_format;
const DumpFormat lines_format{"lines", {"lines"}, nullptr, open_records<Lines>};

}  // namespace corpack
