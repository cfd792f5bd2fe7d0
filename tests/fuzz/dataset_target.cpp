// A dataset edited by a script (reader/file_edits.hpp), opened and used. The script's second and third bits
// say which dataset.
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "fuzz/memory_file.hpp"
#include "fuzz/target.hpp"
#include "reader/file_edits.hpp"
#include "reader/use_dataset.hpp"

using namespace corpack;

namespace {

struct Original {
  std::string bytes;
  test::Layout layout;
  explicit Original(const std::filesystem::path& path) : layout(Dataset{path}) {
    std::ifstream file{path, std::ios::binary};
    bytes.assign(std::istreambuf_iterator<char>{file}, {});
  }
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array originals{
      Original{std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/data/v1/frozen.corpack"},
      Original{std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/fuzz/data/lists.corpack"},
      Original{std::filesystem::path{CORPACK_SOURCE_DIR} / "tests/data/v1/fields.corpack"}};
  const std::string_view script = test::bytes_of(data, size);
  const std::size_t which = script.empty() ? 0 : (static_cast<unsigned char>(script.front()) >> 1) & 3;
  const Original& original = originals[std::min(which, originals.size() - 1)];
  std::string bytes = original.bytes;
  test::FileEditor{original.layout, bytes}.run(script);
  test::use_dataset(test::MemoryFile{bytes}.path());
  return 0;
}
