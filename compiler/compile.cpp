#include "compile.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

#include <corpack/dataset.hpp>
#include <corpack/verify.hpp>

#include "encode/id_blocks.hpp"
#include "encode/inverted_tables.hpp"
#include "encode/meta_block.hpp"
#include "encode/record_blocks.hpp"
#include "index/gatherer.hpp"
#include "index/inverter.hpp"
#include "memory_plan.hpp"
#include "write/output_file.hpp"
#include "write/seal.hpp"
#include "write/store.hpp"

namespace corpack {

namespace {

// A batch on its way through the stages.
struct Chunk {
  RecordBatch batch;
  std::vector<std::string_view> texts;  // of the records kept; views into the batch
  std::vector<std::uint32_t> lines;
  std::uint32_t first_ordinal = 0;
  std::uint32_t source = 0;
  std::size_t id_bytes = 0;  // that the id table takes beyond its 16 bytes a record
  BatchIndex index;
};

// Records with bytes that are not UTF-8, or with words that were cut: reported once all is read, in input
// order.
struct TroubledRecord {
  std::uint32_t source;
  std::uint32_t line;
  TextTrouble trouble;
};

bool is_dataset(const std::filesystem::path& path) {
  try {
    const Mapping mapping{path};
    return true;
  } catch (const Error&) {
    return false;
  }
}

DumpFormat format_of(const std::string& path) {
  std::string extension = std::filesystem::path{path}.extension().string();
  for (char& c : extension) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return extension == ".jsonl" || extension == ".ndjson" ? DumpFormat::jsonl : DumpFormat::text;
}

class Compilation {
 public:
  Compilation(const CompileOptions& options, Diagnostics& diagnostics,
              const std::function<void(const CompileProgress&)>& progress)
      : options_(options),
        diagnostics_(diagnostics),
        progress_(progress),
        plan_(options.memory_bytes,
              options.threads != 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency())),
        language_(Analyzer{options.language}.language()),
        output_(options.output, is_dataset),
        store_(output_.path()),
        records_(store_, ids_),
        tmp_folder_(options.tmp_folder.empty() ? output_.path().parent_path() : options.tmp_folder),
        gatherer_(std::min(options.max_gather_bytes, plan_.gather_bytes), tmp_folder_) {}

  CompileSummary run() {
    const auto start = std::chrono::steady_clock::now();
    // The calling thread works too, so this is also the number of threads.
    const tbb::global_control limit{tbb::global_control::max_allowed_parallelism, plan_.workers};
    const tbb::global_control stack{tbb::global_control::thread_stack_size, MemoryPlan::stack_bytes};
    keep_to_memory();
    check_inputs();
    if (!options_.tmp_folder.empty() && ::access(options_.tmp_folder.c_str(), W_OK | X_OK) != 0)
      throw Error(options_.tmp_folder.string() +
                  ": cannot write temporary files there: " + std::strerror(errno));
    read_all();
    report_troubles();
    if (records_.records() == 0) throw Error("no records in the input: nothing was written");
    write_tables();
    publish();
    summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return summary_;
  }

 private:
  // Large pieces of memory go back to the system as soon as they are free, and threads share what malloc()
  // keeps.
  static void keep_to_memory() {
#ifdef __GLIBC__
    constexpr int large_bytes = 1 << 19;
    ::mallopt(M_MMAP_THRESHOLD, large_bytes);
    ::mallopt(M_TRIM_THRESHOLD, 2 * large_bytes);
    ::mallopt(M_ARENA_MAX, 4);
#endif
  }

  // Regular files are opened once before anything is read, so that a wrong name is known at once; a pipe
  // could not be opened again. There may be more inputs than a process may have files open.
  void check_inputs() {
    for (const std::string& path : options_.inputs) {
      std::error_code ignored;
      const auto type = std::filesystem::status(path, ignored).type();
      if (path == "-" ||
          (type != std::filesystem::file_type::regular && std::filesystem::exists(path, ignored) &&
           type != std::filesystem::file_type::directory)) {
        total_bytes_.reset();
        continue;
      }
      const Input input{path};
      if (total_bytes_) *total_bytes_ += input.file_bytes().value_or(0);
    }
  }

  void open_source() {
    const std::string& path = options_.inputs[sources_.size()];
    DumpOptions dump;
    dump.format = options_.format.value_or(format_of(path));
    dump.has_title = options_.has_title;
    dump.id_field = options_.id_field;
    dump.batch_bytes = plan_.batch_bytes;
    dump.source = static_cast<std::uint32_t>(sources_.size());
    reader_ = open_dump(Input{path}, std::move(dump), names_, diagnostics_);
    shown_paths_.push_back(reader_->input().shown_path());
  }

