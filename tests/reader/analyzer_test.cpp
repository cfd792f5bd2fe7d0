#include <array>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <corpack/analyzer.hpp>
#include <corpack/fold.hpp>

using corpack::AnalysisCounts;
using corpack::Analyzer;
using corpack::Token;
using corpack::TokenKind;

namespace {

// The tokens in a row: "+" before a joined one, brackets around a bigram. Checks positions on the way.
std::string tokens(std::string_view text) {
  Analyzer analyzer("none");
  std::string row;
  std::uint32_t next = 0;
  const auto counts = analyzer.analyze(text, [&](const Token& token) {
    if (!row.empty()) row += ' ';
    if (token.joined) row += '+';
    const bool bigram = token.kind == TokenKind::cjk_bigram;
    row += bigram ? "(" + std::string(token.word) + ")" : std::string(token.word);
    CHECK(token.position == (bigram ? next - 1 : next));
    if (!bigram) ++next;
  });
  CHECK(counts.positions == next);
  return row;
}

struct Golden {
  std::string_view text, row;
};

void check(const std::vector<Golden>& table) {
  for (const auto& [text, row] : table) {
    INFO(text);
    CHECK(tokens(text) == row);
  }
}

}  // namespace

TEST_CASE("plain words", "[analyzer][golden]") {
  check({{"", ""},
         {" \n\t", ""},
         {"Mirror symmetry.", "mirror symmetry"},
         {"a,b;c (d) [e] `f` **g**", "a b c d e f g"},
         {"end.Next, last", "end +next last"},
         {"to be or not to be", "to be or not to be"},
         {"https://example.org/a-b", "https example +org a +b"},
         {"Nyström Nystro\u0308m Erdős", "nystrom nystrom erdos"},
         {"ＡＢＣ－１２ ＩＴ＇Ｓ", "abc +12 it"},
         {"\u0301x y\u0301\u0302z", "x yz"},
         {"so\u00ADft zero\u200Bwidth joi\u200Dned", "soft zero width joined"},
         {"Ёлка йод И\u0306од", "елка йод йод"},
         {"हिन्दी भाषा", "हिन्दी भाषा"},
         {"GPT™ ©2024", "gpt 2024"},
         {"Καλημέρα κόσμε", "καλημερα κοσμε"}});
}

TEST_CASE("inner connectors join the parts of a word", "[analyzer][golden]") {
  check({{"pre-fine-tuning", "pre +fine +tuning"},
         {"GeoAB-Designer V-MoE Premier-TACO", "geoab +designer v +moe premier +taco"},
         {"DEC-0054 state-of-the-art", "dec +0054 state +of +the +art"},
         {"E^3-MoE E$^3$-MoE E^{3}-MoE E$^{3}$-MoE", "e +3 +moe e +3 +moe e +3 +moe e +3 +moe"},
         {"a\u2010b c\u2011d e\u2212f", "a +b c +d e +f"},
         {"snake_case_name AT&T x^2", "snake +case +name at +t x +2"},
         {"-a- a- -b a--b a -b a- b a–b", "a a b a b a b a b a b"},
         {"E.g. U.S. a.b.c Fig.3 3.x", "e +g u +s a +b +c fig 3 3 x"},
         {"3.5 10,000 v1.5 GPT-3.5-turbo a,b 1, 2 3. 4", "3.5 10,000 v1.5 gpt +3.5 +turbo a b 1 2 3 4"},
         {"don't O’Neil l'homme", "don +t o +neil l +homme"},
         {"network's it’s BERT'S rock's-end dogs' 's x's", "network it bert rock +end dogs s x"},
         {"'quoted' 'tis", "quoted tis"},
         {"it's'so x'ß", "it +so x +ss"}});
}

TEST_CASE("names of programming languages", "[analyzer][golden]") {
  check({{"C C++ C#", "c c++ c#"},
         {"g++ (C++) C++. C++, Ｃ＋＋", "g++ c++ c++ c++ c++"},
         {"C++11 C++-like", "c++ +11 c++ +like"},
         {"a++b 1++ x+y + ++", "a b 1 x y"},
         {"F#, C#7 ABC# #tag C\\#", "f# c 7 abc tag c#"},
         {".NET .net (.NET) ASP.NET .netting x.net", ".net .net .net asp +net netting x +net"}});
}

