// Checks a whole dataset. Include this to call Dataset::verify.
//
// quick: all that opening does. checksum: the file's length and XXH3-128, then each block's XXH3-64, to say
// where. full: also each invariant of schema/FORMAT.md, and that analyzing the texts again gives the same
// words, postings and positions. About 100 kinds of damage are listed at most.
//
// Errors: what is wrong is returned, not thrown; a failing system is an Error. Complexity: checksum reads the
// file twice; full also analyzes all texts and takes 8 MiB of memory and 4 bytes for each posting list.
// Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/block_checksums.hpp>
#include <corpack/damage.hpp>
#include <corpack/dataset.hpp>
#include <corpack/file_checksum.hpp>
#include <corpack/verify_analysis.hpp>
#include <corpack/verify_records.hpp>
#include <corpack/verify_words.hpp>

namespace corpack {

namespace detail {

inline void verify_checksums(const Dataset& dataset, Findings& findings) {
  const Info& info = dataset.info();
  const std::string_view file = dataset.bytes();
  if (info.file_bytes() != dataset.file_bytes())
    findings.add("the file has " + std::to_string(dataset.file_bytes()) + " bytes, it was built with " +
                 std::to_string(info.file_bytes()));
  if (file.size() != dataset.file_bytes())
    findings.add("the file has " + std::to_string(dataset.file_bytes()) + " bytes, its pages take " +
                 std::to_string(file.size()));
  const auto slot = static_cast<std::uint64_t>(info.file_sum_address() -
                                               reinterpret_cast<const std::uint8_t*>(file.data()));
  if (file_checksum(file, slot) != info.file_checksum()) findings.add("the file's checksum is wrong");
  findings.guard([&] { verify_block_checksums(dataset, info, findings); });
}

}  // namespace detail

inline Verification Dataset::verify(VerifyLevel level) const {
  const Dataset& dataset = *this;
  Findings findings;
  if (level == VerifyLevel::quick) return std::move(findings).result();
  detail::verify_checksums(dataset, findings);
  if (level == VerifyLevel::checksum) return std::move(findings).result();
  findings.guard([&] { detail::verify_meta(dataset, findings); });
  const std::size_t before = findings.count();
  bool texts_apart = false;
  findings.guard([&] { texts_apart = detail::RecordsCheck{dataset, findings}.run(); });
  if (texts_apart) findings.guard([&] { detail::IdsCheck{dataset, findings}.run(); });
  findings.guard([&] {
    std::vector<detail::ListSums> sums;  // of each index
    std::uint64_t occurrences = 0;
    for (std::uint32_t index = 0; index < indexes(); ++index) {
      findings.guard([&] { detail::verify_terms(dataset, dataset.index(index), findings); });
      detail::ListsCheck lists{dataset, dataset.index(index), occurrences, findings};
      lists.run();
      sums.push_back(std::move(lists).sums());
    }
    if (texts_apart && findings.count() == before) detail::verify_analysis(dataset, sums, findings);
  });
  return std::move(findings).result();
}

}  // namespace corpack
