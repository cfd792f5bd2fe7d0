// Indexed fields and numbers of a frozen dataset, and what is found where they are forged.
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/number_matcher.hpp>
#include <corpack/verify.hpp>

#include "reader/frozen_dataset.hpp"

using namespace corpack;
using Catch::Matchers::Contains;

namespace {

using Postings = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Postings postings_of(const FieldIndex& index, std::string_view word) {
  Postings postings;
  if (const auto term = index.term(word))
    for (const Posting& posting : index.postings(*term))
      postings.emplace_back(posting.ordinal, posting.frequency);
  return postings;
}

std::vector<std::uint32_t> within(const Dataset& dataset, std::string_view field, const NumberRange& range) {
  NumberMatcher matcher{dataset, dataset.info().find_numbers(field).value(), range};
  std::vector<std::uint32_t> ordinals;
  for (auto ordinal = matcher.advance(0); ordinal != Matcher::end; ordinal = matcher.advance(ordinal + 1))
    ordinals.push_back(ordinal);
  return ordinals;
}

// What verification finds where the first of these bytes are replaced and all checksums made right.
std::string findings_with(const std::string& from, const std::string& to) {
  const Dataset good{test::frozen_fields_path()};
  const test::Layout layout{good};
  std::string bytes = test::read_file(test::frozen_fields_path());
  const std::size_t at = bytes.find(from);
  REQUIRE(at != std::string::npos);
  bytes.replace(at, from.size(), to);
  layout.reseal(bytes);
  const test::TemporaryFolder folder;
  test::write_file(folder / "forged", bytes);
  std::string found;
  for (const Damage& damage : Dataset{folder / "forged"}.verify(VerifyLevel::full).damage)
    found += damage.what + '\n';
  return found;
}

std::string bytes_of(double number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

}  // namespace

TEST_CASE("a frozen dataset keeps its indexed fields") {
  const Dataset dataset{test::frozen_fields_path()};
  REQUIRE(dataset.indexes() == 6);
  CHECK(dataset.index_name(0) == "text");
  CHECK(dataset.index_named("title") == 1u);
  CHECK(dataset.index_named("By.Name") == 5u);
  CHECK_FALSE(dataset.index_named("abstract"));
  CHECK_FALSE(dataset.index_named("titl"));
  const FieldIndex& title = dataset.index(1);
  CHECK(title.totals().records == 7);
  CHECK(title.totals().tokens == 21);
  CHECK(title.has_positions());
  CHECK(postings_of(title, "networks") == Postings{{0, 1}, {4, 1}, {7, 2}});
  CHECK(postings_of(dataset.index(2), "workshop") == Postings{{1, 1}, {4, 1}});
  CHECK(postings_of(dataset.index(2), "mirror").empty());
  CHECK(dataset.verify(VerifyLevel::full).good());
}

TEST_CASE("a frozen dataset keeps its numbers") {
  const Dataset dataset{test::frozen_fields_path()};
  CHECK(within(dataset, "year", {2020, 2021, false, false}) == std::vector<std::uint32_t>{1, 2, 7});
  CHECK(within(dataset, "YEAR", {2020, 2024, true, true}) == std::vector<std::uint32_t>{2, 7});
  CHECK(within(dataset, "score", {}) == std::vector<std::uint32_t>{0, 1, 2, 3});
  CHECK_FALSE(dataset.info().find_numbers("title"));
  CHECK_FALSE(dataset.info().find_numbers("nowhere"));
}

TEST_CASE("forged numbers, words and lengths of fields are found") {
  CHECK(findings_with("poster", "poster").empty());
  CHECK_THAT(findings_with(bytes_of(7.5), bytes_of(8.5)), Contains("numbers are not those of its values"));
  CHECK_THAT(findings_with(bytes_of(2020.5), bytes_of(2020.25)),
             Contains("numbers are not those of its values"));
  // Words of the dictionary of `type`, one after the other.
  CHECK_THAT(findings_with("oralposterworkshop", "oralpostfrworkshop"), Contains("field 'type': "));
  // The title's lengths by record.
  const std::string lengths{"\4\1\4\3\2\4\0\3", 8};
  CHECK_THAT(findings_with(lengths, std::string{"\4\1\4\3\2\4\0\4", 8}),
             Contains("field 'title': the length of record 7 is wrong"));
}
