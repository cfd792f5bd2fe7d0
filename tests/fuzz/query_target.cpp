// Any bytes as a query: it runs, and its best hits are the first of all hits.
#include <filesystem>

#include "fuzz/target.hpp"
#include "reader/use_dataset.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const corpack::Dataset dataset{std::filesystem::path{CORPACK_SOURCE_DIR} /
                                        "tests/data/v1/frozen.corpack"};
  corpack::test::use_query(dataset, corpack::test::bytes_of(data, size));
  return 0;
}
