// Any bytes as a dump, behind a byte that names the format and one for its options: every record is read, and
// small batches give the same records as large ones.
#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string>

#include <corpack/error.hpp>
#include <corpack/hash.hpp>

#include "dump/dump_reader.hpp"
#include "dump/formats/dump_format.hpp"
#include "fuzz/memory_file.hpp"
#include "fuzz/target.hpp"

using namespace corpack;

namespace {

struct Reading {
  std::uint64_t records = 0;
  std::uint64_t digest = 0;
  bool refused = false;
  friend bool operator==(const Reading&, const Reading&) = default;

  void add(std::string_view bytes) { digest = digest * 31 + hash64(bytes); }
};

void read_batch(const RecordBatch& batch, const FieldNames& names, Reading& reading) {
  for (const RawRecord& record : batch.records) {
    ++reading.records;
    reading.add(batch.view(record.text));
    if (record.key) reading.add(batch.view(*record.key));
    reading.digest += record.line;
    for (std::uint32_t i = record.first_field; i < record.first_field + record.fields; ++i) {
      const FieldSlice& field = batch.fields.at(i);
      reading.add(names.names().at(field.field));
      reading.add(batch.view(field.value));
    }
  }
}

Reading read_dump(const std::string& path, DumpOptions options) {
  std::ostringstream reports;
  Diagnostics diagnostics{reports};
  FieldNames names;
  Reading reading;
  try {
    const auto reader = open_dump(Input{path}, std::move(options), names, diagnostics);
    RecordBatch batch;
    while (reader->read(batch)) {
      if (batch.records.empty()) throw std::logic_error("a batch without records");
      read_batch(batch, names, reading);
    }
    reading.add(reader->title().value_or(""));
  } catch (const Error&) {
    reading = {.refused = true};
  }
  return reading;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  DumpOptions options;
  options.format = formats()[data[0] % formats().size()]->name;
  options.has_title = (data[1] & 1) == 0;
  if ((data[1] & 2) != 0) options.id_field = "id";
  if ((data[1] & 4) != 0) options.max_record_bytes = 64;
  const test::MemoryFile file{test::bytes_of(data + 2, size - 2)};
  const Reading large = read_dump(file.path(), options);
  options.batch_bytes = 1 + data[1] / 8;
  if (read_dump(file.path(), options) != large) throw std::logic_error("small batches give other records");
  return 0;
}