TEST_CASE("Greek letters and symbols", "[analyzer][golden]") {
  check(
      {{"νPI $\\nu$PI", "nu +pi nu +pi"},
       {"α Α ε ϵ φ ϕ ϑ ς ϱ ϖ ω", "alpha alpha epsilon epsilon phi phi theta sigma rho pi omega"},
       {"β_1 μm µm 2π p53α", "beta +1 mu +m mu +m 2 +pi p53 +alpha"},
       {"αβ λόγος", "αβ λογοσ"},
       {"ℓ_p ∂x ∇f ∞-category L∞ ℏ ℵ_0", "ell +p partial +x nabla +f infty +category l +infty hbar aleph +0"},
       {"ℝ^d 𝔼[X] 𝛼 𝛁", "r +d e x alpha nabla"}});
}

TEST_CASE("LaTeX symbols are the symbols' words", "[analyzer][golden]") {
  check({{"$\\alpha$-decay α-decay", "alpha +decay alpha +decay"},
         {"$\\ell_p$ \\ell_{p} ell_p ℓ_p", "ell +p ell +p ell +p ell +p"},
         {"\\varepsilon \\epsilon-net \\Omega(n)", "epsilon epsilon +net omega n"},
         {"\\alpha\\beta x\\alpha \\alpha x", "alpha +beta x +alpha alpha x"},
         {"$k$-means \\(k\\)-means $K$NN", "k +means k +means knn"},
         {"a $$x$$ y$$z", "a x y z"}});
}

TEST_CASE("LaTeX formatting vanishes", "[analyzer][golden]") {
  check({{"\\mathbf{x}_i \\textbf{Open}MoE {\\bf bold}", "x +i openmoe bold"},
         {"$O(n\\log n)$", "o n log n"},
         {"\\log_2 n x_\\max \\ourmethod{} \\operatorname*{argmax}_x", "log +2 n x +max ourmethod argmax +x"},
         {"$\\tilde{O}(\\sqrt{n})$ \\hat{\\theta}_t", "o n theta +t"},
         {"$\\mathbb{R}^{d\\times d}$ x_{t+1}", "r +d d x +t 1"},
         {"\\sqrt{\\alpha}x", "alpha x"},
         {"\\frac{1}{2}x a\\leq b 5\\pm1", "1 2 x a b 5 1"},
         {"word\\footnote{Text}next \\cite{key}.", "word text next key"},
         {"90^{\\circ}C 5\\textsuperscript{th}", "90 c 5th"},
         {"set {a}{b} {c", "set a b c"},
         {"}}} x}y", "x y"},
         {"a\\,b c~d e\\\\f g\\ h i\\;j", "a b c d e f g h i j"},
         {"10\\% \\$5 a\\_b AT\\&T \\{x\\} a\\|b", "10 5 a +b at +t x a b"},
         {"hy\\-phen", "hyphen"},
         {"C:\\Users\\foo \\", "c users foo"}});
}

TEST_CASE("LaTeX accents are letters", "[analyzer][golden]") {
  check({{"K\\\"ahler Erd\\H{o}s Erd\\H os Poincar\\'e", "kahler erdos erdos poincare"},
         {"G\\\"{o}del G{\\\"o}del na\\\"{\\i}ve na\\\"\\i ve", "godel godel naive naive"},
         {"\\'Etale No\\\"el \\^o \\~n \\=u \\.z \\`e", "etale noel o n u z e"},
         {"\\u{g} \\v{s} \\c{c} \\d{t} \\b{b} \\r{a} \\k{a} \\t{oo}", "g s c t b a a oo"},
         {"S{\\o}ren S\\o ren Stra\\ss e {\\L}\\'od\\'z \\AE sir", "soren soren strasse lodz aesir"},
         {"\\v \\H.", "v h"}});
}

TEST_CASE("Chinese, Japanese and Korean", "[analyzer][golden]") {
  check({{"铁路12306时刻表", "铁 (铁路) 路 12306 时 (时刻) 刻 (刻表) 表"},
         {"中", "中"},
         {"中文 字", "中 (中文) 文 字"},
         {"中-文,字", "中 文 字"},
         {"中-a b-中 中's", "中 a b 中 中 s"},
         {"コーヒー 人々", "コ (コー) ー (ーヒ) ヒ (ヒー) ー 人 (人々) 々"},
         {"ｶﾞｷ か\u3099き", "ガ (ガキ) キ が (がき) き"},
         {"한글 \u1112\u1161\u11AB\u1100\u1173\u11AF", "한 (한글) 글 한 (한글) 글"},
         {"㍿", "株 (株式) 式 (式会) 会 (会社) 社"},
         {"⼀\uFA10", "一 (一塚) 塚"},
         {"𠀀𠀁", "𠀀 (𠀀𠀁) 𠀁"},
         {"文\uFE00字", "文 (文字) 字"}});
}

