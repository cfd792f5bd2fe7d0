// corpack merge: datasets in, one dataset out.

#include <memory>

#include <corpack/error.hpp>

#include "dump/dataset_reader.hpp"
#include "verbs/arguments.hpp"
#include "verbs/compile_request.hpp"
#include "verbs/verb.hpp"

namespace corpack {

namespace {

int run(const CompileRequest& request) {
  for (const std::string& input : request.inputs->results())
    if (!is_dataset_input(input))
      throw Error(input + ": is no dataset; `corpack compile` takes dumps, and datasets beside them");
  return run_compile(request);
}

}  // namespace

Verb add_merge(CLI::App& app) {
  CLI::App* const verb = app.add_subcommand("merge", "Make one dataset of several, without their dumps");
  const auto request = std::make_shared<CompileRequest>();
  request->inputs = add_words(*verb, "DATASET", "Dataset files")->required();
  add_output_options(*verb, *request);
  add_report_options(*verb, *request);
  add_work_options(*verb, *request);
  verb->footer(
      R"(The result is that of compiling all dumps at once: records come in the order of the datasets, with their keys,
fields and sources, and are indexed anew. Title, and the pairs that are not given, are those of the first dataset.
A field that one of them has indexed is indexed. Datasets of different languages need --language.

Examples:
  corpack merge 2023.corpack 2024.corpack -o papers.corpack
  corpack merge papers.corpack corrections.corpack --duplicates last -o papers.corpack)");
  return {verb, [request] { return run(*request); }};
}

}  // namespace corpack
