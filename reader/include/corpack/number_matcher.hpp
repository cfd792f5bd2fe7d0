// Records whose number in a field lies in a range. All score 0, so that a filter chooses records and leaves
// their order alone.
//
// Lifetime: refers to the Dataset. Errors: FormatError when a column is damaged. Complexity: one pass over
// the field's numbers in all, and over none of those that the search for other clauses passes by. Not
// thread-safe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <corpack/dataset.hpp>
#include <corpack/matcher.hpp>
#include <corpack/number_filter.hpp>

namespace corpack {

class NumberMatcher final : public Matcher {
 public:
  NumberMatcher(const Dataset& dataset, std::uint32_t field, const NumberRange& range)
      : dataset_(dataset), field_(field), range_(range) {}

  std::uint32_t find(std::uint32_t target) override {
    while (target < dataset_.size()) {
      if (block_ == nullptr || target - block_->first >= block_->texts.count) open(dataset_.block_of(target));
      const std::uint32_t row = target - block_->first;
      std::uint32_t best = block_->texts.count;
      for (std::size_t i = 0; i < used_; ++i) best = std::min(best, first_row(columns_[i], row));
      target = block_->first + best;
      if (best < block_->texts.count) return target;
    }
    return end;
  }
  double score() override { return 0; }
  // Nothing is known of how many records it holds: it is asked last.
  std::uint64_t cost() const override { return dataset_.size(); }

 private:
  // A field has at most two columns in a block: of values, and of parts of the text.
  struct Column {
    bool is_dense = false;
    std::span<const std::uint32_t> rows;
    std::span<const double> numbers;
    std::size_t place = 0;  // what comes before is passed
  };

  void open(const RecordBlock& block) {
    using C = format::Column;
    block_ = &block;
    used_ = 0;
    const FlatTable root = block.root();
    std::uint64_t before = 0;
    for (std::uint32_t i = 0; i < block.columns.count; ++i) {
      const FlatTable table = root.table_at(block.columns, i);
      const std::uint64_t order =
          2 * std::uint64_t{table.scalar<std::uint32_t>(C::VT_FIELD)} + (table.has(C::VT_SPANS) ? 1 : 0);
      if (i > 0 && order <= before) block.block.fail("its columns are out of order");
      before = order;
      if (order / 2 != field_ || !table.has(C::VT_NUMBERS)) continue;
      Column column{!table.has(C::VT_ROWS), table.span<std::uint32_t>(C::VT_ROWS),
                    table.span<double>(C::VT_NUMBERS)};
      if (column.numbers.size() != (column.is_dense ? block.texts.count : column.rows.size()))
        block.block.fail("a column has not one number for each of its rows");
      columns_[used_++] = column;
    }
  }

  // The first row from `row` on whose number lies in the range; the number of rows: there is none.
  std::uint32_t first_row(Column& column, std::uint32_t row) const {
    const std::uint32_t rows = block_->texts.count;
    if (column.is_dense) {
      column.place = std::max<std::size_t>(column.place, row);
      while (column.place < column.numbers.size() && !range_.holds(column.numbers[column.place]))
        ++column.place;
      return static_cast<std::uint32_t>(std::min<std::size_t>(column.place, rows));
    }
    const auto begin = column.rows.begin();
    column.place = static_cast<std::size_t>(
        std::lower_bound(begin + static_cast<std::ptrdiff_t>(column.place), column.rows.end(), row) - begin);
    for (; column.place < column.numbers.size(); ++column.place) {
      const std::uint32_t found = column.rows[column.place];
      if (found < row || found >= rows) block_->block.fail("a column's rows are wrong");
      if (range_.holds(column.numbers[column.place])) return found;
    }
    return rows;
  }

  const Dataset& dataset_;
  std::uint32_t field_;
  NumberRange range_;
  const RecordBlock* block_ = nullptr;
  std::array<Column, 2> columns_;
  std::size_t used_ = 0;
};

}  // namespace corpack
