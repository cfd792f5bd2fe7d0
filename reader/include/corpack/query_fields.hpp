// The fields that a query names, and those that its other words are looked for in.
//
// Lifetime: refers to the Dataset. Errors: Error from weighted(), that says which fields there are;
// FormatError when the dataset is damaged. Complexity: a comparison with each field's name, for the first
// max_names different names; others are taken for names of no field. Not thread-safe.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <corpack/dataset.hpp>
#include <corpack/error.hpp>
#include <corpack/number_filter.hpp>

namespace corpack {

// How much the score of a field counts.
struct FieldWeight {
  std::string field;
  double weight = 1;
};

// An index of the dataset (Dataset::index).
struct WeightedIndex {
  std::uint32_t index = 0;
  double weight = 1;
};

// Names of the fields that are indexed, or have numbers, for messages.
inline std::string listed_fields(const Dataset& dataset, bool with_numbers) {
  std::string names;
  const Info& info = dataset.info();
  const std::uint32_t count = std::min(info.fields().size(), format::max_fields);
  for (std::uint32_t field = 0; field < count && names.size() < 1000; ++field)
    if (with_numbers && info.has_numbers(field))
      names += (names.empty() ? "" : ", ") + std::string{info.field(field)};
  for (std::uint32_t index = 0; !with_numbers && index < dataset.indexes() && names.size() < 1000; ++index)
    names += (names.empty() ? "" : ", ") + std::string{dataset.index_name(index)};
  return names.empty() ? "none" : names;
}

// What a filter of SearchOptions or of the command stands for: the number of the field, and the range. Throws
// Error where the text is no filter, or the field has no numbers.
struct FieldRange {
  std::uint32_t field = 0;
  NumberRange range;
};
inline FieldRange field_range(const Dataset& dataset, std::string_view text) {
  const std::optional<NumberFilter> filter = parse_filter(text);
  if (!filter)
    throw Error(dataset.path().string() + ": '" + std::string{text} +
                "' is no filter: write year>=2020, year<2000, year=2024 or year:2020..2024");
  const std::optional<std::uint32_t> field = dataset.info().find_numbers(filter->field);
  if (!field)
    throw Error(dataset.path().string() + ": '" + std::string{text} + "': no field '" +
                std::string{filter->field} +
                "' has numbers; fields with numbers: " + listed_fields(dataset, true));
  if (filter->range.is_reversed())
    throw Error(dataset.path().string() + ": '" + std::string{text} +
                "' finds nothing: the second number is less than the first");
  return {*field, filter->range};
}

class QueryFields {
 public:
  static constexpr std::size_t max_names = 256;
  static constexpr std::size_t max_weighted = 16;
  static constexpr double max_weight = 1e6;

  explicit QueryFields(const Dataset& dataset) : dataset_(dataset) {}

  // Number of the index of the field of this name.
  std::optional<std::uint32_t> index_named(std::string_view name) {
    return look_up(indexes_, name, [&] { return dataset_.index_named(name); });
  }
  // What was written as a filter of a field that has numbers. Absent: it is none.
  std::optional<FieldRange> filter(std::string_view written) {
    const std::optional<NumberFilter> filter = parse_filter(written);
    if (!filter) return std::nullopt;
    const std::optional<std::uint32_t> field = numbers_of(filter->field);
    if (!field) return std::nullopt;
    return FieldRange{*field, filter->range};
  }
  // Why what was probably meant as a filter is none, although it compares a field, or something that is none
  // with a number. Empty: it was hardly meant so. REQUIRES: it is no filter(), and compared_field() is not
  // empty.
  std::string why_no_filter(std::string_view written) {
    const std::string_view field = compared_field(written);
    if (numbers_of(field)) return "a filter is a field, a sign and a number without blanks, like year>=2020";
    const bool is_field = has_field(field);
    if (!is_field && !parse_filter(written)) return {};
    const std::string with_numbers = listed_fields(dataset_, true);
    if (!is_field && with_numbers == "none") return {};
    return std::string{is_field ? "that field has no numbers" : "there is no such field"} +
           "; fields with numbers: " + with_numbers;
  }
  bool has_field(std::string_view name) {
    return look_up(fields_, name, [&] { return dataset_.info().find_field(name); }).has_value();
  }

  // The text, and the fields with weights, at their weights; without those of weight 0.
  std::vector<WeightedIndex> weighted(const std::vector<FieldWeight>& weights) const {
    std::vector<WeightedIndex> all{{}};
    for (const FieldWeight& each : weights) {
      if (!(each.weight >= 0 && each.weight <= max_weight))
        throw Error(dataset_.path().string() + ": the weight of field '" + each.field +
                    "' is no number from 0 to 1000000");
      const std::optional<std::uint32_t> index = dataset_.index_named(each.field);
      if (!index)
        throw Error(dataset_.path().string() + ": no field '" + each.field +
                    "' is indexed, to have a weight; indexed: " + listed_fields(dataset_, false));
      const auto same = std::find_if(all.begin(), all.end(),
                                     [&](const WeightedIndex& other) { return other.index == *index; });
      (same == all.end() ? all.emplace_back() : *same) = {*index, each.weight};
    }
    std::erase_if(all, [](const WeightedIndex& each) { return each.weight == 0; });
    if (all.size() > max_weighted)
      throw Error(dataset_.path().string() + ": more than " + std::to_string(max_weighted) +
                  " fields have weights");
    return all;
  }

 private:
  std::optional<std::uint32_t> numbers_of(std::string_view name) {
    return look_up(numbers_, name, [&] { return dataset_.info().find_numbers(name); });
  }

  using Found = std::map<std::string, std::optional<std::uint32_t>, std::less<>>;

  template <class Find>
  static std::optional<std::uint32_t> look_up(Found& found, std::string_view name, Find&& find) {
    if (const auto known = found.find(name); known != found.end()) return known->second;
    if (found.size() == max_names) return std::nullopt;
    return found.emplace(std::string{name}, find()).first->second;
  }

  const Dataset& dataset_;
  Found indexes_;
  Found numbers_;
  Found fields_;
};

}  // namespace corpack
