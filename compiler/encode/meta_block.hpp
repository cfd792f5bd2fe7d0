// Writes tables `meta` (schema/meta.fbs) and `lengths` (schema/lengths.fbs). Plain functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <corpack/info.hpp>

#include "write/store.hpp"

namespace corpack {

struct SourceContent {
  std::string name;
  std::optional<std::string> title;
  std::uint32_t first_ordinal = 0;
  std::uint32_t records = 0;
};

struct MetaContent {
  std::optional<std::string> title;
  std::vector<SourceContent> sources;
  std::vector<std::string> fields;
  std::vector<bool> has_numbers;  // by field; fields beyond have none
  std::vector<std::pair<std::string, std::string>> pairs;
  std::string language;
  std::uint32_t analyzer_version = 0;
  std::string unicode_version;
  std::uint64_t stemmer_fingerprint = 0;
  std::uint64_t records = 0;
  std::uint64_t text_bytes = 0;
  std::vector<IndexInfo> indexes;  // ascending by field
};

// `codes`: of all records, in this field.
void write_length_blocks(std::uint32_t field, std::span<const std::uint8_t> codes, Store& store);

// REQUIRES: every other table is written; their checksums go in. The file's own sum stays zero (see
// seal.hpp).
void write_meta_block(const MetaContent& meta, Store& store);

}  // namespace corpack
