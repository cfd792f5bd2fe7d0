// Any bytes as a text, behind a byte that names the language: what is true of every token and fold.
#include <array>
#include <stdexcept>
#include <string>

#include <corpack/analyzer.hpp>
#include <corpack/fold.hpp>

#include "fuzz/target.hpp"

using namespace corpack;

namespace {

void require(bool right, const char* what) {
  if (!right) throw std::logic_error(what);
}

bool is_utf8(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t length = decode_code_point(text, at).length;
    if (length == 0) return false;
    at += length;
  }
  return true;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::array analyzers{Analyzer{"english"}, Analyzer{"none"}, Analyzer{"german"}, Analyzer{"turkish"}};
  if (size == 0) return 0;
  Analyzer& analyzer = analyzers[data[0] % analyzers.size()];
  const std::string_view text = test::bytes_of(data + 1, size - 1);
  std::uint32_t next = 0;
  const AnalysisCounts counts = analyzer.analyze(text, [&](const Token& token) {
    require(token.begin < token.end && token.end <= text.size(), "a token lies outside its text");
    require(!token.word.empty() && token.word.size() <= FoldedText::max_bytes, "a word is empty or too long");
    require(is_utf8(token.word), "a word is no UTF-8");
    require(token.position + 1 >= next, "positions go back");
    next = token.position + 1;
    require(!analyzer.stem(token.word).empty(), "a word has no stem");
  });
  require(counts.positions >= next, "a position lies behind the text's last");
  require(is_utf8(fold(text)), "a folded text is no UTF-8");
  return 0;
}
