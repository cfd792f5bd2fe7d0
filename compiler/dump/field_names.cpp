#include "dump/field_names.hpp"

#include <fmt/format.h>

#include "dump/excerpt.hpp"

namespace corpack {

FieldNames::FieldNames() {
  number("text");
}

std::uint32_t FieldNames::number(std::string_view name) {
  std::string owned{name};
  if (const auto found = numbers_.find(owned); found != numbers_.end()) return found->second;
  if (names_.size() == max_field_names) {
    throw TooManyFields{fmt::format(
        "more than {} field names, the last is \"{}\": member names must name fields, not hold data",
        max_field_names, excerpt(name))};
  }
  const auto number = static_cast<std::uint32_t>(names_.size());
  names_.push_back(owned);
  numbers_.emplace(std::move(owned), number);
  return number;
}

}  // namespace corpack
