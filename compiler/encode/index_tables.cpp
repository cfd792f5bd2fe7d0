#include "encode/index_tables.hpp"

#include <utility>

#include "encode/meta_block.hpp"

namespace corpack {

std::vector<IndexInfo> write_index_tables(Gatherer& gatherer, FieldLengths text,
                                          const std::vector<std::uint32_t>& fields, InvertedOptions options,
                                          const std::function<void(std::uint64_t)>& progress, Store& store) {
  GatheredFields gathered{gatherer};
  std::vector<IndexInfo> indexes;
  std::uint64_t written_bytes = 0;
  const std::size_t records = text.codes.size();
  const auto write = [&](std::uint32_t field, const FieldLengths& lengths) {
    options.field = field;
    write_length_blocks(field, lengths.codes, store);
    InvertedTotals totals;
    if (!lengths.codes.empty())
      totals = write_inverted_tables(
          gatherer, gathered, lengths.codes, options,
          [&](std::uint64_t bytes) { progress(written_bytes + bytes); }, store);
    written_bytes += totals.gathered_bytes;
    indexes.push_back({field, totals.words, totals.lists, totals.postings, lengths.tokens, lengths.records,
                       options.positions});
  };
  write(format::text_field, text);
  text = {};
  for (const std::uint32_t field : fields) write(field, gathered.take_lengths(field, records));
  return indexes;
}

}  // namespace corpack
