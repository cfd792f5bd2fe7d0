// Searching in fields, with weights and filters, against an evaluator that scores every record.
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "search/compare_searches.hpp"
#include "search/text_dataset.hpp"

using namespace corpack;
using corpack::test::KnownFilter;
using corpack::test::TextDataset;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Words of one alphabet in all fields, the first ones the most frequent, so that lists of fields are long and
// short; a value here and there is missing, or is no number.
std::string dump_of_fields(std::size_t records, std::uint32_t seed) {
  std::mt19937 random{seed};
  const auto words = [&](std::size_t most) {
    std::string text;
    for (std::size_t left = 1 + random() % most; left > 0; --left) {
      const std::size_t bound = 1 + random() % 60;
      text += (text.empty() ? "" : " ") + std::string{"mirrors"}.substr(0, 1 + random() % 7) +
              std::string{"abcdefgh"}.substr(random() % bound % 8, 1 + random() % 2);
    }
    return text;
  };
  std::string dump;
  for (std::size_t i = 0; i < records; ++i) {
    dump += "{\"id\":\"" + std::to_string(i) + "\",\"title\":\"" + words(6) + "\",\"abstract\":\"" +
            words(40) + '"';
    if (random() % 4 != 0) dump += ",\"a.venue\":\"" + words(3) + '"';
    if (random() % 5 != 0) dump += ",\"year\":" + std::to_string(2000 + random() % 20);
    if (random() % 9 == 0) dump += ",\"score\":\"none\"";
    if (random() % 3 == 0)
      dump += ",\"rank\":\"" + std::to_string(static_cast<int>(random() % 9) - 4) + ".5\"";
    dump += "}\n";
  }
  return dump;
}

std::uint32_t field_of(const Dataset& dataset, std::string_view name) {
  const auto field = dataset.info().find_numbers(name);
  REQUIRE(field);
  return *field;
}

}  // namespace

TEST_CASE("search in fields agrees with the reference") {
  const std::size_t records = GENERATE(1u, 60u, 129u, 700u);
  const std::string language = records == 129 ? "none" : "english";
  const bool positions = records != 60;
  const TextDataset dataset{
      std::vector<std::pair<std::string, std::string>>{{"papers.jsonl", dump_of_fields(records, 7)}},
      {.language = language, .positions = positions}};
  REQUIRE(dataset->index_named("title"));
  test::QueryExtras extras;
  extras.fields = {"title", "TITLE", "text", "abstract"};
  if (records > 1) {
    REQUIRE(dataset->index_named("a.venue"));
    extras.fields.emplace_back("a.venue");
    extras.weights = {{},
                      {{"title", 3}},
                      {{"title", 2}, {"text", 0.5}, {"a.venue", 1.25}},
                      {{"text", 0}, {"title", 1}},
                      {{"text", 0.25}}};
    const std::uint32_t year = field_of(*dataset, "year");
    const std::uint32_t rank = field_of(*dataset, "rank");
    extras.filters = {{"year>=2010", year, {2010, infinity, false, false}},
                      {"year<2004", year, {-infinity, 2004, false, true}},
                      {"year=2007", year, {2007, 2007, false, false}},
                      {"Year:2005..2015", year, {2005, 2015, false, false}},
                      {"rank>-0.5", rank, {-0.5, infinity, true, false}},
                      {"rank<=1e0", rank, {-infinity, 1, false, false}}};
  }
  test::compare(*dataset, language, 21, records > 500 ? 1500 : 600, extras);
}
