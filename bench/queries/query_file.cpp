#include "bench/queries/query_file.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include <corpack/error.hpp>

namespace corpack::bench {

namespace {

TextQuery parse_line(const std::string& line, const std::string& where) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string::npos) throw Error(where + ": a query is written as KIND<TAB>WORDS");
  const std::string name = line.substr(0, tab);
  const auto kind = std::find_if(query_kinds.begin(), query_kinds.end(),
                                 [&](const QueryKind& known) { return known.name == name; });
  if (kind == query_kinds.end()) {
    std::string names;
    for (const QueryKind& known : query_kinds) names += " " + std::string{known.name};
    throw Error(where + ": no such kind of query: '" + name + "'; the kinds are" + names);
  }
  TextQuery query{&*kind, {}};
  std::istringstream words{line.substr(tab + 1)};
  for (std::string word; words >> word;) query.words.push_back(word);
  if (query.words.size() != kind->words)
    throw Error(where + ": a query of kind " + name + " has " + std::to_string(kind->words) + " words, not " +
                std::to_string(query.words.size()));
  return query;
}

}  // namespace

std::vector<TextQuery> read_queries(const std::string& path) {
  std::ifstream file{path};
  if (!file) throw Error(path + ": cannot be read");
  std::vector<TextQuery> queries;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (!line.empty()) queries.push_back(parse_line(line, path + ":" + std::to_string(number)));
  }
  if (file.bad()) throw Error(path + ": cannot be read");
  if (queries.empty()) throw Error(path + ": has no queries");
  return queries;
}

void write_queries(const std::string& path, const std::vector<TextQuery>& queries) {
  std::ofstream file{path, std::ios::trunc};
  for (const TextQuery& query : queries) {
    file << query.kind->name;
    char separator = '\t';
    for (const std::string& word : query.words) {
      file << separator << word;
      separator = ' ';
    }
    file << '\n';
  }
  file.close();
  if (!file) throw Error(path + ": cannot be written");
}

}  // namespace corpack::bench
