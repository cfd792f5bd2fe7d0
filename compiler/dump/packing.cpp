#include <array>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/dataset_reader.hpp"
#include "dump/unpacked_source.hpp"

namespace corpack {
namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, 4> packed_magics{"\x1F\x8B"sv, "\x28\xB5\x2F\xFD"sv,
                                                        "\xFD\x37\x7A\x58\x5A\0"sv, "BZh"sv};

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> archive_magics{
    {{"PK\x03\x04"sv, "zip"}, {"PK\x05\x06"sv, "zip"}, {"7z\xBC\xAF\x27\x1C"sv, "7z"}}};

bool is_tar(std::string_view opening) {
  return opening.size() >= 512 && opening.substr(257, 5) == "ustar";
}

}  // namespace

void refuse_archive(std::string_view opening, const std::string& path) {
  std::string_view kind = is_tar(opening) ? "tar" : "";
  for (const auto& [magic, name] : archive_magics)
    if (opening.starts_with(magic)) kind = name;
  if (begins_dataset(opening))
    throw Error{
        fmt::format("{}: holds a dataset, which must be a file of its own, neither packed nor piped", path)};
  if (kind.empty()) return;
  throw Error{fmt::format("{}: is a {} archive; unpack it and name the dump files in it", path, kind)};
}

bool is_packed(std::string_view opening, const std::string& path) {
  refuse_archive(opening, path);
  for (const std::string_view magic : packed_magics) {
    if (!opening.starts_with(magic)) continue;
    // A text may begin with these letters; bzip2 has its block size and a constant behind them.
    if (magic == "BZh" &&
        (opening.size() < 10 || opening[3] < '1' || opening[3] > '9' ||
         (opening.substr(4, 6) != "1AY&SY" && opening.substr(4, 6) != "\x17\x72\x45\x38\x50\x90"sv)))
      continue;
    return true;
  }
  return false;
}

}  // namespace corpack
