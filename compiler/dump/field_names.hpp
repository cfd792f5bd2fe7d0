// The dataset's numbering of field names, in the order met: `text` is 0.
//
// Lifetime: the names live as long as this object; names() is invalidated by number(). Requirements: none.
// Errors: TooManyFields when there are more names than columns make sense. Complexity: number() is one hash
// look-up. Thread safety: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <corpack/error.hpp>

namespace corpack {

// Objects whose member names are data ({"user 17": "…"}) would make a column of each name, without bound.
inline constexpr std::size_t max_field_names = 65536;

class TooManyFields : public Error {
 public:
  using Error::Error;
};

class FieldNames {
 public:
  FieldNames();

  // The number of `name`, a new one if it has none yet.
  std::uint32_t number(std::string_view name);

  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

}  // namespace corpack
