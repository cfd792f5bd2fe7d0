#include "dataset_diff.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "dump/named_damage.hpp"
#include "dump/texts_apart.hpp"

namespace corpack {
namespace {

struct KeyedRecord {
  std::string_view key;
  Record record;
};

// The id directory of a dataset, hash by hash.
class IdWalk {
 public:
  explicit IdWalk(const Dataset& dataset) : dataset_{dataset}, blocks_{dataset.blocks(format::tables::ids)} {
    check_texts_apart(dataset);
    next();
  }

  bool at_end() const { return records_.empty(); }
  std::uint64_t hash() const { return hash_; }
  // All records of this hash, ascending by key.
  const std::vector<KeyedRecord>& records() const { return records_; }

  void next() {
    records_.clear();
    naming(dataset_, [this] {
      while (entries_.empty() && next_block_ != blocks_.size())
        entries_ = FlatTable::root(blocks_[next_block_++], format::IdsIdentifier())
                       .span<format::IdEntry>(format::Ids::VT_ENTRIES);
      if (!entries_.empty()) take_hash(blocks_[next_block_ - 1]);
    });
  }

 private:
  void take_hash(const Block& block) {
    const std::uint64_t hash = entries_.front().hash();
    if (std::exchange(has_begun_, true) && hash <= hash_) block.fail("its entries are not ascending");
    hash_ = hash;
    for (; !entries_.empty() && entries_.front().hash() == hash; entries_ = entries_.subspan(1)) {
      const std::uint32_t ordinal = entries_.front().ordinal();
      if (ordinal >= dataset_.size()) block.fail("it names a record that is not there");
      const Record record = dataset_.at(ordinal);
      records_.push_back({record.key(), record});
    }
    std::sort(records_.begin(), records_.end(),
              [](const KeyedRecord& a, const KeyedRecord& b) { return a.key < b.key; });
  }

  const Dataset& dataset_;
  std::vector<Block> blocks_;
  std::size_t next_block_ = 0;
  std::span<const format::IdEntry> entries_;  // of the block at hand, not walked yet
  std::vector<KeyedRecord> records_;
  std::uint64_t hash_ = 0;
  bool has_begun_ = false;
};

// By name: two datasets may number their fields in different orders.
std::vector<std::pair<std::string_view, std::string_view>> fields_of(const Dataset& dataset,
                                                                     const Record& record) {
  std::vector<std::pair<std::string_view, std::string_view>> fields;
  for (const FieldValue& field : naming(dataset, [&] { return record.fields(); }))
    fields.emplace_back(field.name, field.value);
  std::sort(fields.begin(), fields.end());
  return fields;
}

class Comparison {
 public:
  Comparison(const Dataset& before, const Dataset& after, const std::function<void(const DiffEntry&)>& sink)
      : before_{before}, after_{after}, sink_{sink} {}

  void run() {
    IdWalk before{before_};
    IdWalk after{after_};
    const std::vector<KeyedRecord> none;
    while (!before.at_end() || !after.at_end()) {
      const bool is_before = !before.at_end() && (after.at_end() || before.hash() <= after.hash());
      const bool is_after = !after.at_end() && (before.at_end() || after.hash() <= before.hash());
      pair_up(is_before ? before.records() : none, is_after ? after.records() : none);
      if (is_before) before.next();
      if (is_after) after.next();
    }
  }

 private:
  // Records of one hash.
  void pair_up(const std::vector<KeyedRecord>& before, const std::vector<KeyedRecord>& after) {
    auto left = before.begin();
    auto right = after.begin();
    while (left != before.end() || right != after.end()) {
      const bool is_left = left != before.end() && (right == after.end() || left->key <= right->key);
      const bool is_right = right != after.end() && (left == before.end() || right->key <= left->key);
      DiffEntry entry;
      if (is_left) entry.before = left++->record;
      if (is_right) entry.after = right++->record;
      entry.is_changed = is_left && is_right && differ(*entry.before, *entry.after);
      sink_(entry);
    }
  }

  bool differ(const Record& before, const Record& after) const {
    return before.text() != after.text() || fields_of(before_, before) != fields_of(after_, after);
  }

  const Dataset& before_;
  const Dataset& after_;
  const std::function<void(const DiffEntry&)>& sink_;
};

}  // namespace

void diff_datasets(const Dataset& before, const Dataset& after,
                   const std::function<void(const DiffEntry&)>& sink) {
  Comparison{before, after, sink}.run();
}

}  // namespace corpack