TEST_CASE("offsets point into the original text", "[analyzer][golden]") {
  const auto spans = [](std::string_view text) {
    std::vector<std::string> pieces;
    Analyzer analyzer("none");
    analyzer.analyze(text,
                     [&](const Token& t) { pieces.emplace_back(text.substr(t.begin, t.end - t.begin)); });
    return pieces;
  };
  using Pieces = std::vector<std::string>;
  CHECK(spans("The network's-end.") == Pieces{"The", "network's", "end"});
  CHECK(spans("K\\\"ahler $\\alpha$-decay") == Pieces{"K\\\"ahler", "\\alpha", "decay"});
  CHECK(spans("Nystro\u0308m, C++!") == Pieces{"Nystro\u0308m", "C++"});
  CHECK(spans("in .NET 3.5") == Pieces{"in", ".NET", "3.5"});
  CHECK(spans("ｶﾞｷ") == Pieces{"ｶﾞ", "ｶﾞｷ", "ｷ"});
  CHECK(spans("νPI") == Pieces{"ν", "PI"});
}

TEST_CASE("invalid bytes separate and are counted", "[analyzer]") {
  Analyzer analyzer("none");
  std::vector<std::string> words;
  const auto counts = analyzer.analyze(
      "good\xFF"
      "bad \xC3( \xE2\x82 needle\x80",
      [&](const Token& t) { words.emplace_back(t.word); });
  CHECK(words == std::vector<std::string>{"good", "bad", "needle"});
  CHECK(counts.invalid_bytes == 5);
  CHECK(counts.positions == 3);
}

TEST_CASE("a NUL is a separator like others", "[analyzer]") {
  CHECK(tokens(std::string_view("a\0b-\0c", 6)) == "a b c");
}

TEST_CASE("long words are cut and counted", "[analyzer]") {
  Analyzer analyzer("none");
  std::vector<std::string> words;
  const auto run = [&](const std::string& text) {
    words.clear();
    return analyzer.analyze(text, [&](const Token& t) {
      words.emplace_back(t.word);
      CHECK(t.end == text.find(' '));
    });
  };
  CHECK(run(std::string(600, 'Q') + " ").cut_words == 1);
  CHECK(words == std::vector<std::string>{std::string(256, 'q')});
  CHECK(run(std::string(256, 'Q') + " ").cut_words == 0);
  CHECK(words == std::vector<std::string>{std::string(256, 'q')});
  CHECK(run(std::string(257, 'q') + " ").cut_words == 1);
  std::string composed, decomposed;
  for (int i = 0; i < 256; ++i) {
    composed += "ж";
    decomposed += "z\u030C";
  }
  CHECK(run(composed + " ").cut_words == 1);
  CHECK(words.front().size() == 256);
  CHECK(words.front().ends_with("ж"));
  CHECK(run(decomposed + " ").cut_words == 0);
  CHECK(words == std::vector<std::string>{std::string(256, 'z')});
  CHECK(run(std::string(1 << 20, 'x') + " ").cut_words == 1);
}

TEST_CASE("many words have as many positions", "[analyzer]") {
  std::string text;
  for (int i = 0; i < 70000; ++i) text += "word ";
  text += "unique";
  Analyzer analyzer;
  std::uint32_t last = 0;
  CHECK(analyzer.analyze(text, [&](const Token& t) { last = t.position; }).positions == 70001);
  CHECK(last == 70000);
}

TEST_CASE("the process locale does not matter", "[analyzer]") {
  std::setlocale(LC_ALL, "tr_TR.UTF-8");
  CHECK(tokens("TITLE İI ıi") == "title ii ii");
  std::setlocale(LC_ALL, "C");
  CHECK(tokens("TITLE İI ıi") == "title ii ii");
}

TEST_CASE("composed and decomposed text give the same words", "[analyzer][property]") {
  for (const std::string_view text :
       {"Nyström-Ånström Việt ΰή йЁї が한글각 أحمد हिन्दी क़ ﬁ ㍿", "ö", "각", "ж̌й"}) {
    const std::string source(text);
    const auto normalized = [&](utf8proc_uint8_t* (*form)(const utf8proc_uint8_t*)) {
      auto* bytes = form(reinterpret_cast<const utf8proc_uint8_t*>(source.c_str()));
      std::string result(reinterpret_cast<const char*>(bytes));
      std::free(bytes);
      return result;
    };
    CHECK(tokens(normalized(utf8proc_NFC)) == tokens(source));
    CHECK(tokens(normalized(utf8proc_NFD)) == tokens(source));
    CHECK(tokens(normalized(utf8proc_NFKD)) == tokens(normalized(utf8proc_NFKC)));
  }
}

