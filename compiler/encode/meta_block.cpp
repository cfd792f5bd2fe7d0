#include "encode/meta_block.hpp"

#include <algorithm>

#include <flatbuffers/flatbuffers.h>

#include <corpack/format.hpp>

namespace corpack {

namespace {

using flatbuffers::FlatBufferBuilder;
using flatbuffers::Offset;

Offset<flatbuffers::String> optional_string(FlatBufferBuilder& builder,
                                            const std::optional<std::string>& text) {
  return text ? builder.CreateString(*text) : Offset<flatbuffers::String>{};
}

std::vector<Offset<format::Source>> sources_of(FlatBufferBuilder& builder, const MetaContent& meta) {
  std::vector<Offset<format::Source>> sources;
  for (const SourceContent& source : meta.sources) {
    const auto name = builder.CreateString(source.name);
    sources.push_back(format::CreateSource(builder, name, optional_string(builder, source.title),
                                           source.first_ordinal, source.records));
  }
  return sources;
}

std::vector<Offset<format::TableSums>> sums_of(FlatBufferBuilder& builder, const Store& store) {
  std::vector<Offset<format::TableSums>> sums;
  for (const Store::Table& table : store.tables()) {
    const auto name = builder.CreateString(table.name);
    sums.push_back(format::CreateTableSums(builder, name, builder.CreateVector(table.checksums)));
  }
  return sums;
}

}  // namespace

void write_length_blocks(std::uint32_t field, std::span<const std::uint8_t> codes, Store& store) {
  std::uint32_t block = 0;
  for (std::size_t first = 0; first < codes.size(); first += format::lengths_per_block, ++block) {
    const auto held =
        codes.subspan(first, std::min<std::size_t>(format::lengths_per_block, codes.size() - first));
    FlatBufferBuilder builder(held.size() + 256);
    const auto lengths = builder.CreateVector(held.data(), held.size());
    format::FinishLengthsBuffer(builder,
                                format::CreateLengths(builder, static_cast<std::uint32_t>(first), lengths));
    store.put(format::tables::lengths, format::field_key(field, block), builder);
  }
}

void write_meta_block(const MetaContent& meta, Store& store) {
  FlatBufferBuilder builder;
  const auto sources = builder.CreateVector(sources_of(builder, meta));
  std::vector<Offset<format::Field>> fields;
  for (std::size_t i = 0; i < meta.fields.size(); ++i)
    fields.push_back(format::CreateField(builder, builder.CreateString(meta.fields[i]),
                                         i < meta.has_numbers.size() && meta.has_numbers[i]));
  const auto fields_at = builder.CreateVector(fields);
  std::vector<Offset<format::Pair>> pairs;
  for (const auto& [key, value] : meta.pairs) {
    const auto key_at = builder.CreateString(key);
    pairs.push_back(format::CreatePair(builder, key_at, builder.CreateString(value)));
  }
  const auto pairs_at = pairs.empty() ? 0 : builder.CreateVector(pairs);
  const auto language = builder.CreateString(meta.language);
  const auto unicode = meta.unicode_version.empty() ? 0 : builder.CreateString(meta.unicode_version);
  const auto analyzer =
      format::CreateAnalyzer(builder, meta.analyzer_version, language, unicode, meta.stemmer_fingerprint);
  std::vector<Offset<format::Index>> indexes;
  for (const IndexInfo& index : meta.indexes)
    indexes.push_back(format::CreateIndex(builder, index.field, index.words, index.lists, index.postings,
                                          index.tokens, index.records, index.positions));
  const auto indexes_at = builder.CreateVector(indexes);
  const auto tables = builder.CreateVector(sums_of(builder, store));
  const auto title = optional_string(builder, meta.title);
  const format::FileSum no_sum{0, 0, 0};
  format::FinishMetaBuffer(
      builder, format::CreateMeta(builder, format::major_version, format::minor_version, format::plain_codec,
                                  title, sources, fields_at, pairs_at, analyzer, meta.records,
                                  meta.text_bytes, indexes_at, tables, &no_sum));
  store.put(format::tables::meta, 0, builder);
}

}  // namespace corpack
