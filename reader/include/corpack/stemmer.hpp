// Stemmer: Snowball by libstemmer, or none. The one place that includes libstemmer.
// Lifetime: a stem is valid until the next call of stem(). Not thread-safe: one per thread.
// Errors: a language that is not known is an Error that names those that are.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <libstemmer.h>

#include <corpack/error.hpp>
#include <corpack/hash.hpp>

namespace corpack {

class Stemmer {
 public:
  // "none", an algorithm of libstemmer by name, or the language's two- or three-letter code.
  explicit Stemmer(std::string_view language) : language_(algorithm_name(language)) {
    if (language_ == "none") return;
    const auto known = languages();
    if (std::ranges::find(known, language_) != known.end())
      stemmer_.reset(sb_stemmer_new(language_.c_str(), "UTF_8"));
    if (stemmer_) return;
    std::string message = "unknown language '" + std::string(language) + "'; known are none";
    for (const auto& name : known) message += ", " + name;
    throw Error(message);
  }

  // The stem of a folded word; the word itself if there is no stemmer.
  std::string_view stem(std::string_view folded_word) {
    if (!stemmer_) return folded_word;
    const auto* bytes = reinterpret_cast<const sb_symbol*>(folded_word.data());
    const sb_symbol* stem = sb_stemmer_stem(stemmer_.get(), bytes, static_cast<int>(folded_word.size()));
    if (stem == nullptr) throw std::bad_alloc();
    return {reinterpret_cast<const char*>(stem), static_cast<std::size_t>(sb_stemmer_length(stemmer_.get()))};
  }

  // "none" or the algorithm's name, whatever alias it was asked for by.
  const std::string& language() const noexcept { return language_; }

  static std::vector<std::string> languages() {
    std::vector<std::string> names;
    for (const char** name = sb_stemmer_list(); *name != nullptr; ++name) names.emplace_back(*name);
    return names;
  }

  // Tells whether another version of libstemmer gives the same stems: XXH3-64 over the stems of
  // fingerprint_words, a line feed after each. 0 without a stemmer.
  std::uint64_t fingerprint() const {
    if (!stemmer_) return 0;
    Stemmer own(language_);  // so that stems handed out stay valid
    std::string stems;
    for (const auto word : fingerprint_words) stems.append(own.stem(word)).push_back('\n');
    return hash64(stems);
  }

  // DO NOT CHANGE: the fingerprint is stored in datasets. Folded words of many languages and endings.
  static constexpr std::string_view fingerprint_words[] = {
      "networks",      "learning",        "generalization", "generously",  "skis",         "dying",
      "news",          "proceedings",     "optimization",   "variational", "consistency",  "happily",
      "agreement",     "flying",          "relational",     "hopping",     "inning",       "exceeding",
      "cats",          "universities",    "fluently",       "matrices",    "analyses",     "generative",
      "maisons",       "continuellement", "cheval",         "nations",     "hauser",       "aufeinander",
      "kategorischen", "lehrerinnen",     "corriendo",      "naciones",    "rapidamente",  "abbandonata",
      "propaganda",    "falareis",        "lichamelijk",    "opgelegd",    "jaktkarlarna", "undersokelse",
      "epajarjestys",  "babakocsi",       "кошками",        "красивая",    "бегущий",      "важнейшие",
      "λογοσ",         "ανθρωπων",        "kitaplardan",    "evlerimizde", "الكتاب",       "والمدارس",
      "लडकियों",        "किताबें",           "வீடுகள்",          "membuatkan",  "pertanyaan",   "gailestingumas"};

 private:
  struct Delete {
    void operator()(sb_stemmer* stemmer) const noexcept { sb_stemmer_delete(stemmer); }
  };

  // ISO 639 codes of libstemmer's languages; libstemmer takes them too but does not tell which name they
  // mean.
  static std::string algorithm_name(std::string_view language) {
    struct Codes {
      std::string_view name;
      std::array<std::string_view, 3> codes;
    };
    static constexpr Codes table[] = {{"arabic", {"ar", "ara", ""}},      {"armenian", {"hy", "hye", "arm"}},
                                      {"basque", {"eu", "eus", "baq"}},   {"catalan", {"ca", "cat", ""}},
                                      {"danish", {"da", "dan", ""}},      {"dutch", {"nl", "nld", "dut"}},
                                      {"english", {"en", "eng", ""}},     {"finnish", {"fi", "fin", ""}},
                                      {"french", {"fr", "fra", "fre"}},   {"german", {"de", "deu", "ger"}},
                                      {"greek", {"el", "ell", "gre"}},    {"hindi", {"hi", "hin", ""}},
                                      {"hungarian", {"hu", "hun", ""}},   {"indonesian", {"id", "ind", ""}},
                                      {"irish", {"ga", "gle", ""}},       {"italian", {"it", "ita", ""}},
                                      {"lithuanian", {"lt", "lit", ""}},  {"nepali", {"ne", "nep", ""}},
                                      {"norwegian", {"no", "nor", ""}},   {"portuguese", {"pt", "por", ""}},
                                      {"romanian", {"ro", "ron", "rum"}}, {"russian", {"ru", "rus", ""}},
                                      {"serbian", {"sr", "srp", ""}},     {"spanish", {"es", "spa", "esl"}},
                                      {"swedish", {"sv", "swe", ""}},     {"tamil", {"ta", "tam", ""}},
                                      {"turkish", {"tr", "tur", ""}},     {"yiddish", {"yi", "yid", ""}}};
    if (language.empty()) return {};
    for (const auto& [name, codes] : table) {
      if (std::ranges::find(codes, language) != codes.end()) return std::string(name);
    }
    return std::string(language);
  }

  std::string language_;
  std::unique_ptr<sb_stemmer, Delete> stemmer_;
};

}  // namespace corpack
