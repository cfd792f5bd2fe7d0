// How chosen words and phrases are written most often: of a stem's list the word, of two lists the phrase.
//
// Lifetime: views into the dataset. Errors: those of the Analyzer and the Dataset. Complexity: linear in the
// texts it is shown; memory for the forms of what is wanted. Not thread-safe (uses the caller's Analyzer).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include <corpack/phrase_table.hpp>
#include <corpack/text_words.hpp>

namespace corpack {

class KeywordForms {
 public:
  static constexpr std::uint32_t no_list = 0xFFFFFFFF;  // second of what is a word

  // `known_form`: stands for the lists as long as no text has shown another.
  void want(WordPair lists, std::string_view known_form) { wanted_[lists].known_form = known_form; }

  void count(std::string_view text, const Dataset& dataset, Analyzer& analyzer) {
    Term before{};
    for_each_word(text, dataset, analyzer, [&](const TextWord& word) {
      const auto alone = wanted_.find({word.term.list, no_list});
      if (alone != wanted_.end()) ++alone->second.forms[std::string{word.term.word}];
      const auto pair = word.joint == '\0' ? wanted_.end() : wanted_.find({before.list, word.term.list});
      if (pair != wanted_.end())
        ++pair->second.forms[std::string{before.word} + word.joint + std::string{word.term.word}];
      before = word.term;
    });
  }

  // Of forms that are equally frequent the first by its bytes. REQUIRES: is wanted.
  std::string most_frequent(WordPair lists) const {
    const Wanted& wanted = wanted_.at(lists);
    std::string best{wanted.known_form};
    std::uint32_t most = 0;
    for (const auto& [form, count] : wanted.forms) {
      if (count <= most) continue;
      most = count;
      best = form;
    }
    return best;
  }

 private:
  struct Wanted {
    std::string_view known_form;
    std::map<std::string, std::uint32_t> forms;
  };
  std::unordered_map<WordPair, Wanted, WordPairHash> wanted_;
};

}  // namespace corpack
