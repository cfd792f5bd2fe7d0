#include <string>
#include <string_view>
#include <utility>

#include <catch2/catch.hpp>

#include <corpack/fold.hpp>

using corpack::fold;

TEST_CASE("words fold to what people type", "[fold][golden]") {
  const std::pair<std::string_view, std::string_view> pairs[] = {
      {"TITLE", "title"},
      {"Nyström", "nystrom"},
      {"Nystro\u0308m", "nystrom"},
      {"Erdős", "erdos"},
      {"ﬁne", "fine"},
      {"ＣＯＲ９", "cor9"},
      {"\u212A", "k"},  // Kelvin sign
      {"\u1E9E", "ss"},
      {"Straße", "strasse"},
      {"\u0130stanbul", "istanbul"},
      {"DI\u0307YAR", "diyar"},
      {"Diyarbak\u0131r", "diyarbakir"},
      {"\u023A", "\u2C65"},
      {"ΣΊΣΥΦΟΣ", "σισυφοσ"},
      {"Σίσυφος", "σισυφοσ"},
      {"ᾳβ", "αβ"},
      {"Łódź", "lodz"},
      {"Sørensen", "sorensen"},
      {"Đorđe", "dorde"},
      {"Æsir", "aesir"},
      {"Œuvre", "oeuvre"},
      {"Ǿ", "o"},
      {"Ёлка", "елка"},
      {"Йод", "йод"},
      {"И\u0306од", "йод"},
      {"И\u0301", "и"},
      {"so\u00ADft", "soft"},
      {"\uFEFFa\u200Db\u2060c", "abc"},
      {"𝔼𝟙", "e1"},
      {"x²", "x2"},
      {"ⅷ", "viii"},
      {"한글", "한글"},
      {"\u1112\u1161\u11AB", "한"},
      {"ｶﾞ", "ガ"},
      {"か\u3099", "が"},
      {"हिन्दी", "हिन्दी"},
      {"\u0958", "\u0915\u093C"},  // excluded from composition
      {"α", "alpha"},
      {"Α", "alpha"},
      {"ά", "alpha"},
      {"ϵ", "epsilon"},
      {"ϕ", "phi"},
      {"µ", "mu"},
      {"ℓ", "ell"},
      {"∇", "nabla"},
      {"𝛁", "nabla"},
      {"αβ", "αβ"},
      {"c++", "c++"},
      {"a\xFFz", "az"},
      {"", ""},
  };
  for (const auto& [text, expected] : pairs) {
    INFO(text);
    CHECK(fold(text) == expected);
  }
}

TEST_CASE("folding is idempotent for every letter, digit and mark after one", "[fold][property]") {
  std::size_t wrong = 0, letters = 0;
  for (char32_t c = 1; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    if (corpack::fold_code_point(c).kind != corpack::CodePointKind::letters) continue;
    ++letters;
    char bytes[4];
    const std::string text(bytes, corpack::encode_code_point(c, bytes));
    const auto once = fold("b" + text);
    if (fold(once) != once) {
      UNSCOPED_INFO("U+" << std::hex << static_cast<std::uint32_t>(c));
      ++wrong;
    }
  }
  CHECK(letters > 100000);
  CHECK(wrong == 0);
}

TEST_CASE("a long word is cut between code points", "[fold]") {
  CHECK(fold(std::string(600, 'A')) == std::string(256, 'a'));
  std::string two_bytes, three_bytes;
  for (int i = 0; i < 256; ++i) {
    two_bytes += "Я";
    three_bytes += "\u0950";
  }
  CHECK(fold(two_bytes).size() == 256);
  CHECK(fold(two_bytes).substr(252) == "яя");
  CHECK(fold(three_bytes).size() == 255);
  CHECK(fold(std::string(255, 'a') + "я") == std::string(255, 'a'));
  CHECK(fold(std::string(100000, 'x')).size() == 256);
}

TEST_CASE("UTF-8 is decoded strictly", "[fold]") {
  const auto length = [](std::string_view bytes) { return corpack::decode_code_point(bytes, 0).length; };
  CHECK(length("\x7F") == 1);
  CHECK(length("\xC2\x80") == 2);
  CHECK(length("\xE0\xA0\x80") == 3);
  CHECK(length("\xEF\xBF\xBF") == 3);
  CHECK(length("\xF4\x8F\xBF\xBF") == 4);
  for (const std::string_view bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2 ", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xE2\x82",
        "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    CHECK(length(bad) == 0);
  }
}
