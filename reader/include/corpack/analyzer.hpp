// Analyzer: a text's words, as datasets and queries know them. schema/ANALYZER.md has the rules.
// Lifetime: a token's word is valid until the sink returns, a stem until the next call of stem().
// Requirements: texts of up to 2 GiB, of any bytes. Errors: an unknown language is an Error naming the known
// ones. Complexity: linear; analyze() allocates only for words whose marks are out of order. Not thread-safe:
// one per thread. No process locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <corpack/code_point.hpp>
#include <corpack/error.hpp>
#include <corpack/scanner.hpp>
#include <corpack/stemmer.hpp>
#include <corpack/token.hpp>

namespace corpack {

class Analyzer {
 public:
  // DO NOT CHANGE what a version does to a text: raise it, since datasets store the version they were made
  // by.
  static constexpr std::uint32_t version = 1;
  static constexpr std::size_t max_text_bytes = std::size_t{1} << 31;

  explicit Analyzer(std::string_view language = "english") : stemmer_(language) {}

  // Calls sink(const Token&) for each token, by position; a bigram comes after its first character.
  template <class Sink>
  AnalysisCounts analyze(std::string_view text, Sink&& sink) {
    if (text.size() > max_text_bytes)
      throw Error("a text of more than 2 GiB can't be analyzed; split the record");
    // One scanner for all kinds of sinks: a program that has several would else compile the whole of it for
    // each.
    using Called = std::remove_reference_t<Sink>;
    TokenSink any{const_cast<std::remove_const_t<Called>*>(std::addressof(sink)),
                  [](void* called, const Token& token) { (*static_cast<Called*>(called))(token); }};
    return detail::Scanner<TokenSink>(text, folder_, any).run();
  }

  // The term whose list a folded word belongs to; "none": the word itself.
  std::string_view stem(std::string_view folded_word) { return stemmer_.stem(folded_word); }

  // "none" or the name of libstemmer's algorithm.
  const std::string& language() const noexcept { return stemmer_.language(); }

  static std::string unicode_version() { return unicode_data_version(); }
  std::uint64_t stemmer_fingerprint() const { return stemmer_.fingerprint(); }

 private:
  struct TokenSink {
    void* called;
    void (*call)(void*, const Token&);
    void operator()(const Token& token) const { call(called, token); }
  };

  Stemmer stemmer_;
  CodePointFolder folder_;
};

}  // namespace corpack
