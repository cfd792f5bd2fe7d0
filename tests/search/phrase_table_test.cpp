// Counting word pairs: exact as long as there is room, and bounded when there is none.
#include <catch2/catch.hpp>

#include <corpack/phrase_table.hpp>

using namespace corpack;

TEST_CASE("occurrences and records of a pair") {
  PhraseTable table;
  table.add({1, 2}, 0);
  table.add({1, 2}, 0);
  table.add({1, 2}, 7);
  table.add({2, 1}, 7);
  REQUIRE(table.pairs().size() == 2);
  CHECK(table.pairs().at({1, 2}).occurrences == 3);
  CHECK(table.pairs().at({1, 2}).records == 2);
  CHECK(table.pairs().at({2, 1}).occurrences == 1);
}

TEST_CASE("a full table forgets the rarest and never grows beyond its limit") {
  PhraseTable table{100};
  for (std::uint32_t record = 0; record < 10000; ++record) {
    table.add({0, 1}, record);
    if (record % 2 == 0) table.add({0, 2}, record);
    table.add({record, 3}, record);  // each but once
    REQUIRE(table.pairs().size() <= 100);
  }
  CHECK(table.pairs().at({0, 1}).occurrences == 10000);
  CHECK(table.pairs().at({0, 1}).records == 10000);
  CHECK(table.pairs().at({0, 2}).occurrences == 5000);
}

TEST_CASE("pairs that are all equally frequent make room as well") {
  PhraseTable table{8};
  for (int round = 0; round < 5; ++round)
    for (std::uint32_t word = 0; word < 8; ++word) table.add({word, word}, 0);
  table.add({9, 9}, 0);
  CHECK(table.pairs().size() == 1);
}
