// Datasets for tests of searching: texts in, an open dataset out.
//
// Lifetime: the folder with the dataset is removed with its TextDataset. Requirements: a writable temporary
// folder. Errors: those of compile(), and std::runtime_error where a file cannot be written. Complexity: as
// compile(). Thread safety: none.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <corpack/dataset.hpp>

#include "compile.hpp"

namespace corpack::test {

struct TextOptions {
  std::string language = "english";
  bool positions = true;
};

class TextDataset {
 public:
  // Records of these texts in this order, empty and equal ones too.
  explicit TextDataset(const std::vector<std::string>& texts, const TextOptions& options = {}) {
    std::string lines;
    for (std::size_t i = 0; i < texts.size(); ++i)
      lines += "{\"id\":\"" + std::to_string(i) + "\",\"text\":\"" + escaped(texts[i]) + "\"}\n";
    make_folder();
    write("texts.jsonl", lines);
    CompileOptions compiling;
    compiling.dump.format = "jsonl";
    compiling.dump.id_field = "id";
    open(compiling, {(folder_ / "texts.jsonl").string()}, options);
  }

  // Text dumps that are there.
  explicit TextDataset(const std::vector<std::filesystem::path>& dumps, const TextOptions& options = {}) {
    make_folder();
    std::vector<std::string> inputs;
    for (const std::filesystem::path& dump : dumps) inputs.push_back(dump.string());
    open({}, inputs, options);
  }

  // Text dumps of these names and bytes.
  explicit TextDataset(const std::vector<std::pair<std::string, std::string>>& dumps,
                       const TextOptions& options = {}) {
    make_folder();
    std::vector<std::string> inputs;
    for (const auto& [name, bytes] : dumps) {
      write(name, bytes);
      inputs.push_back((folder_ / name).string());
    }
    open({}, inputs, options);
  }

  TextDataset(const TextDataset&) = delete;
  TextDataset& operator=(const TextDataset&) = delete;
  ~TextDataset() {
    dataset_.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  const Dataset& operator*() const { return *dataset_; }
  const Dataset* operator->() const { return dataset_.get(); }

 private:
  void make_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "corpack-search-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder: " + pattern);
    folder_ = pattern;
  }

  void write(const std::string& name, std::string_view bytes) const {
    std::ofstream file{folder_ / name, std::ios::binary};
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) throw std::runtime_error("cannot write " + name);
  }

  void open(CompileOptions compiling, std::vector<std::string> inputs, const TextOptions& options) {
    compiling.inputs = std::move(inputs);
    compiling.output = folder_ / "texts.corpack";
    compiling.language = options.language;
    compiling.positions = options.positions;
    std::ostringstream messages;
    Diagnostics diagnostics{messages};
    compile(compiling, diagnostics);
    dataset_ = std::make_unique<Dataset>(compiling.output);
  }

  static std::string escaped(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string json;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte < 0x20) {
        json += "\\u00";
        json += digits[byte >> 4];
        json += digits[byte & 15u];
        continue;
      }
      if (c == '"' || c == '\\') json += '\\';
      json += c;
    }
    return json;
  }

  std::filesystem::path folder_;
  std::unique_ptr<Dataset> dataset_;
};

// The three dumps of seeds/.
inline std::vector<std::filesystem::path> seed_dumps() {
  const std::filesystem::path folder = std::filesystem::path{CORPACK_SOURCE_DIR} / "seeds";
  return {folder / "000_6918f654aae3d93c.txt", folder / "001_11d596f01073877c.txt",
          folder / "002_381f7cd835331f47.txt"};
}

}  // namespace corpack::test
