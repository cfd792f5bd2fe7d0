// Values as numbers, and conditions on them as people write them.
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include <corpack/number_filter.hpp>

using namespace corpack;

TEST_CASE("a value is a number as a whole") {
  CHECK(parse_number("2024") == 2024.0);
  CHECK(parse_number("-1.50") == -1.5);
  CHECK(parse_number(" \t7\r\n") == 7.0);
  CHECK(parse_number("1e3") == 1000.0);
  CHECK(parse_number("2.5E-1") == 0.25);
  CHECK(parse_number(".5") == 0.5);
  CHECK(parse_number("5.") == 5.0);
  CHECK(parse_number("007") == 7.0);
  for (const char* const none : {"", " ", "-", ".", "+1", "1,5", "1 2", "0x10", "inf", "-inf", "nan", "-nan",
                                 "1e", "e1", "1e999", "2024-01-02", "n.d.", "--1", "1.2.3"})
    CHECK_FALSE(parse_number(none));
  CHECK_FALSE(parse_number(std::string(100000, '9')));
}

TEST_CASE("filters") {
  const auto holds = [](std::string_view text, double number) {
    const auto filter = parse_filter(text);
    REQUIRE(filter);
    CHECK(filter->field == "a.b");
    return filter->range.holds(number);
  };
  CHECK(holds("a.b>=2", 2));
  CHECK_FALSE(holds("a.b>=2", 1.9));
  CHECK_FALSE(holds("a.b>2", 2));
  CHECK(holds("a.b>2", 2.1));
  CHECK(holds("a.b<=-2", -2));
  CHECK_FALSE(holds("a.b<-2", -2));
  CHECK(holds("a.b=1e1", 10));
  CHECK_FALSE(holds("a.b=10", 10.5));
  CHECK(holds("a.b:1..2", 2));
  CHECK(holds("a.b:-2..-1.5", -2));
  CHECK_FALSE(holds("a.b:1..2", 2.1));
  CHECK(holds("a.b:2..", 1e300));
  CHECK(holds("a.b:2..", 2));
  CHECK_FALSE(holds("a.b:2..", 1.9));
  CHECK(holds("a.b:..2", -1e300));
  CHECK(holds("a.b:..2", 2));
  CHECK_FALSE(holds("a.b:..2", 2.1));
  CHECK_FALSE(holds("a.b:2..1", 1.5));
  CHECK(parse_filter("a.b:2..1")->range.is_reversed());
  CHECK_FALSE(parse_filter("a.b:2..2")->range.is_reversed());
  CHECK(holds("a.b >= 2", 3));
  CHECK(holds("a.b:>=2", 2));
  CHECK_FALSE(holds("a.b:<2", 2));
  for (const char* const text : {"a.b>=1", "a.b<1", "a.b=1", "a.b:0..9", "a.b:0..", "a.b:..9"})
    CHECK_FALSE(holds(text, std::numeric_limits<double>::quiet_NaN()));
  for (const char* const none : {"", "a", "a=", ">=1", "a>b", "a=1=2", "a==1", "a:1", "a:..", ":>=1", ":1..2",
                                 "a:x..2", "a:1..x", "a:x..", ":1..", ":..1"})
    CHECK_FALSE(parse_filter(none));
}
