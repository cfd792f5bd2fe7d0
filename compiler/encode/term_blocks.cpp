#include "encode/term_blocks.hpp"

#include <corpack/format.hpp>
#include <corpack/hash.hpp>

namespace corpack {

void TermBlocks::add(std::string_view word, std::uint32_t list) {
  text_.append(word);
  ends_.push_back(static_cast<std::uint32_t>(text_.size()));
  lists_.push_back(list);
  if (text_.size() + 13 * ends_.size() >= format::block_target_bytes) finish_block();
}

// Linear probing; four of five slots are taken, so that a miss ends after a few.
std::vector<std::uint32_t> TermBlocks::hash_directory() const {
  std::vector<std::uint32_t> slots(ends_.size() + ends_.size() / 4 + 1);
  for (std::uint32_t i = 0; i < ends_.size(); ++i) {
    const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
    const std::uint64_t hash = hash64(std::string_view{text_}.substr(begin, ends_[i] - begin));
    std::uint64_t slot = ((hash & 0xFFFFFFFFu) * slots.size()) >> 32;
    while (slots[slot] != 0) slot = slot + 1 == slots.size() ? 0 : slot + 1;
    slots[slot] = i + 1;
  }
  return slots;
}

void TermBlocks::finish_block() {
  if (ends_.empty()) return;
  bool own_lists = true;  // word w has list w
  for (std::size_t i = 0; i < lists_.size(); ++i) own_lists = own_lists && lists_[i] == first_word_ + i;
  flatbuffers::FlatBufferBuilder builder(text_.size() + 16 * ends_.size() + 256);
  const auto slots_at = builder.CreateVector(hash_directory());
  const auto lists_at = own_lists ? 0 : builder.CreateVector(lists_);
  const auto text_at =
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size());
  const auto ends_at = builder.CreateVector(ends_);
  format::FinishTermsBuffer(builder,
                            format::CreateTerms(builder, first_word_, ends_at, text_at, lists_at, slots_at));
  store_.put(format::tables::terms, format::field_key(format::text_field, blocks_), builder);
  ++blocks_;
  first_word_ = words();
  text_.clear();
  ends_.clear();
  lists_.clear();
}

void TermBlocks::finish() {
  finish_block();
}

}  // namespace corpack
