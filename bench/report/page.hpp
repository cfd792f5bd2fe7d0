// The page with plots, without its data; page.html, which CMake puts into the program.
#pragma once

#include <string_view>

namespace corpack::bench {

// Stands in the page where the data goes.
inline constexpr std::string_view data_mark = "@DATA@";

extern const std::string_view page;

}  // namespace corpack::bench
