// Queries in a file, one a line: `kind<TAB>word word ...`, so that several programs run the same ones.
//
// Errors: Error with the path, and the line of what is no query. Complexity: linear. Thread safety: pure
// functions.
#pragma once

#include <string>
#include <vector>

#include "bench/queries/text_query.hpp"

namespace corpack::bench {

std::vector<TextQuery> read_queries(const std::string& path);
void write_queries(const std::string& path, const std::vector<TextQuery>& queries);

}  // namespace corpack::bench
