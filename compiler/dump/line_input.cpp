#include "dump/line_input.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "dump/decoded_source.hpp"
#include "dump/exact_growth.hpp"
#include "dump/unpacked_source.hpp"

namespace corpack {

LineInput::LineInput(Input input, const std::string& encoding, Diagnostics& diagnostics)
    : input_{std::make_unique<Input>(std::move(input))}, diagnostics_{&diagnostics} {
  const std::string& path = input_->shown_path();
  auto file = std::make_unique<PeekedSource>(*input_);
  PeekedSource* last = file.get();
  stages_.push_back(std::move(file));
  if (is_packed(last->peek(packing_bytes), path)) {
    stages_.push_back(unpack(*last, path));
    auto unpacked = std::make_unique<PeekedSource>(*stages_.back());
    last = unpacked.get();
    stages_.push_back(std::move(unpacked));
    refuse_archive(last->peek(packing_bytes), path);
  }
  const ByteOrderMark mark = byte_order_mark(last->peek(4));
  last->skip(mark.bytes);
  const std::string& found = mark.bytes == 0 ? encoding : mark.encoding;
  if (!is_utf8_name(found))
    stages_.push_back(std::make_unique<DecodedSource>(*last, found, path, diagnostics));
}

std::string_view LineInput::opening(std::size_t size) {
  while (opening_.size() < size && read_to(opening_, size - opening_.size())) {
  }
  return opening_;
}

bool LineInput::append_to(std::string& bytes, std::size_t size) {
  if (opening_.empty()) return read_to(bytes, size);
  const std::size_t held = std::min(size, opening_.size());
  bytes.append(opening_, 0, held);
  opening_.erase(0, held);
  return true;
}

bool LineInput::read_to(std::string& bytes, std::size_t size) {
  const std::size_t before = bytes.size();
  make_room(bytes, size);
  bytes.resize(before + size);
  char* const fresh = bytes.data() + before;
  const std::size_t got = stages_.back()->read(fresh, size);
  bytes.resize(before + line_feeds_only(fresh, got));
  return got != 0;
}

void LineInput::keep_rejected(std::string_view bytes, std::uint64_t line) {
  if (!diagnostics_->keeps_rejected() || bytes.empty()) return;
  diagnostics_->keep_rejected(ends_.original(bytes, line));
  const auto lines = static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  last_rejected_line_ = bytes.ends_with('\n') ? line + lines - 1 : 0;
}

void LineInput::note(LineEnd end, std::uint64_t lines) {
  if (lines != 0 && diagnostics_->keeps_rejected()) ends_.note(end, lines);
}

// Rewrites line ends in place and returns how many bytes are left. A CR gives its LF at once, and a LF that
// follows is dropped when it comes, so that no byte waits for the next read.
std::size_t LineInput::line_feeds_only(char* bytes, std::size_t size) {
  const char* from = bytes;
  const char* const end = bytes + size;
  if (after_cr_ && from != end && *from == '\n') {
    ++from;
    // Where the line was given away already, its LF must follow.
    if (diagnostics_->keeps_rejected() && ends_.amend_last() == last_rejected_line_)
      diagnostics_->keep_rejected("\n");
  }
  if (size != 0) after_cr_ = false;
  char* to = bytes;
  while (from != end) {
    const auto left = static_cast<std::size_t>(end - from);
    const void* const cr = std::memchr(from, '\r', left);
    const auto run = cr == nullptr ? left : static_cast<std::size_t>(static_cast<const char*>(cr) - from);
    if (diagnostics_->keeps_rejected())
      note(LineEnd::lf, static_cast<std::uint64_t>(std::count(from, from + run, '\n')));
    if (to != from) std::memmove(to, from, run);
    to += run;
    from += run;
    if (cr == nullptr) break;
    *to++ = '\n';
    ++from;
    const bool crlf = from != end && *from == '\n';
    note(crlf ? LineEnd::crlf : LineEnd::cr, 1);
    after_cr_ = from == end;
    if (crlf) ++from;
  }
  return static_cast<std::size_t>(to - bytes);
}

}  // namespace corpack
