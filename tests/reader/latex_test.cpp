#include <string_view>

#include <catch2/catch.hpp>

#include <corpack/latex.hpp>
#include <corpack/symbols.hpp>

using corpack::latex_command;
using corpack::LatexKind;

TEST_CASE("commands have the kind that the rules say", "[latex]") {
  for (const std::string_view name :
       {"text", "textbf", "emph", "mathbf", "mathcal", "operatorname", "hat", "tt"}) {
    INFO(name);
    CHECK(latex_command(name).kind == LatexKind::format);
  }
  for (const std::string_view name :
       {"times", "in", "sim", "pm", "leq", "to", "sum", "frac", "sqrt", "left", "begin", "cite", "quad"}) {
    INFO(name);
    CHECK(latex_command(name).kind == LatexKind::separator);
  }
  for (const std::string_view name :
       {"log", "exp", "min", "sin", "argmax", "ourmethod", "sqrtT", "Text", "x", ""}) {
    INFO(name);
    CHECK(latex_command(name).kind == LatexKind::word);
  }
  for (const std::string_view name : {"H", "b", "c", "d", "k", "r", "t", "u", "v"}) {
    INFO(name);
    CHECK(latex_command(name).kind == LatexKind::accent);
  }
}

TEST_CASE("commands of letters give the folded letters", "[latex]") {
  CHECK(latex_command("i").text == "i");
  CHECK(latex_command("O").text == "o");
  CHECK(latex_command("L").text == "l");
  CHECK(latex_command("ss").text == "ss");
  CHECK(latex_command("AE").text == "ae");
  CHECK(latex_command("oe").text == "oe");
  CHECK(latex_command("AA").text == "a");
}

TEST_CASE("a symbol's command and the symbol have one name", "[latex]") {
  const auto name = [](std::string_view command) {
    REQUIRE(latex_command(command).kind == LatexKind::symbol);
    return latex_command(command).text;
  };
  CHECK(name("ell") == corpack::symbol_name(U'ℓ'));
  CHECK(name("partial") == corpack::symbol_name(U'∂'));
  CHECK(name("nabla") == corpack::symbol_name(U'∇'));
  CHECK(name("infty") == corpack::symbol_name(U'∞'));
  CHECK(name("hbar") == corpack::symbol_name(U'ℏ'));
  CHECK(name("aleph") == corpack::symbol_name(U'ℵ'));
  CHECK(name("wp") == corpack::symbol_name(U'℘'));
  CHECK(name("Re") == corpack::symbol_name(U'ℜ'));
  CHECK(name("Im") == corpack::symbol_name(U'ℑ'));
  CHECK(name("varepsilon") == "epsilon");
  CHECK(name("varsigma") == "sigma");
  CHECK(name("Omega") == "omega");
  for (char32_t letter = U'α'; letter <= U'ω'; ++letter) {
    if (!corpack::is_greek_symbol(letter)) continue;
    CHECK(name(corpack::greek_name(letter)) == corpack::greek_name(letter));
  }
}

TEST_CASE("Greek letters have their names", "[latex]") {
  CHECK(corpack::greek_name(U'α') == "alpha");
  CHECK(corpack::greek_name(U'θ') == "theta");
  CHECK(corpack::greek_name(U'μ') == "mu");
  CHECK(corpack::greek_name(U'ρ') == "rho");
  CHECK(corpack::greek_name(U'σ') == "sigma");
  CHECK(corpack::greek_name(U'τ') == "tau");
  CHECK(corpack::greek_name(U'ω') == "omega");
  CHECK(corpack::greek_name(U'ϝ') == "digamma");
  CHECK_FALSE(corpack::is_greek_symbol(U'Α'));  // not folded
  CHECK_FALSE(corpack::is_greek_symbol(U'а'));  // Cyrillic
  CHECK(corpack::symbol_name(U'a').empty());
}
