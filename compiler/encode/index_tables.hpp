// Writes the inverted tables and the lengths of the text, then those of each indexed field.
//
// Errors: corpack::Error. Memory: besides what InvertedOptions says, a byte for each record. Thread safety:
// uses the TBB workers of the calling thread.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <corpack/info.hpp>

#include "encode/inverted_tables.hpp"

namespace corpack {

// Returns the totals, ascending by field. `text`: the lengths of all texts; their memory is given back before
// the fields' turn. `fields`: ascending; one without tokens gets no tables. `progress` is told now and then
// how many of the gathered bytes are written. REQUIRES: the Gatherer has finished gathering.
std::vector<IndexInfo> write_index_tables(Gatherer& gatherer, FieldLengths text,
                                          const std::vector<std::uint32_t>& fields, InvertedOptions options,
                                          const std::function<void(std::uint64_t)>& progress, Store& store);

}  // namespace corpack
