#include "index/list_cursor.hpp"

#include "index/varint.hpp"

namespace corpack {

bool RunCursor::next() {
  std::uint32_t size = 0;
  if (!read_number(size)) return false;
  term.resize(size);
  run_.read(term.data(), size);
  read_number(size);
  words.resize(size);
  for (std::string& word : words) read_text(word);
  read_number(size);
  parts_bytes.resize(size);
  run_.read(reinterpret_cast<char*>(parts_bytes.data()), size * sizeof parts_bytes[0]);
  return true;
}

void RunCursor::read_text(std::string& to) {
  std::uint32_t size = 0;
  read_number(size);
  to.resize(size);
  run_.read(to.data(), size);
}

bool RunCursor::read_number(std::uint32_t& value) {
  value = 0;
  char byte = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (!run_.read(&byte, 1)) return false;
    value |= static_cast<std::uint32_t>(byte & 127) << shift;
    if ((byte & 128) == 0) return true;
  }
}

void write_list_head(RunFile& run, std::string_view term, std::span<const std::string> words,
                     std::span<const std::uint64_t> parts_bytes) {
  std::string head;
  append_varint(head, static_cast<std::uint32_t>(term.size()));
  head += term;
  append_varint(head, static_cast<std::uint32_t>(words.size()));
  for (const std::string& word : words) {
    append_varint(head, static_cast<std::uint32_t>(word.size()));
    head += word;
  }
  append_varint(head, static_cast<std::uint32_t>(parts_bytes.size()));
  head.append(reinterpret_cast<const char*>(parts_bytes.data()), parts_bytes.size_bytes());
  run.write(head);
}

}  // namespace corpack
