// Arguments that hold what people wrote, whatever it looks like.
//
// CLI11 takes "[a,b]" for a list and "{}" for an empty one where an option takes several values; keys,
// queries and paths may look like that and must come through as they are.
//
// Lifetime: the result belongs to `app`. Errors: none. Complexity: constant. Thread safety: none.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include "verbs/terminal.hpp"

namespace corpack {

// Adds a positional argument of any number of values. Its results() are the words as given.
inline CLI::Option* add_words(CLI::App& app, const std::string& name, const std::string& description) {
  // An option that allows extra arguments unpacks lists; one that waits for more than can come does not.
  constexpr int all = CLI::detail::expected_max_vector_size;
  return app.add_option(name, description)
      ->expected(all, all)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// Adds an option for a number from 0 on. (CLI11 by itself takes -1 for the largest number.)
inline CLI::Option* add_number(CLI::App& app, const std::string& name, std::uint64_t& value,
                               const std::string& description) {
  const auto is_number = [](const std::string& text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    return whole ? std::string{} : "'" + text + "' is no whole number from 0 on";
  };
  return app.add_option(name, value, description)->check(is_number, "", "")->type_name("N");
}

// Adds an option that takes one of these words.
inline CLI::Option* add_choice(CLI::App& app, const std::string& name, std::string& value,
                               const std::vector<std::string>& words, const std::string& description) {
  return app.add_option(name, value, description)
      ->check(CLI::IsMember(words).description(""))
      ->type_name(CLI::detail::join(words, "|"));
}

// Adds the option that says whether matched words are marked.
inline void add_color(CLI::App& app, ColorMode& mode) {
  const std::map<std::string, ColorMode> modes{
      {"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}};
  app.add_option("--color", mode, "Mark matched words in bold (default: auto, on a terminal)")
      ->transform(CLI::CheckedTransformer(modes).description(""))
      ->type_name("auto|always|never");
}

// Adds the argument DATASET that each reading verb begins with.
inline void add_dataset(CLI::App& app, std::string& path) {
  app.add_option("DATASET", path, "Dataset file")->required()->type_name("");
}

}  // namespace corpack
