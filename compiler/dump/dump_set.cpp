#include "dump/dump_set.hpp"

#include <filesystem>
#include <utility>

#include "dump/source_names.hpp"

namespace corpack {

DumpSet::DumpSet(const std::vector<std::string>& inputs, const DumpOptions& options, FieldNames& names,
                 Diagnostics& diagnostics)
    : inputs_{inputs}, options_{options}, names_{names}, diagnostics_{diagnostics} {
  const std::vector<std::string> source_name = source_names(inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    check(inputs[i]);
    sources_.push_back({source_name[i], inputs[i] == "-" ? "standard input" : inputs[i], std::nullopt});
  }
}

// Regular files are opened once before anything is read, so that a wrong name is known at once; a pipe could
// not be opened again. There may be more inputs than a process may have files open.
void DumpSet::check(const std::string& path) {
  std::error_code ignored;
  const auto type = std::filesystem::status(path, ignored).type();
  if (path == "-" || (type != std::filesystem::file_type::regular && std::filesystem::exists(path, ignored) &&
                      type != std::filesystem::file_type::directory)) {
    total_bytes_.reset();
    return;
  }
  const Input input{path};
  if (total_bytes_) *total_bytes_ += input.file_bytes().value_or(0);
}

bool DumpSet::read(RecordBatch& batch) {
  for (;; close()) {
    if (!reader_) {
      if (next_ == inputs_.size()) return false;
      open_next();
    }
    if (reader_->read(batch)) return true;
  }
}

void DumpSet::open_next() {
  DumpOptions options = options_;
  options.source = static_cast<std::uint32_t>(next_);
  reader_ = open_dump(Input{inputs_[next_++]}, std::move(options), names_, diagnostics_);
}

void DumpSet::close() {
  sources_[next_ - 1].title = reader_->title();
  bytes_read_ += reader_->input().bytes_read();
  reader_.reset();
}

}  // namespace corpack
