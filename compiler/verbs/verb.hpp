// The verbs of the command line: each adds a sub-command with its options and help, and says how to run it.
//
// Lifetime: `app` belongs to the App it was added to; `run` keeps what the options were parsed into.
// Requirements: `run` is called at most once, after a parse that saw the verb. Errors: usage errors are
// CLI::ParseError, from parsing or from `run`; anything else that fails is an exception for main to show.
// Thread safety: none.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace corpack {

// What the process ends with.
namespace exit_status {
inline constexpr int done = 0;
inline constexpr int negative = 1;  // not found, no hit, damage found
inline constexpr int failed = 2;    // wrong usage, or the system or a file failed
}  // namespace exit_status

struct Verb {
  CLI::App* app;
  std::function<int()> run;  // returns an exit status
};

Verb add_compile(CLI::App& app);
Verb add_get(CLI::App& app);
Verb add_search(CLI::App& app);
Verb add_similar(CLI::App& app);
Verb add_keywords(CLI::App& app);
Verb add_terms(CLI::App& app);
Verb add_info(CLI::App& app);
Verb add_verify(CLI::App& app);
Verb add_dump(CLI::App& app);
Verb add_merge(CLI::App& app);
Verb add_diff(CLI::App& app);

}  // namespace corpack
