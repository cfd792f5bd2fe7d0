#include "verbs/asked_record.hpp"

#include <fmt/format.h>

#include "dump/excerpt.hpp"
#include "verbs/terminal.hpp"

namespace corpack {

std::optional<Record> asked_record(const Dataset& dataset, const std::string& asked) {
  if (auto record = dataset.find(asked)) return record;
  if (const auto id = Id::parse(asked))
    if (auto record = dataset.find(*id)) return record;
  tell("corpack: {}: no record with key or id '{}'\n", dataset.path().string(), excerpt(asked));
  return std::nullopt;
}

}  // namespace corpack
