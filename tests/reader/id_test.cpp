// Frozen hashes: what xxhsum -H3 and -H2 print for the same bytes. A changed hash breaks every dataset.
#include <string>

#include <catch2/catch.hpp>

#include <corpack/hash.hpp>
#include <corpack/id.hpp>

using namespace corpack;

TEST_CASE("ids are what xxhsum prints") {
  CHECK(Id::of("").to_string() == "2d06800538d394c2");
  CHECK(Id::of("a").to_string() == "e6c632b61e964e1f");
  CHECK(Id::of("corpack").to_string() == "7569b56052617f9e");
  // XXH3 takes another way at each of these lengths.
  const std::pair<std::size_t, const char*> frozen[] = {
      {16, "df76ff0d7f0d9edf"},   {17, "89975e6b7d2f5a11"},  {128, "4ca37e83f6cddd17"},
      {129, "e4f9742108fe27dc"},  {240, "3e16ca8a0c6ccb68"}, {241, "14da9e5c301a6a1d"},
      {1024, "fc56a7ce85b3164a"}, {1025, "9cd2e05a61b8a761"}};
  for (const auto& [size, hash] : frozen) CHECK(Id::of(std::string(size, 'x')).to_string() == hash);
}

TEST_CASE("the 128-bit hash is what xxhsum prints, in pieces as in one") {
  Hasher128 hasher;
  CHECK(hasher.digest() == Hash128{0x6001c324468d497f, 0x99aa06d3014798d8});
  hasher.update("cor");
  hasher.update("");
  hasher.update("pack");
  CHECK(hasher.digest() == Hash128{0x924ac21c4de24fec, 0xb2f40dce8eebd6c4});
}

// XXH64 gives these two keys one hash.
TEST_CASE("a known collision of XXH64 is none of ours") {
  CHECK(Id::of("a00725:175:hk7lydsxf:1:1533:10719:6433 1:n:0:cgctagta+ctgatgag") !=
        Id::of("a00725:175:hk7lydsxf:3:2443:32606:14622 1:n:0:cgctagta+ctgatgag"));
}

TEST_CASE("ids are parsed from 16 hex digits and nothing else") {
  CHECK(Id::parse("00000000000000ff") == Id{255});
  CHECK(Id::parse("FEDCBA9876543210") == Id{0xFEDCBA9876543210});
  CHECK(Id::parse("fedcba9876543210")->to_string() == "fedcba9876543210");
  CHECK(Id{0}.to_string() == "0000000000000000");
  for (const char* text :
       {"", "0", "00000000000000ff0", "0000000000000fg0", "0x000000000000ff", " 00000000000000f",
        "00000000000000\xC3\xBF", "000000000000000G", "000000000000000/", "000000000000000:"})
    CHECK_FALSE(Id::parse(text).has_value());
  CHECK_FALSE(Id::parse(std::string_view{"000000000000000\0", 16}).has_value());
}