  void read_all() {
    using Item = std::shared_ptr<Chunk>;
    tbb::enumerable_thread_specific<std::unique_ptr<Inverter>> inverters{
        [this] { return std::make_unique<Inverter>(language_, options_.positions, plan_.vocabulary_bytes); }};
    const auto read = [&](tbb::flow_control& control) -> Item {
      Item chunk = read_chunk();
      if (!chunk) control.stop();
      return chunk;
    };
    const auto invert = [&](Item chunk) {
      inverters.local()->invert(chunk->texts, chunk->first_ordinal, chunk->index);
      return chunk;
    };
    const auto gather = [&](const Item& chunk) { gather_chunk(*chunk); };
    tbb::parallel_pipeline(plan_.tokens(),
                           tbb::make_filter<void, Item>(tbb::filter_mode::serial_in_order, read) &
                               tbb::make_filter<Item, Item>(tbb::filter_mode::parallel, invert) &
                               tbb::make_filter<Item, void>(tbb::filter_mode::serial_in_order, gather));
    records_.finish();
  }

  // Stage one: the next batch, without its duplicates, its records stored. Null: the end of all inputs.
  std::shared_ptr<Chunk> read_chunk() {
    auto chunk = std::make_shared<Chunk>();
    for (;; end_source()) {
      if (sources_.size() == options_.inputs.size()) return nullptr;
      if (!reader_) open_source();
      if (reader_->read(chunk->batch)) break;
    }
    chunk->source = static_cast<std::uint32_t>(sources_.size());
    chunk->first_ordinal = records_.records();
    for (const RawRecord& raw : chunk->batch.records) store_record(raw, *chunk);
    chunk->id_bytes = extra_id_bytes();
    tell_progress();
    return chunk;
  }

  void end_source() {
    const DumpReader& reader = *reader_;
    sources_.push_back(
        {reader.input().name(), reader.title(), source_start_, records_.records() - source_start_});
    summary_.input_bytes += reader.input().bytes_read();
    source_start_ = records_.records();
    reader_.reset();
  }

  void store_record(const RawRecord& raw, Chunk& chunk) {
    const RecordBatch& batch = chunk.batch;
    const std::string_view text = batch.view(raw.text);
    const std::string_view key = raw.key ? batch.view(*raw.key) : text;
    const std::uint64_t hash = options_.id_of_key(key).value();
    if (ids_.any(hash, [&](std::uint32_t ordinal) {
          if (!records_.key_is(ordinal, key)) return false;
          report_duplicate(raw, ordinal);
          return true;
        }))
      return;
    if (records_.records() == format::max_records)
      throw Error("more than 2^32 - 1 records: split the dataset");
    fields_.clear();
    for (std::uint32_t i = raw.first_field; i < raw.first_field + raw.fields; ++i) {
      const FieldSlice& field = batch.fields[i];
      fields_.push_back({field.field, batch.view(field.value), field.in_text});
    }
    NewRecord record{hash, text, std::nullopt, raw.line};
    if (key != text) record.key = key;
    records_.add(record, fields_);
    chunk.texts.push_back(text);
    chunk.lines.push_back(raw.line);
  }

  void report_duplicate(const RawRecord& raw, std::uint32_t first) {
    const std::string& path = shown_paths_.back();
    const std::string* first_path = &path;
    for (std::size_t i = sources_.size(); first < source_start_ && i-- > 0;)
      if (sources_[i].first_ordinal <= first && sources_[i].records > 0) {
        first_path = &shown_paths_[i];
        break;
      }
    diagnostics_.report(Trouble::duplicate, {path, raw.line, 0},
                        "same key as the record at " + *first_path + ":" +
                            std::to_string(records_.line(first)) + "; the first one is kept");
  }

  // Stage three.
  void gather_chunk(const Chunk& chunk) {
    gatherer_.set_memory(left_of(plan_.gather_bytes, chunk.id_bytes));
    gatherer_.add(chunk.index);
    length_codes_.insert(length_codes_.end(), chunk.index.length_codes.begin(),
                         chunk.index.length_codes.end());
    summary_.tokens += chunk.index.tokens;
    records_with_tokens_ += chunk.index.records_with_tokens;
    for (const TextTrouble& trouble : chunk.index.troubles)
      troubles_.push_back({chunk.source, chunk.lines[trouble.record], trouble});
  }

  std::size_t extra_id_bytes() const {
    const std::size_t free_bytes = std::size_t{16} * records_.records();
    return ids_.memory_bytes() - std::min(ids_.memory_bytes(), free_bytes);
  }

  // What is left of `bytes` for postings. The id table may take 16 bytes a record besides; what it takes
  // beyond, and what is kept of each record for later, does not come on top.
  std::size_t left_of(std::size_t bytes, std::size_t id_bytes) const {
    const std::size_t taken_bytes =
        id_bytes + length_codes_.capacity() + troubles_.capacity() * sizeof(TroubledRecord);
    return std::min(options_.max_gather_bytes, bytes - std::min(bytes, taken_bytes));
  }

