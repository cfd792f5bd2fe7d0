// How dumps are to be read.
//
// Lifetime: plain value. Thread safety: as any value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace corpack {

struct DumpOptions {
  std::string format{};    // a name in formats(); empty: guessed from the input's name and content
  std::string encoding{};  // as iconv calls it; empty: UTF-8
  bool has_title = true;   // text and markdown: the dump begins with its title
  bool has_header = true;  // csv and tsv: the first row names the columns
  std::optional<char> delimiter = std::nullopt;  // csv and tsv; absent: guessed from the header

  // The field that is the key; absent: what the format has for it, else `id`, `_id` or `key`, else none.
  std::optional<std::string> id_field = std::nullopt;
  // The fields that are the text, in their order; absent: by their usual names (record_draft.hpp).
  std::optional<std::vector<std::string>> text_fields = std::nullopt;
  // The fields that the dataset keeps; absent: all.
  std::optional<std::vector<std::string>> stored_fields = std::nullopt;

  std::uint32_t source = 0;  // goes into each batch
  std::size_t batch_bytes = std::size_t{1} << 20;

  // A record whose text has this many bytes or more is rejected, and so is one that takes more in the dump:
  // nothing longer is ever held in memory.
  std::size_t max_record_bytes = std::size_t{1} << 30;
};

}  // namespace corpack
