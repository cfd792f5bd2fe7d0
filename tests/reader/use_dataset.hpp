// Uses everything of a dataset file that may be hostile, as a program that opens it would.
//
// Every byte that an answer leads to is read, so that a sanitizer sees it. Errors: only corpack::Error is
// tolerated, which is all that bad bytes may cause. Thread-safe (no shared state).
#pragma once

#include <filesystem>
#include <string_view>

#include <corpack/dataset.hpp>

namespace corpack::test {

// Opens, finds, iterates, walks dictionary and lists, searches, verifies. Whether the file opened.
bool use_dataset(const std::filesystem::path& path);

// Runs one query in all ways. Throws std::logic_error where the best hits are not those of all hits.
void use_query(const Dataset& dataset, std::string_view text);

}  // namespace corpack::test
