#include "indexed_fields.hpp"

#include <algorithm>
#include <utility>

#include <corpack/ascii.hpp>
#include <corpack/error.hpp>
#include <corpack/format.hpp>

#include "dump/named_damage.hpp"

namespace corpack {

IndexedFields::IndexedFields(std::optional<std::vector<std::string>> asked,
                             const std::vector<const Dataset*>& datasets, const FieldNames& names)
    : asked_(std::move(asked)), names_(names) {
  for (const Dataset* const dataset : datasets)
    naming(*dataset, [&] {
      const auto fields = dataset->info().fields();
      for (const std::string_view name : fields) of_datasets_.try_emplace(std::string{name}, false);
      for (const IndexInfo& index : dataset->info().indexes())
        if (index.field < fields.size()) of_datasets_[std::string{dataset->info().field(index.field)}] = true;
    });
}

void IndexedFields::decide(std::uint32_t field, bool in_text) {
  if (field >= states_.size()) states_.resize(field + std::size_t{1}, State::unknown);
  const bool indexed = field != format::text_field && is_indexed(names_.names()[field], in_text);
  states_[field] = indexed ? State::indexed : State::not_indexed;
  if (indexed && ++indexed_ > max_indexed)
    throw Error("more than " + std::to_string(max_indexed) +
                " fields are to be indexed: choose fewer of them with --index");
}

bool IndexedFields::is_indexed(const std::string& name, bool in_text) {
  const auto is_name = [&](const std::string& asked) { return detail::same_but_case(asked, name); };
  if (asked_) return std::any_of(asked_->begin(), asked_->end(), is_name);
  if (const auto known = of_datasets_.find(name); known != of_datasets_.end()) return known->second;
  return (!in_text || detail::same_but_case(name, "title")) && by_default_++ < max_by_default;
}

std::vector<std::uint32_t> IndexedFields::numbers() const {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t field = 0; field < states_.size(); ++field)
    if (states_[field] == State::indexed) numbers.push_back(field);
  return numbers;
}

std::vector<std::string> IndexedFields::missing() const {
  std::vector<std::string> missing;
  if (!asked_) return missing;
  const std::vector<std::string>& names = names_.names();
  for (const std::string& asked : *asked_) {
    const auto is_asked = [&](const std::string& name) { return detail::same_but_case(asked, name); };
    if (std::none_of(names.begin(), names.end(), is_asked)) missing.push_back(asked);
  }
  return missing;
}

}  // namespace corpack
