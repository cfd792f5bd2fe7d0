// Names of symbols that stand for a word of their own in formulas: one Greek letter, and signs such as the
// nabla. Constant tables; thread-safe; constant time.
#pragma once

#include <array>
#include <string_view>

namespace corpack {

// Folded Greek letters that have a name when they stand alone.
constexpr bool is_greek_symbol(char32_t folded) noexcept {
  return (folded >= 0x3B1 && folded <= 0x3C9 && folded != 0x3C2) || folded == 0x3DD;
}

// The name of a folded Greek letter. Requires is_greek_symbol.
constexpr std::string_view greek_name(char32_t folded) noexcept {
  constexpr std::array<std::string_view, 25> names = {
      "alpha", "beta",   "gamma",   "delta", "epsilon", "zeta",    "eta",  "theta", "iota",
      "kappa", "lambda", "mu",      "nu",    "xi",      "omicron", "pi",   "rho",   "sigma",
      "sigma", "tau",    "upsilon", "phi",   "chi",     "psi",     "omega"};
  return folded == 0x3DD ? "digamma" : names[folded - 0x3B1];
}

// The name of a symbol that is no Greek letter, empty for every other code point.
constexpr std::string_view symbol_name(char32_t code_point) noexcept {
  switch (code_point) {
    case 0x210F:
      return "hbar";
    case 0x2111:
      return "im";
    case 0x2113:
      return "ell";
    case 0x2118:
      return "wp";
    case 0x211C:
      return "re";
    case 0x2135:
      return "aleph";
    case 0x2202:
      return "partial";
    case 0x2207:
      return "nabla";
    case 0x221E:
      return "infty";
    default:
      return {};
  }
}

}  // namespace corpack
