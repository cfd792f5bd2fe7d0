#include "dump/formats/dump_format.hpp"

#include <algorithm>
#include <array>

namespace corpack {

extern const DumpFormat jsonl_format;
extern const DumpFormat json_format;
extern const DumpFormat csv_format;
extern const DumpFormat tsv_format;
extern const DumpFormat stanza_format;
extern const DumpFormat markdown_format;
extern const DumpFormat bibtex_format;
extern const DumpFormat trec_format;
extern const DumpFormat lines_format;

namespace {

// In the order in which content is asked.
constexpr std::array all_formats{&text_format, &jsonl_format,  &json_format,     &csv_format,
                                 &tsv_format,  &stanza_format, &markdown_format, &bibtex_format,
                                 &trec_format, &lines_format};

constexpr std::array<std::string_view, 5> packed_extensions{"gz", "zst", "xz", "bz2", "zstd"};

std::string last_extension(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return {};
  std::string extension{name.substr(dot + 1)};
  for (char& byte : extension) byte = byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
  return extension;
}

}  // namespace

std::span<const DumpFormat* const> formats() {
  return all_formats;
}

const DumpFormat* find_format(std::string_view name) {
  for (const DumpFormat* const format : all_formats)
    if (format->name == name) return format;
  return nullptr;
}

const DumpFormat* format_of_name(std::string_view input_name) {
  std::string extension = last_extension(input_name);
  if (std::find(packed_extensions.begin(), packed_extensions.end(), extension) != packed_extensions.end())
    extension = last_extension(input_name.substr(0, input_name.size() - extension.size() - 1));
  for (const DumpFormat* const format : all_formats)
    if (std::find(format->extensions.begin(), format->extensions.end(), extension) !=
        format->extensions.end())
      return format;
  return nullptr;
}

const DumpFormat& format_of_content(std::string_view opening) {
  for (const DumpFormat* const format : all_formats)
    if (format->begins != nullptr && format->begins(opening)) return *format;
  return text_format;
}

}  // namespace corpack
