// What the analyzer knows of LaTeX's commands: which vanish, which are letters, which name a symbol.
// A command that is not listed is a word by its name, so that nothing is lost.
// Constant tables, sorted at compile time; thread-safe; logarithmic time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

namespace corpack {

enum class LatexKind : std::uint8_t {
  word,       // a named function or an unknown command: a word of its own
  format,     // vanishes inside a word: fonts and accents of formulas
  separator,  // vanishes and separates: structure, references, spacing, signs that are no letters
  symbol,     // a word of its own by its symbol's name
  letter,     // letters inside a word
  accent,     // vanishes inside a word, if an argument follows
};

struct LatexCommand {
  LatexKind kind = LatexKind::word;
  std::string_view text;  // folded, of symbols and letters
};

namespace detail {

// One name a line, as it would be formatted, makes 600 lines of these tables.
// clang-format off
inline constexpr std::string_view latex_formats[] = {
    "Bar", "Dot", "Hat", "MakeLowercase", "MakeUppercase", "Tilde", "Vec", "acute", "bar", "bf", "bfseries",
    "bm", "bold", "boldmath", "boldsymbol", "boxed", "breve", "cal", "cancel", "check", "dddot", "ddot",
    "displaystyle", "dot", "em", "emph", "ensuremath", "fbox", "grave", "hat", "hbox", "it", "itshape",
    "limits", "lowercase", "makebox", "mathbb", "mathbbm", "mathbf", "mathbfcal", "mathbin", "mathcal",
    "mathchoice", "mathclose", "mathds", "mathfrak", "mathit", "mathnormal", "mathop", "mathopen", "mathord",
    "mathrel", "mathring", "mathrm", "mathscr", "mathsf", "mathstrut", "mathtt", "mbox", "mdseries",
    "nolimits", "normalfont", "operatorname", "operatornamewithlimits", "overbrace", "overleftarrow",
    "overline", "overrightarrow", "phantom", "pmb", "protect", "relax", "rm", "rmfamily", "rom", "sc",
    "scriptscriptstyle", "scriptstyle", "scshape", "sf", "sffamily", "sl", "slshape", "smash", "text",
    "textbf", "textit", "textmd", "textnormal", "textquotesingle", "textrm", "textsc", "textsf", "textsl",
    "textstyle", "textsubscript", "textsuperscript", "texttt", "textup", "tilde", "tt", "ttfamily", "uline",
    "unboldmath", "underbar", "underbrace", "underline", "uppercase", "upshape", "vec", "widehat",
    "widetilde", "xspace"};

inline constexpr std::string_view latex_separators[] = {
    "Big", "Bigg", "Biggl", "Biggr", "Bigl", "Bigm", "Bigr", "Box", "Cap", "Cref", "Cup", "Diamond",
    "Downarrow", "Huge", "LARGE", "Large", "Leftarrow", "Leftrightarrow", "Longleftarrow",
    "Longleftrightarrow", "Longrightarrow", "P", "Rightarrow", "S", "Subset", "Supset", "Uparrow", "Vert",
    "allowbreak", "amalg", "angle", "approx", "approxeq", "ast", "asymp", "atop", "autocite", "autoref",
    "backprime", "backslash", "because", "begin", "between", "big", "bigcap", "bigcirc", "bigcup", "bigg",
    "biggl", "biggr", "bigl", "bigm", "bigodot", "bigoplus", "bigotimes", "bigr", "bigskip", "bigsqcup",
    "bigstar", "bigtriangledown", "bigtriangleup", "biguplus", "bigvee", "bigwedge", "binom", "blacksquare",
    "blacktriangleleft", "blacktriangleright", "bot", "bottomrule", "bowtie", "boxplus", "boxtimes", "bullet",
    "cap", "caption", "cdot", "cdots", "centering", "cfrac", "checkmark", "choose", "circ", "circledast",
    "cite", "citealp", "citealt", "citeauthor", "citep", "citet", "citeyear", "cline", "clubsuit", "colon",
    "coloneq", "coloneqq", "color", "colorbox", "complement", "cong", "coprod", "copyright", "cref", "cup",
    "dag", "dagger", "dashv", "dbinom", "ddag", "ddagger", "ddots", "degree", "degrees", "dfrac", "diamond",
    "diamondsuit", "div", "doteq", "dotplus", "dots", "dotsb", "dotsc", "doublecap", "downarrow", "emptyset",
    "end", "enskip", "enspace", "eqqcolon", "eqref", "equiv", "exists", "flat", "footnote", "footnotemark",
    "footnotesize", "footnotetext", "forall", "frac", "frown", "ge", "geq", "geqq", "geqslant", "gets", "gg",
    "ggg", "gtrless", "gtrsim", "heartsuit", "hfil", "hfill", "hline", "hookleftarrow", "hookrightarrow",
    "href", "hskip", "hspace", "huge", "iff", "iiint", "iint", "impliedby", "implies", "in",
    "includegraphics", "indent", "int", "item", "kern", "lVert", "label", "land", "langle", "large", "lbrace",
    "lbrack", "lceil", "ldots", "le", "leadsto", "left", "leftarrow", "leftharpoondown", "leftharpoonup",
    "leftrightarrow", "leq", "leqq", "leqslant", "lessgtr", "lesssim", "lfloor", "lhd", "linebreak", "ll",
    "llbracket", "lll", "lnot", "longleftarrow", "longleftrightarrow", "longmapsto", "longrightarrow", "lor",
    "lozenge", "lparen", "ltimes", "lvert", "mapsto", "measuredangle", "medskip", "mid", "middle", "midrule",
    "models", "mp", "natural", "ne", "nearrow", "neg", "neq", "newline", "newpage", "nexists", "ni",
    "nicefrac", "nmid", "nobreak", "nobreakspace", "nocite", "noindent", "nolinkurl", "nonumber",
    "normalsize", "not", "notag", "notin", "nsubseteq", "null", "nwarrow", "odot", "oint", "ominus", "oplus",
    "oslash", "otimes", "over", "overset", "pagebreak", "pageref", "par", "paragraph", "parallel",
    "parencite", "path", "perp", "pitchfork", "pm", "pounds", "prec", "preceq", "prime", "prod", "propto",
    "qquad", "quad", "rVert", "rangle", "rbrace", "rbrack", "rceil", "ref", "restriction", "rfloor", "rhd",
    "right", "rightarrow", "rightharpoondown", "rightharpoonup", "rightleftharpoons", "rightsquigarrow",
    "rparen", "rrbracket", "rtimes", "rvert", "scriptsize", "searrow", "section", "setminus", "sfrac",
    "sharp", "sim", "simeq", "small", "smallsetminus", "smallskip", "smile", "spadesuit", "sqcap", "sqcup",
    "sqrt", "sqsubseteq", "sqsupseteq", "square", "stackrel", "star", "strut", "subsection", "subset",
    "subseteq", "subsetneq", "substack", "subsubsection", "succ", "succeq", "sum", "supset", "supseteq",
    "supsetneq", "surd", "swarrow", "tag", "tbinom", "textasciicircum", "textasciitilde", "textbackslash",
    "textbar", "textbullet", "textcite", "textcolor", "textdegree", "textemdash", "textendash", "textgreater",
    "textless", "textquotedblleft", "textquotedblright", "textquoteleft", "textquoteright", "textregistered",
    "texttrademark", "tfrac", "thanks", "therefore", "thinspace", "times", "tiny", "to", "top", "toprule",
    "triangle", "triangleleft", "trianglelefteq", "triangleq", "triangleright", "trianglerighteq", "ulcorner",
    "underset", "unlhd", "unrhd", "uparrow", "updownarrow", "upharpoonright", "uplus", "urcorner", "url",
    "varnothing", "vartriangle", "vdash", "vdots", "vee", "vert", "vfill", "vskip", "vspace", "wedge", "wr",
    "xleftarrow", "xrightarrow"};

inline constexpr std::string_view latex_accents[] = {"H", "b", "c", "d", "k", "r", "t", "u", "v"};

using LatexName = std::pair<std::string_view, std::string_view>;

inline constexpr LatexName latex_symbols[] = {
    {"Alpha", "alpha"}, {"Beta", "beta"}, {"Chi", "chi"}, {"Delta", "delta"}, {"Epsilon", "epsilon"},
    {"Eta", "eta"}, {"Gamma", "gamma"}, {"Im", "im"}, {"Iota", "iota"}, {"Kappa", "kappa"},
    {"Lambda", "lambda"}, {"Mu", "mu"}, {"Nu", "nu"}, {"Omega", "omega"}, {"Omicron", "omicron"},
    {"Phi", "phi"}, {"Pi", "pi"}, {"Psi", "psi"}, {"Re", "re"}, {"Rho", "rho"}, {"Sigma", "sigma"},
    {"Tau", "tau"}, {"Theta", "theta"}, {"Upsilon", "upsilon"}, {"Xi", "xi"}, {"Zeta", "zeta"},
    {"aleph", "aleph"}, {"alpha", "alpha"}, {"beta", "beta"}, {"chi", "chi"}, {"delta", "delta"},
    {"digamma", "digamma"}, {"ell", "ell"}, {"epsilon", "epsilon"}, {"eta", "eta"}, {"gamma", "gamma"},
    {"hbar", "hbar"}, {"hslash", "hbar"}, {"infty", "infty"}, {"iota", "iota"}, {"kappa", "kappa"},
    {"lambda", "lambda"}, {"mu", "mu"}, {"nabla", "nabla"}, {"nu", "nu"}, {"omega", "omega"},
    {"omicron", "omicron"}, {"partial", "partial"}, {"phi", "phi"}, {"pi", "pi"}, {"psi", "psi"},
    {"rho", "rho"}, {"sigma", "sigma"}, {"tau", "tau"}, {"textmu", "mu"}, {"theta", "theta"},
    {"upalpha", "alpha"}, {"upbeta", "beta"}, {"upchi", "chi"}, {"updelta", "delta"},
    {"upepsilon", "epsilon"}, {"upeta", "eta"}, {"upgamma", "gamma"}, {"upiota", "iota"},
    {"upkappa", "kappa"}, {"uplambda", "lambda"}, {"upmu", "mu"}, {"upnu", "nu"}, {"upomega", "omega"},
    {"upomicron", "omicron"}, {"upphi", "phi"}, {"uppi", "pi"}, {"uppsi", "psi"}, {"uprho", "rho"},
    {"upsigma", "sigma"}, {"upsilon", "upsilon"}, {"uptau", "tau"}, {"uptheta", "theta"},
    {"upupsilon", "upsilon"}, {"upxi", "xi"}, {"upzeta", "zeta"}, {"varDelta", "delta"},
    {"varGamma", "gamma"}, {"varLambda", "lambda"}, {"varOmega", "omega"}, {"varPhi", "phi"}, {"varPi", "pi"},
    {"varPsi", "psi"}, {"varSigma", "sigma"}, {"varTheta", "theta"}, {"varUpsilon", "upsilon"},
    {"varXi", "xi"}, {"varepsilon", "epsilon"}, {"varkappa", "kappa"}, {"varphi", "phi"}, {"varpi", "pi"},
    {"varrho", "rho"}, {"varsigma", "sigma"}, {"vartheta", "theta"}, {"wp", "wp"}, {"xi", "xi"},
    {"zeta", "zeta"}};

inline constexpr LatexName latex_letters[] = {
    {"AA", "a"}, {"AE", "ae"}, {"DJ", "d"}, {"L", "l"}, {"O", "o"}, {"OE", "oe"}, {"SS", "ss"}, {"aa", "a"},
    {"ae", "ae"}, {"dj", "d"}, {"i", "i"}, {"imath", "i"}, {"j", "j"}, {"jmath", "j"}, {"l", "l"}, {"o", "o"},
    {"oe", "oe"}, {"ss", "ss"}};
// clang-format on

static_assert(std::ranges::is_sorted(latex_formats) && std::ranges::is_sorted(latex_separators) &&
              std::ranges::is_sorted(latex_accents) && std::ranges::is_sorted(latex_symbols) &&
              std::ranges::is_sorted(latex_letters));

template <class Table>
constexpr std::string_view latex_text(const Table& table, std::string_view name) noexcept {
  const auto at = std::ranges::lower_bound(table, name, {}, &LatexName::first);
  return at != std::end(table) && at->first == name ? at->second : std::string_view{};
}

}  // namespace detail

// The command of this name, given without its backslash.
constexpr LatexCommand latex_command(std::string_view name) noexcept {
  const auto listed = [&](const auto& table) { return std::ranges::binary_search(table, name); };
  if (const auto text = detail::latex_text(detail::latex_symbols, name); !text.empty()) {
    return {LatexKind::symbol, text};
  }
  if (const auto text = detail::latex_text(detail::latex_letters, name); !text.empty()) {
    return {LatexKind::letter, text};
  }
  if (listed(detail::latex_formats)) return {LatexKind::format, {}};
  if (listed(detail::latex_separators)) return {LatexKind::separator, {}};
  if (listed(detail::latex_accents)) return {LatexKind::accent, {}};
  return {};
}

}  // namespace corpack
