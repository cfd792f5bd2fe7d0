// CSV and TSV as RFC 4180 has them: a header row, cells in double quotes where they hold delimiters, quotes
// or line ends.
//
// Each column is a field. A row with cells past the header keeps them as column_N. A quoted cell that goes on
// after its second quote, all in one line, is taken as it is written, quotes and all. If it began in an
// earlier line, or is never closed, then a quote is missing somewhere: the row's first line is rejected and
// reading goes on with the next one. After one that is never closed no cell spans lines any more, so that the
// time stays linear.

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dump/excerpt.hpp"
#include "dump/formats/dump_format.hpp"
#include "dump/records_reader.hpp"
#include "dump/white_space.hpp"

namespace corpack {
namespace {

class Rows : public RecordFormat {
 public:
  Rows(const DumpOptions& options, char delimiter)
      : id_field_{options.id_field}, delimiter_{delimiter}, wants_header_{options.has_header} {}

  Scan scan(std::string_view bytes, bool at_end) override {
    for (std::size_t at = 0; at < bytes.size();) {
      if (state_ == State::quoted) {
        at = skip_quoted(bytes, at);
        if (is_broken_) return end_at(at);
        continue;
      }
      const char byte = bytes[at];
      if (state_ == State::after_quote && byte != '"' && byte != delimiter_ && byte != '\n' && spans_lines_) {
        is_broken_ = true;
        return end_at(at);
      }
      ++at;
      if (byte == '\n') return end_at(at);
      if (byte == delimiter_) {
        state_ = State::cell_start;
      } else if (byte == '"' && state_ != State::unquoted) {
        if (state_ == State::cell_start) spans_lines_ = false;
        state_ = State::quoted;
      } else {
        state_ = State::unquoted;
        at = skip_unquoted(bytes, at);
      }
    }
    if (!at_end) return {bytes.size(), false};
    if (state_ == State::quoted) is_broken_ = is_single_line_ = true;
    return end_at(bytes.size());
  }

  void restart() override {
    state_ = State::cell_start;
    spans_lines_ = false;
  }

  void skip() override { is_broken_ = false; }

  bool take(std::string_view raw, RecordDraft& draft) override {
    if (std::exchange(is_broken_, false)) {
      const std::size_t first_line = std::min(raw.find('\n'), raw.size());
      draft.reject(Trouble::malformed, opening_quote(raw.substr(0, first_line)),
                   "a quoted cell that is not closed where it should be", first_line + 1);
      return false;
    }
    if (skip_white(raw, 0, raw.size()) == raw.size() && raw.find(delimiter_) == std::string_view::npos)
      return false;
    if (std::exchange(wants_header_, false)) {
      take_header(raw, draft);
      return false;
    }
    take_row(raw, draft);
    return true;
  }

 private:
  enum class State { cell_start, unquoted, quoted, after_quote };

  struct Cell {
    std::string_view value;
    std::size_t offset = 0;
    bool is_stray = false;  // quoted, and goes on after its quote
  };

  Scan end_at(std::size_t at) {
    restart();
    return {at, true};
  }

  std::size_t skip_quoted(std::string_view bytes, std::size_t at) {
    const std::size_t quote = std::min(bytes.find('"', at), bytes.size());
    if (!spans_lines_) {
      const std::size_t end = bytes.substr(0, quote).find('\n', at);
      spans_lines_ = end != std::string_view::npos;
      if (spans_lines_ && is_single_line_) {
        is_broken_ = true;
        return end + 1;
      }
    }
    if (quote == bytes.size()) return quote;
    state_ = State::after_quote;
    return quote + 1;
  }

  std::size_t skip_unquoted(std::string_view bytes, std::size_t at) const {
    while (at < bytes.size() && bytes[at] != delimiter_ && bytes[at] != '\n') ++at;
    return at;
  }

  // The quote that is to blame: the last one that opens a cell.
  std::size_t opening_quote(std::string_view line) const {
    std::size_t found = line.starts_with('"') ? 0 : line.find('"');
    for (std::size_t at = 1; at < line.size(); ++at)
      if (line[at] == '"' && line[at - 1] == delimiter_) found = at;
    return found == std::string_view::npos ? 0 : found;
  }

  // The cell that begins at `at`, which becomes the place of the delimiter behind it, or the end.
  Cell next_cell(std::string_view raw, std::size_t& at) {
    const std::size_t begin = at;
    if (at == raw.size() || raw[at] != '"') {
      at = std::min(raw.find(delimiter_, at), raw.size());
      return {raw.substr(begin, at - begin), begin};
    }
    unescaped_.clear();
    bool has_escapes = false;
    for (std::size_t from = begin + 1;;) {
      const std::size_t quote = std::min(raw.find('"', from), raw.size());
      const bool is_escaped = quote + 1 < raw.size() && raw[quote + 1] == '"';
      unescaped_ += raw.substr(from, quote - from);
      at = std::min(quote + 1, raw.size());
      if (!is_escaped) break;
      unescaped_ += '"';
      has_escapes = true;
      from = quote + 2;
    }
    if (at != raw.size() && raw[at] != delimiter_) {
      at = std::min(raw.find(delimiter_, at), raw.size());
      return {raw.substr(begin, at - begin), begin, true};
    }
    return {has_escapes ? std::string_view{unescaped_} : raw.substr(begin + 1, at - begin - 2), begin};
  }

