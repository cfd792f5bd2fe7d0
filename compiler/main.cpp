// The command `corpack`: finds the verb, runs it, and turns what went wrong into a message and an exit
// status.

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>

#include <corpack/format.hpp>

#include "dump/excerpt.hpp"
#include "verbs/output.hpp"
#include "verbs/terminal.hpp"
#include "verbs/verb.hpp"

namespace {

using namespace corpack;

constexpr const char* examples = R"(Examples:
  corpack compile papers.txt -o papers.corpack
  corpack search papers.corpack "mirror symmetry"
  corpack get papers.corpack c9e941a1bc5162c2

Exit status: 0 done or found; 1 not found, no hit, damage, or a difference; 2 wrong usage, or something failed.
`corpack VERB --help` says more.)";

// A dataset must never be opened under the number of a closed standard stream: messages would go into it.
void occupy_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0)
      return;
}

void print(const std::string& text) {
  Output output;
  output.write(text);
  output.flush();
}

void complain(const std::string& message, const std::string& verb) {
  tell("corpack: {}\nSee `corpack {}--help`.\n", message, verb.empty() ? verb : verb + " ");
}

// `first`: the first argument.
void explain(const CLI::ParseError& error, const CLI::App& app, const std::string& first) {
  const auto parsed = app.get_subcommands();
  if (parsed.empty())
    return complain(
        first.empty() ? "no verb given" : "'" + excerpt(first) + "' is neither a verb nor an option", "");
  const std::string verb = parsed.front()->get_name();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return complain(error.what(), verb);
  // CLI11 lists what is left over from its end.
  std::string unexpected;
  for (const std::string& argument : app.remaining(true))
    if (argument != "--") unexpected += " " + excerpt(argument);
  complain("not expected:" + unexpected + " (-- goes before arguments that begin with - and are no options)",
           verb);
}

int run(int argc, char** argv) {
  CLI::App app{"corpack compiles text dumps into one dataset file, found by id and by keyword.", "corpack"};
  app.footer(examples);
  app.set_version_flag("--version", fmt::format("corpack {} (dataset format {}.{})", CORPACK_VERSION,
                                                format::major_version, format::minor_version));
  app.require_subcommand(1);
  const std::array verbs{add_compile(app), add_merge(app),    add_get(app),   add_search(app),
                         add_similar(app), add_keywords(app), add_terms(app), add_info(app),
                         add_verify(app),  add_dump(app),     add_diff(app)};
  try {
    app.parse(argc, argv);
    for (const Verb& verb : verbs)
      if (verb.app->parsed()) return verb.run();
  } catch (const CLI::Success& asked) {
    std::ostringstream answer;
    app.exit(asked, answer, answer);
    print(answer.str());
    return exit_status::done;
  } catch (const CLI::ParseError& error) {
    explain(error, app, argc > 1 ? argv[1] : "");
  }
  return exit_status::failed;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  try {
    return run(argc, argv);
  } catch (const corpack::OutputClosed&) {
  } catch (const std::bad_alloc&) {
    tell("corpack: out of memory: does `ulimit -d` or `-v` allow less than --memory asks for?\n");
  } catch (const std::exception& error) {
    tell("corpack: {}\n", on_its_lines(error.what()));
  }
  return corpack::exit_status::failed;
}
