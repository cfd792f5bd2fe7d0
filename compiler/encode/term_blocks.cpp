#include "encode/term_blocks.hpp"

#include <corpack/folded_text.hpp>
#include <corpack/format.hpp>
#include <corpack/hash.hpp>

namespace corpack {

static_assert(format::words_per_start * FoldedText::max_bytes <= 0xFFFF);

void TermBlocks::add(std::string_view word, std::uint32_t list) {
  const auto begin = static_cast<std::uint32_t>(text_.size());
  if (offsets_.size() % format::words_per_start == 0) starts_.push_back(begin);
  offsets_.push_back(static_cast<std::uint16_t>(begin - starts_.back()));
  text_.append(word);
  lists_.push_back(list);
  if (text_.size() + 11 * offsets_.size() >= format::block_target_bytes) finish_block();
}

// Linear probing; four of five slots are taken, so that a miss ends after a few.
std::vector<std::uint32_t> TermBlocks::hash_directory() const {
  const std::size_t words = offsets_.size();
  std::vector<std::uint32_t> slots(words + words / 4 + 1);
  for (std::uint32_t i = 0; i < words; ++i) {
    const std::size_t begin = begin_of(i);
    const std::size_t end = i + 1 < words ? begin_of(i + 1) : text_.size();
    const std::uint64_t hash = hash64(std::string_view{text_}.substr(begin, end - begin));
    std::uint64_t slot = ((hash & 0xFFFFFFFFu) * slots.size()) >> 32;
    while (slots[slot] != 0) slot = slot + 1 == slots.size() ? 0 : slot + 1;
    slots[slot] = i + 1;
  }
  return slots;
}

void TermBlocks::finish_block() {
  if (offsets_.empty()) return;
  bool own_lists = true;  // word w has list w
  for (std::size_t i = 0; i < lists_.size(); ++i) own_lists = own_lists && lists_[i] == first_word_ + i;
  flatbuffers::FlatBufferBuilder builder(text_.size() + 16 * offsets_.size() + 256);
  const auto slots_at = builder.CreateVector(hash_directory());
  const auto lists_at = own_lists ? 0 : builder.CreateVector(lists_);
  const auto text_at =
      builder.CreateVector(reinterpret_cast<const std::uint8_t*>(text_.data()), text_.size());
  const auto offsets_at = builder.CreateVector(offsets_);
  const auto starts_at = builder.CreateVector(starts_);
  format::FinishTermsBuffer(
      builder, format::CreateTerms(builder, first_word_, starts_at, offsets_at, text_at, lists_at, slots_at));
  store_.put(format::tables::terms, format::field_key(field_, blocks_), builder);
  ++blocks_;
  first_word_ = words();
  text_.clear();
  starts_.clear();
  offsets_.clear();
  lists_.clear();
}

void TermBlocks::finish() {
  finish_block();
}

}  // namespace corpack
