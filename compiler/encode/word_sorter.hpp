// Words with the numbers of their lists: they come in the order of the lists and are given out in their own.
//
// What does not fit in memory is written as sorted runs, in the form of gathered lists whose one part is the
// number (index/list_cursor.hpp). Errors: those of RunFile. Requirements: no word comes twice. Thread safety:
// none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/sorted_runs.hpp"

namespace corpack {

class WordSorter {
 public:
  WordSorter(std::size_t memory_bytes, std::filesystem::path tmp_folder)
      : memory_limit_bytes_(memory_bytes), runs_(std::move(tmp_folder)) {}

  void add(std::string_view word, std::uint32_t list);
  // Gives out all words in the order of their bytes.
  void drain(const std::function<void(std::string_view word, std::uint32_t list)>& sink);

 private:
  struct Entry {
    std::size_t begin;  // in text_
    std::uint32_t size;
    std::uint32_t list;
  };
  class MemoryCursor;

  std::string_view word_of(const Entry& entry) const {
    return std::string_view{text_}.substr(entry.begin, entry.size);
  }
  void sort();
  void write_run();

  std::size_t memory_limit_bytes_;
  std::string text_;
  std::vector<Entry> entries_;
  SortedRuns runs_;
};

}  // namespace corpack
