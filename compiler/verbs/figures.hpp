// Figures as people read them. Pure functions; nothing here depends on the process's locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace corpack {

// 1234567 -> "1,234,567".
std::string grouped(std::uint64_t number);

// "1 record", "2,672 records".
std::string counted(std::uint64_t number, std::string_view singular);

// 117304512 -> "117.3 MB"; units of 1000.
std::string shown_bytes(double bytes);

// 0.4321 -> "0.43 s", 75 -> "1:15", 3700 -> "1:01:40".
std::string shown_time(double seconds);

}  // namespace corpack