namespace {

std::string random_text(std::mt19937& random) {
  static constexpr std::string_view pieces[] = {
      "a",       "Word",   "7",      "12",     " ",        " ",       "-",
      "_",       "^",      ".",      ",",      "'s",       "'",       "’s",
      "&",       "+",      "++",     "#",      ".NET",     "C",       "$",
      "$$",      "{",      "}",      "\\",     "\\\"",     "\\'",     "\\H",
      "\\alpha", "\\log",  "\\text", "\\frac", "\\o",      "\\begin", "\\times",
      "\\_",     "ö",      "ß",      "İ",      "ﬁ",        "α",       "βγ",
      "ℓ",       "∇",      "½",      "中",     "文",       "한",      "\u1112\u1161",
      "\u11AB",  "ｶ",      "ﾞ",      "か",     "\u3099",   "\u0301",  "\u0306",
      "И",       "हि",     "\u093C", "\u00AD", "\u200B",   "\uFE0F",  "㍿",
      "－",      "＋",     "𝛼",      "\xFF",   "\xE2\x82", "\xC3",    "ﷺ",
      "\u0130",  "\u212A", "\n",     "\\1"};
  std::string text;
  const auto count = random() % 40;
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 16 == 0) {
      text.push_back(static_cast<char>(random() & 0xFF));
    } else {
      text += pieces[random() % std::size(pieces)];
    }
  }
  if (random() % 64 == 0) text.insert(random() % (text.size() + 1), std::string(random() % 3000, 'L'));
  return text;
}

}  // namespace

TEST_CASE("any bytes give orderly tokens, and each plain word is its own analysis", "[analyzer][property]") {
  std::mt19937 random(20240721);
  Analyzer analyzer("none"), again("none");
  for (int round = 0; round < 20000; ++round) {
    const auto source = random_text(random);
    // An exact copy on the heap, so that a sanitizer sees a read past its end.
    const std::vector<char> exact(source.begin(), source.end());
    const std::string_view text(exact.data(), exact.size());
    const auto boundary = [&](std::uint32_t at) {
      // Inside a valid sequence a continuation byte follows a lead byte that reaches over it.
      for (std::uint32_t back = 1; back < 4 && back <= at; ++back) {
        if (corpack::decode_code_point(text, at - back).length > back) return false;
      }
      return true;
    };
    std::uint32_t last = 0, last_begin = 0, first = 1;
    bool good = true;
    std::vector<std::string> words;
    const auto counts = analyzer.analyze(text, [&](const Token& t) {
      good = good && t.begin < t.end && t.end <= text.size() && boundary(t.begin) && boundary(t.end);
      good =
          good && t.begin >= last_begin && !t.word.empty() && t.word.size() <= corpack::FoldedText::max_bytes;
      good =
          good && (first == 1 || t.position == last || t.position == last + 1) && !(first == 1 && t.joined);
      last = t.position;
      last_begin = t.begin;
      first = 0;
      words.emplace_back(t.word);
    });
    good = good && (words.empty() ? counts.positions == 0 : counts.positions == last + 1);
    for (const auto& word : words) {
      std::vector<std::string> own;
      again.analyze(word, [&](const Token& t) {
        if (t.kind != TokenKind::cjk_bigram || own.size() < 2) own.emplace_back(t.word);
      });
      const bool found = own.size() == 1 ? own.front() == word : own.size() > 1 && own[1] == word;
      good = good && found && corpack::fold(word) == word;
    }
    if (!good) {
      INFO(source);
      REQUIRE(good);
    }
  }
  SUCCEED();
}

TEST_CASE("the analyzer's identity", "[analyzer]") {
  CHECK(Analyzer::version == 1);
  CHECK(Analyzer().language() == "english");
  CHECK(Analyzer("en").language() == "english");
  CHECK(Analyzer("none").stemmer_fingerprint() == 0);
  CHECK(Analyzer("porter").stemmer_fingerprint() == 0x05ff83a1f313bb6c);
  CHECK_FALSE(Analyzer::unicode_version().empty());
  CHECK_THROWS_AS(Analyzer("klingon"), corpack::Error);
  Analyzer moved = Analyzer("english");
  CHECK(moved.stem("networks") == "network");
}