  // Calls `each` with the number and the content of each cell.
  template <class Each>
  std::size_t for_cells(std::string_view raw, RecordDraft& draft, Each&& each) {
    std::size_t cells = 0;
    for (std::size_t at = 0;; ++at) {
      const Cell cell = next_cell(raw, at);
      if (cell.is_stray)
        draft.remark(Trouble::stray_quote, cell.offset,
                     "a quoted cell that goes on after its second quote; it is taken as it is written");
      each(cells++, cell.value);
      if (at == raw.size()) return cells;
    }
  }

  void take_header(std::string_view raw, RecordDraft& draft) {
    std::vector<std::string> names;
    std::unordered_map<std::string, unsigned> copies;  // of each name, the first among them
    for_cells(raw, draft, [&](std::size_t column, std::string_view cell) {
      std::string name{trimmed(cell)};
      if (name.empty()) name = column_name(column);
      const std::string first = name;
      while (!copies.try_emplace(name, 1).second) name = fmt::format("{}_{}", first, ++copies[first]);
      if (name != first)
        draft.remark(Trouble::repeated_field, 0,
                     fmt::format("two columns are called \"{}\"; column {} becomes \"{}\"", excerpt(first),
                                 column + 1, excerpt(name)));
      names.push_back(name);
      if (names.size() > max_field_names) draft.reject(Trouble::malformed, 0, "too many columns");
    });
    for (const std::string& name : names) columns_.push_back(&draft.field(name));
    header_columns_ = columns_.size();
  }

  void take_row(std::string_view raw, RecordDraft& draft) {
    const std::size_t cells = for_cells(raw, draft, [&](std::size_t column, std::string_view cell) {
      if (column == columns_.size()) columns_.push_back(&draft.field(column_name(column)));
      DraftField& field = *columns_[column];
      // A table has a cell for each row, so an empty one is how it says that there is no id.
      const bool is_id = id_field_ ? field.name == *id_field_ : field.id_rank == 0;
      if (!cell.empty() || !is_id) draft.add(field, cell);
    });
    if (header_columns_ == 0) header_columns_ = cells;
    if (cells != header_columns_)
      draft.remark(Trouble::ragged, 0,
                   fmt::format("a row of {} cells, where there are {} columns", cells, header_columns_));
  }

  static std::string column_name(std::size_t column) { return fmt::format("column_{}", column + 1); }

  const std::optional<std::string> id_field_;
  const char delimiter_;
  bool wants_header_;
  std::vector<DraftField*> columns_;
  std::size_t header_columns_ = 0;
  std::string unescaped_;

  State state_ = State::cell_start;
  bool spans_lines_ = false;     // the quoted cell in progress
  bool is_broken_ = false;       // the row that ended
  bool is_single_line_ = false;  // no cell may span lines any more
};

// The character that the header has most of: a comma, unless another is more frequent.
char guess_delimiter(std::string_view opening) {
  const std::size_t begin = skip_white(opening, 0, opening.size());
  const std::string_view header = opening.substr(begin, opening.find('\n', begin) - begin);
  char best = ',';
  std::ptrdiff_t most = std::count(header.begin(), header.end(), best);
  for (const char delimiter : {';', '\t', '|'}) {
    const std::ptrdiff_t count = std::count(header.begin(), header.end(), delimiter);
    if (count <= most) continue;
    best = delimiter;
    most = count;
  }
  return best;
}

std::unique_ptr<DumpReader> open_table(LineInput lines, DumpOptions options, FieldNames& names,
                                       Diagnostics& diagnostics, char delimiter) {
  auto rows = std::make_unique<Rows>(options, options.delimiter.value_or(delimiter));
  return std::make_unique<RecordsReader>(std::move(lines), std::move(options), std::move(rows), names,
                                         diagnostics);
}

std::unique_ptr<DumpReader> open_csv(LineInput lines, DumpOptions options, FieldNames& names,
                                     Diagnostics& diagnostics) {
  const char delimiter = guess_delimiter(lines.opening(opening_bytes));
  return open_table(std::move(lines), std::move(options), names, diagnostics, delimiter);
}

std::unique_ptr<DumpReader> open_tsv(LineInput lines, DumpOptions options, FieldNames& names,
                                     Diagnostics& diagnostics) {
  return open_table(std::move(lines), std::move(options), names, diagnostics, '\t');
}

}  // namespace

extern const DumpFormat csv_format;
extern const DumpFormat tsv_format;
const DumpFormat csv_format{"csv", {"csv"}, nullptr, open_csv};
const DumpFormat tsv_format{"tsv", {"tsv", "tab"}, nullptr, open_tsv};

}  // namespace corpack
