#include "dump/dump_set.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <corpack/error.hpp>

#include "dump/dataset_reader.hpp"
#include "dump/dump_reader.hpp"
#include "dump/named_damage.hpp"

namespace corpack {

DumpSet::DumpSet(const std::vector<std::string>& inputs, const DumpOptions& options, FieldNames& names,
                 Diagnostics& diagnostics)
    : options_{options}, names_{names}, diagnostics_{diagnostics} {
  std::vector<SourcePath> paths;
  for (const std::string& input : inputs) {
    entries_.push_back({input, nullptr, static_cast<std::uint32_t>(sources_.size())});
    if (is_dataset_input(input)) {
      add_dataset(entries_.back(), paths);
    } else {
      check_dump(input);
      paths.push_back({input});
      sources_.push_back({{}, input == "-" ? "standard input" : input, std::nullopt});
    }
  }
  std::vector<std::string> names_of_sources = source_names(paths);
  for (std::size_t i = 0; i < sources_.size(); ++i) sources_[i].name = std::move(names_of_sources[i]);
}

void DumpSet::add_dataset(Entry& entry, std::vector<SourcePath>& paths) {
  entry.dataset = std::make_unique<Dataset>(entry.path);
  naming(*entry.dataset, [&] {
    for (const Source& source : entry.dataset->info().sources()) {
      const std::string name{source.name};
      paths.push_back({entry.path, name});
      sources_.push_back({{}, entry.path + '/' + name, std::nullopt});
      if (source.title) sources_.back().title = *source.title;
    }
  });
  if (total_bytes_) *total_bytes_ += record_bytes(*entry.dataset);
}

// Regular files are opened once before anything is read, so that a wrong name is known at once; a pipe could
// not be opened again. There may be more inputs than a process may have files open.
void DumpSet::check_dump(const std::string& path) {
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

std::vector<const Dataset*> DumpSet::datasets() const {
  std::vector<const Dataset*> datasets;
  for (const Entry& entry : entries_)
    if (entry.dataset) datasets.push_back(entry.dataset.get());
  return datasets;
}

bool DumpSet::read(RecordBatch& batch) {
  for (;; close()) {
    if (!reader_) {
      if (next_ == entries_.size()) return false;
      open_next();
    }
    if (reader_->read(batch)) return true;
  }
}

void DumpSet::allow(std::size_t record_bytes) {
  allowed_bytes_ = record_bytes;
  if (reader_) reader_->allow(record_bytes);
}

void DumpSet::refuse_record() const {
  throw Error(
      fmt::format("{}:{}: a record of more than {} bytes does not fit into the memory: raise "
                  "--memory, or see whether records end where they should",
                  entries_[next_ - 1].path, reader_->line(), allowed_bytes_));
}

void DumpSet::open_next() {
  const Entry& entry = entries_[next_++];
  if (entry.dataset) {
    reader_ =
        std::make_unique<DatasetReader>(*entry.dataset, entry.first_source, names_, options_.batch_bytes);
  } else {
    DumpOptions options = options_;
    options.source = entry.first_source;
    reader_ = open_dump(Input{entry.path}, std::move(options), names_, diagnostics_);
  }
  reader_->allow(allowed_bytes_);
}

void DumpSet::close() {
  const std::optional<std::string> title = reader_->title();
  const Entry& entry = entries_[next_ - 1];
  if (!entry.dataset) sources_[entry.first_source].title = title;
  if (!title_) title_ = title;
  bytes_read_ += reader_->bytes_read();
  reader_.reset();
}

}  // namespace corpack
