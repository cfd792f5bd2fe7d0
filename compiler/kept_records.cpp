#include "kept_records.hpp"

#include <algorithm>
#include <utility>

#include <corpack/error.hpp>
#include <corpack/format.hpp>

#include "encode/id_blocks.hpp"

namespace corpack {

KeptRecords::KeptRecords(const CompileOptions& options, Store& store, const DumpSet& dumps,
                         IndexedFields& indexed, Diagnostics& diagnostics)
    : options_(options),
      store_(store),
      dumps_(dumps),
      indexed_(indexed),
      diagnostics_(diagnostics),
      blocks_(store, ids_) {}

void KeptRecords::store(KeptBatch& kept) {
  kept.first_ordinal = records();
  begin_sources(kept.batch.source + 1);
  for (const FieldSlice& field : kept.batch.fields) indexed_.meet(field.field, field.in_text);
  for (const RawRecord& raw : kept.batch.records) store_record(raw, kept);
}

void KeptRecords::begin_sources(std::size_t sources) {
  source_starts_.resize(sources, records());
}

void KeptRecords::store_record(const RawRecord& raw, KeptBatch& kept) {
  const RecordBatch& batch = kept.batch;
  const std::string_view text = batch.view(raw.text);
  std::string_view key = raw.key ? batch.view(*raw.key) : text;
  if (superseded_.contains(read_++)) {
    report_duplicate(raw, "a later record has the same key; the last one is kept");
    return;
  }
  std::uint64_t hash = options_.id_of_key(key).value();
  std::string other_key;
  if (const auto first = record_of(hash, key)) {
    other_key = settle_duplicate(raw, *first, hash, key);
    if (other_key.empty()) return;
    key = other_key;
    hash = options_.id_of_key(key).value();
  }
  if (blocks_.records() == format::max_records) throw Error("more than 2^32 - 1 records: split the dataset");
  fields_.clear();
  for (std::uint32_t i = raw.first_field; i < raw.first_field + raw.fields; ++i) {
    const FieldSlice& field = batch.fields[i];
    fields_.push_back({field.field, batch.view(field.value), field.in_text});
  }
  // So the bytes do not depend on the order in which a dump has them.
  std::sort(fields_.begin(), fields_.end(),
            [](const NewField& a, const NewField& b) { return a.field < b.field; });
  NewRecord record{hash, text, std::nullopt, raw.line};
  if (key != text) record.key = key;
  blocks_.add(record, fields_);
  const auto number = static_cast<std::uint32_t>(kept.texts.size());
  for (const NewField& field : fields_)
    if (indexed_.meet(field.field, field.in_text))
      kept.fields.push_back({number, field.field, field.value, field.in_text});
  kept.texts.push_back(text);
  kept.lines.push_back(raw.line);
}

std::optional<std::uint32_t> KeptRecords::record_of(std::uint64_t hash, std::string_view key) {
  std::optional<std::uint32_t> found;
  ids_.any(hash, [&](std::uint32_t ordinal) {
    if (blocks_.key_is(ordinal, key)) found = ordinal;
    return found.has_value();
  });
  return found;
}

std::string KeptRecords::settle_duplicate(const RawRecord& raw, std::uint32_t first, std::uint64_t hash,
                                          std::string_view key) {
  const std::string same = "same key as the record at " + place_of(first);
  if (options_.duplicates == Duplicates::error)
    throw Error(dumps_.sources()[source_starts_.size() - 1].shown_path + ":" + std::to_string(raw.line) +
                ": " + same);
  if (options_.duplicates != Duplicates::all) {
    report_duplicate(raw, same + "; the first one is kept");
    return {};
  }
  std::uint32_t& copies = copies_.try_emplace(hash, 1).first->second;
  std::string other_key;
  do {
    other_key = std::string{key} + "#" + std::to_string(++copies);
  } while (record_of(options_.id_of_key(other_key).value(), other_key));
  report_duplicate(raw, same + "; kept with #" + std::to_string(copies) + " behind its key");
  return other_key;
}

void KeptRecords::report_duplicate(const RawRecord& raw, const std::string& message) {
  diagnostics_.report(Trouble::duplicate,
                      {dumps_.sources()[source_starts_.size() - 1].shown_path, raw.line, 0}, message);
}

std::string KeptRecords::place_of(std::uint32_t ordinal) {
  const auto after = std::upper_bound(source_starts_.begin(), source_starts_.end(), ordinal);
  const auto source = static_cast<std::size_t>(after - source_starts_.begin()) - 1;
  return dumps_.sources()[source].shown_path + ":" + std::to_string(blocks_.line(ordinal));
}

void KeptRecords::write_ids() {
  IdBlocks blocks{store_};
  ids_.drain([&](const format::IdEntry& entry) { blocks.add(entry); });
  blocks.finish();
}

std::vector<SourceContent> KeptRecords::sources() {
  begin_sources(dumps_.sources().size());
  std::vector<SourceContent> sources;
  for (std::size_t i = 0; i < source_starts_.size(); ++i) {
    const DumpSource& source = dumps_.sources()[i];
    const std::uint32_t end = i + 1 < source_starts_.size() ? source_starts_[i + 1] : records();
    sources.push_back({source.name, source.title, source_starts_[i], end - source_starts_[i]});
  }
  return sources;
}

std::size_t KeptRecords::extra_id_bytes() const {
  const std::size_t free_bytes = std::size_t{16} * records();
  return ids_.memory_bytes() - std::min(ids_.memory_bytes(), free_bytes);
}

}  // namespace corpack