  void report_troubles() {
    for (const TroubledRecord& record : troubles_) {
      const DumpPlace place{shown_paths_[record.source], record.line, 0};
      if (record.trouble.invalid_bytes > 0)
        diagnostics_.report(Trouble::invalid_utf8, place,
                            std::to_string(record.trouble.invalid_bytes) +
                                " bytes that are not UTF-8; they are kept, and separate words");
      if (record.trouble.cut_words > 0)
        diagnostics_.report(Trouble::cut_word, place,
                            std::to_string(record.trouble.cut_words) + " words longer than " +
                                std::to_string(FoldedText::max_bytes) +
                                " bytes; they are found by that many");
    }
  }

  void write_tables() {
    IdBlocks id_blocks{store_};
    ids_.drain([&](const format::IdEntry& entry) { id_blocks.add(entry); });
    id_blocks.finish();
    write_length_blocks(length_codes_, store_);
    const std::size_t merge_bytes = left_of(plan_.merge_bytes, 0);
    gatherer_.finish(merge_bytes / 4 * 3, std::min(options_.max_list_bytes, plan_.list_bytes));
    summary_.runs = gatherer_.runs();
    const auto progress = [this](std::uint64_t bytes) {
      if (progress_) progress_({bytes, gatherer_.gathered_bytes(), records_.records(), false});
    };
    const InvertedTotals totals = write_inverted_tables(
        gatherer_, length_codes_,
        {options_.positions, plan_.tokens(), std::max(merge_bytes / 4, std::size_t{256} << 10), tmp_folder_},
        progress, store_);
    summary_.words = totals.words;
    summary_.lists = totals.lists;
    summary_.postings = totals.postings;
    write_meta();
    store_.close();
  }

  void write_meta() {
    MetaContent meta;
    meta.title = options_.title;
    for (const SourceContent& source : sources_)
      if (!meta.title) meta.title = source.title;
    meta.sources = sources_;
    meta.fields = names_.names();
    meta.pairs = options_.pairs;
    const Analyzer analyzer{language_};
    meta.language = analyzer.language();
    meta.analyzer_version = Analyzer::version;
    meta.unicode_version = Analyzer::unicode_version();
    meta.stemmer_fingerprint = analyzer.stemmer_fingerprint();
    meta.records = records_.records();
    meta.text_bytes = records_.text_bytes();
    meta.index = {format::text_field, summary_.words,       summary_.lists,    summary_.postings,
                  summary_.tokens,    records_with_tokens_, options_.positions};
    write_meta_block(meta, store_);
    summary_.records = meta.records;
    summary_.text_bytes = meta.text_bytes;
    summary_.sources = sources_.size();
    summary_.duplicates = diagnostics_.count(Trouble::duplicate);
    summary_.rejected = diagnostics_.count(Trouble::rejected);
    summary_.invalid_utf8 = diagnostics_.count(Trouble::invalid_utf8);
    summary_.cut_words = diagnostics_.count(Trouble::cut_word);
  }

  void publish() {
    seal(output_.path());
    const auto start = std::chrono::steady_clock::now();
    output_.sync();
    summary_.sync_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Dataset dataset{output_.path()};
    const std::vector<Damage> damage = dataset.verify(VerifyLevel::checksum).damage;
    if (!damage.empty())
      throw Error(output_.path().string() + ": was not written as it should be: " + damage.front().what);
    summary_.output_bytes = dataset.file_bytes();
    output_.publish();
  }

  void tell_progress() {
    if (!progress_) return;
    std::uint64_t bytes = summary_.input_bytes;
    if (reader_) bytes += reader_->input().bytes_read();
    progress_({bytes, total_bytes_, records_.records(), true});
  }

  const CompileOptions& options_;
  Diagnostics& diagnostics_;
  const std::function<void(const CompileProgress&)>& progress_;
  MemoryPlan plan_;
  std::string language_;
  OutputFile output_;
  Store store_;
  IdTable ids_;
  RecordBlocks records_;
  std::filesystem::path tmp_folder_;
  Gatherer gatherer_;
  FieldNames names_;
  std::unique_ptr<DumpReader> reader_;  // of the source being read
  std::vector<std::string> shown_paths_;
  std::optional<std::uint64_t> total_bytes_ = 0;
  std::uint32_t source_start_ = 0;
  std::vector<SourceContent> sources_;
  std::vector<NewField> fields_;
  std::vector<std::uint8_t> length_codes_;
  std::uint64_t records_with_tokens_ = 0;
  std::vector<TroubledRecord> troubles_;
  CompileSummary summary_;
};

}  // namespace

CompileSummary compile(const CompileOptions& options, Diagnostics& diagnostics,
                       const std::function<void(const CompileProgress&)>& progress) {
  return Compilation{options, diagnostics, progress}.run();
}

}  // namespace corpack
