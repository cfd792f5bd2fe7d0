#include "dump/superseded.hpp"

#include <sstream>
#include <unordered_map>

#include <corpack/error.hpp>
#include <corpack/hash.hpp>

#include "dump/dump_set.hpp"

namespace corpack {
namespace {

struct HashOfHash {
  std::size_t operator()(const Hash128& hash) const { return static_cast<std::size_t>(hash.low); }
};

}  // namespace

SupersededRecords::SupersededRecords(const std::vector<std::string>& inputs, const DumpOptions& options,
                                     std::size_t record_bytes,
                                     const std::function<void(std::uint64_t)>& progress) {
  // What is wrong with the records is said when they are read for good.
  std::ostringstream unheard;
  Diagnostics diagnostics{unheard, {.max_shown = 0}};
  FieldNames names;
  DumpSet dumps{inputs, options, names, diagnostics};
  if (!dumps.total_bytes())
    throw Error{"to keep the last of records with one key, inputs are read twice: name files, not pipes"};
  std::unordered_map<Hash128, std::uint64_t, HashOfHash> last;
  RecordBatch batch;
  dumps.allow(record_bytes);
  while (dumps.read(batch)) {
    if (batch.records.empty()) dumps.refuse_record();
    for (const RawRecord& record : batch.records) {
      Hasher128 hasher;
      hasher.update(batch.view(record.key.value_or(record.text)));
      const auto [at, is_new] = last.try_emplace(hasher.digest(), superseded_.size());
      if (!is_new) superseded_[at->second] = true;
      at->second = superseded_.size();
      superseded_.push_back(false);
    }
    progress(dumps.bytes_read());
  }
}

}  // namespace corpack
