#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include <corpack/stemmer.hpp>

using corpack::Stemmer;

TEST_CASE("English words of one stem", "[stemmer]") {
  Stemmer stemmer("english");
  // Published pairs of the Snowball English (Porter2) vocabulary.
  CHECK(stemmer.stem("consistency") == "consist");
  CHECK(stemmer.stem("knightly") == "knight");
  CHECK(stemmer.stem("generously") == "generous");
  CHECK(stemmer.stem("skies") == "sky");
  CHECK(std::string(stemmer.stem("networks")) == std::string(stemmer.stem("network")));
  CHECK(stemmer.stem("c++") == "c++");
  CHECK(stemmer.stem(".net") == ".net");
  CHECK(stemmer.stem("3.5") == "3.5");
  CHECK(stemmer.stem("").empty());
}

TEST_CASE("without a language a stem is the word", "[stemmer]") {
  Stemmer stemmer("none");
  CHECK(stemmer.stem("networks") == "networks");
  CHECK(stemmer.language() == "none");
  CHECK(stemmer.fingerprint() == 0);
}

TEST_CASE("a language has one name", "[stemmer]") {
  CHECK(Stemmer("en").language() == "english");
  CHECK(Stemmer("eng").language() == "english");
  CHECK(Stemmer("de").language() == "german");
  CHECK(Stemmer("ger").language() == "german");
  for (const auto& name : Stemmer::languages()) CHECK(Stemmer(name).language() == name);
}

TEST_CASE("an unknown language is an error that names the known", "[stemmer]") {
  using Catch::Matchers::Contains;
  for (const auto* language : {"klingon", "", "English", "e"}) {
    CHECK_THROWS_WITH(Stemmer(language), Contains("unknown language") && Contains("none") &&
                                             Contains("english") && Contains("german"));
  }
}

TEST_CASE("the fingerprint is that of the stems", "[stemmer][golden]") {
  // `xxhsum -H3` over the stems as libstemmer gives them to another program. Porter's algorithm is frozen.
  CHECK(Stemmer("porter").fingerprint() == 0x05ff83a1f313bb6c);
  CHECK(Stemmer("porter").fingerprint() != Stemmer("english").fingerprint());
  CHECK(Stemmer("english").fingerprint() == Stemmer("en").fingerprint());
}

TEST_CASE("the fingerprint leaves a stem that was handed out valid", "[stemmer]") {
  Stemmer stemmer("english");
  const auto stem = stemmer.stem("networks");
  CHECK(stemmer.fingerprint() != 0);
  CHECK(stem == "network");
}
