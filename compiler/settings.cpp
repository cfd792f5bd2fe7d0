#include "settings.hpp"

#include <algorithm>

#include <corpack/analyzer.hpp>

#include "dump/named_damage.hpp"

namespace corpack {
namespace {

AnalyzerSettings analyzer_of(const Dataset& dataset) {
  return naming(dataset, [&] { return dataset.info().analyzer(); });
}

std::string described(const Dataset& dataset) {
  const AnalyzerSettings analyzer = analyzer_of(dataset);
  return dataset.path().string() + " (language " + std::string{analyzer.language} + ", analyzer " +
         std::to_string(analyzer.version) + ", stemmer " + Id{analyzer.stemmer_fingerprint}.to_string() + ")";
}

// The language of all of them.
std::string common_language(const std::vector<const Dataset*>& datasets) {
  const AnalyzerSettings first = analyzer_of(*datasets.front());
  for (const Dataset* const dataset : datasets) {
    const AnalyzerSettings other = analyzer_of(*dataset);
    if (other.language != first.language || other.version != first.version ||
        other.stemmer_fingerprint != first.stemmer_fingerprint)
      throw Error(described(*datasets.front()) + " and " + described(*dataset) +
                  " have different words: --language says how to analyze all records anew");
  }
  return std::string{first.language};
}

bool has_positions(const Dataset* dataset) {
  return naming(*dataset, [&] { return dataset->info().index().positions; });
}

std::vector<std::pair<std::string, std::string>> pairs_of(const Dataset& dataset) {
  std::vector<std::pair<std::string, std::string>> pairs;
  naming(dataset, [&] {
    for (const Pair& pair : dataset.info().pairs()) pairs.emplace_back(pair.key, pair.value);
  });
  return pairs;
}

}  // namespace

Settings settle_settings(const CompileOptions& options, const std::vector<const Dataset*>& datasets) {
  std::string language = "english";
  if (!datasets.empty() && !options.language) language = common_language(datasets);
  Settings settings;
  settings.language = Analyzer{options.language.value_or(language)}.language();
  settings.positions = options.positions.value_or(
      datasets.empty() || std::any_of(datasets.begin(), datasets.end(), has_positions));
  if (!datasets.empty()) settings.pairs = pairs_of(*datasets.front());
  for (const auto& [key, value] : options.pairs) {
    const auto same = std::find_if(settings.pairs.begin(), settings.pairs.end(),
                                   [&key = key](const auto& pair) { return pair.first == key; });
    if (same == settings.pairs.end())
      settings.pairs.emplace_back(key, value);
    else
      same->second = value;
  }
  return settings;
}

}  // namespace corpack
