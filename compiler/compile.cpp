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
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <unistd.h>

#include <corpack/dataset.hpp>

#include "dump/dump_set.hpp"
#include "encode/index_tables.hpp"
#include "encode/meta_block.hpp"
#include "in_order.hpp"
#include "index/gatherer.hpp"
#include "index/inverter.hpp"
#include "indexed_fields.hpp"
#include "kept_records.hpp"
#include "memory_plan.hpp"
#include "settings.hpp"
#include "write/output_file.hpp"
#include "write/seal.hpp"
#include "write/store.hpp"

namespace corpack {

namespace {

// A batch on its way through the stages.
struct Chunk : KeptBatch {
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
  } catch (const FormatError&) {
    return false;
  }
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
        output_(options.output, is_dataset),
        store_(output_.path()),
        dumps_(options.inputs, dump_options(options, plan_), names_, diagnostics),
        settings_(settle_settings(options, dumps_.datasets())),
        indexed_(options.indexed_fields, dumps_.datasets(), names_),
        records_(options, store_, dumps_, indexed_, diagnostics),
        tmp_folder_(options.tmp_folder.empty() ? output_.path().parent_path() : options.tmp_folder),
        gatherer_(std::min(options.max_gather_bytes, plan_.gather_bytes), tmp_folder_) {}

  CompileSummary run() {
    const auto start = std::chrono::steady_clock::now();
    // The calling thread works too, so this is also the number of threads.
    const tbb::global_control limit{tbb::global_control::max_allowed_parallelism, plan_.workers};
    const tbb::global_control stack{tbb::global_control::thread_stack_size, MemoryPlan::stack_bytes};
    keep_to_memory();
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
  static DumpOptions dump_options(const CompileOptions& options, const MemoryPlan& plan) {
    DumpOptions dump = options.dump;
    dump.batch_bytes = plan.batch_bytes;
    return dump;
  }

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

  void read_all() {
    if (options_.duplicates == Duplicates::last)
      records_.leave_out({options_.inputs, options_.dump, plan_.lone_record_bytes,
                          [this](std::uint64_t bytes) { tell_progress(bytes); }});
    tbb::enumerable_thread_specific<std::unique_ptr<Inverter>> inverters{[this] {
      return std::make_unique<Inverter>(settings_.language, settings_.positions, plan_.vocabulary_bytes);
    }};
    bool has_lone_record = false;
    const auto read = [&]() -> std::unique_ptr<Chunk> {
      auto chunk = std::make_unique<Chunk>();
      has_lone_record = dumps_.read(chunk->batch) && chunk->batch.records.empty();
      if (chunk->batch.records.empty()) return nullptr;
      store_chunk(*chunk);
      return chunk;
    };
    const auto invert = [&](Chunk& chunk) {
      inverters.local()->invert(chunk.texts, chunk.first_ordinal, chunk.index, chunk.fields);
    };
    const auto gather = [&](const Chunk& chunk) {
      gather_index(chunk, chunk.index, left_of(plan_.gather_bytes, chunk.id_bytes));
    };
    dumps_.allow(plan_.record_bytes);
    do {
      run_in_order<Chunk>(plan_.tokens(), read, invert, gather);
      if (has_lone_record) take_lone_record(*inverters.local());
    } while (has_lone_record);
    records_.finish();
  }

  // A large record gets the memory of those that would be under way beside it.
  void take_lone_record(Inverter& inverter) {
    Chunk chunk;
    std::size_t gather_bytes = 0;
    for (std::size_t allowed = plan_.record_bytes; chunk.batch.records.empty();) {
      if (allowed == plan_.lone_record_bytes) dumps_.refuse_record();
      allowed = std::min(2 * allowed, plan_.lone_record_bytes);
      gather_bytes = left_of(plan_.gather_bytes, MemoryPlan::lone_record_factor * allowed);
      gatherer_.shrink_to(gather_bytes);
      dumps_.allow(allowed);
      if (!dumps_.read(chunk.batch)) return;
    }
    dumps_.allow(plan_.record_bytes);
    store_chunk(chunk);
    inverter.invert_in_pieces(chunk.texts, chunk.first_ordinal, chunk.fields, plan_.piece_tokens,
                              [&](const BatchIndex& piece) { gather_index(chunk, piece, gather_bytes); });
  }

  // Stage one: of the batch that was read, what is not dropped is stored.
  void store_chunk(Chunk& chunk) {
    records_.store(chunk);
    chunk.id_bytes = records_.extra_id_bytes();
    tell_progress(dumps_.bytes_read());
  }

  // Stage three.
  void gather_index(const Chunk& chunk, const BatchIndex& index, std::size_t memory_bytes) {
    gatherer_.set_memory(memory_bytes);
    gatherer_.add(index);
    lengths_.codes.insert(lengths_.codes.end(), index.length_codes.begin(), index.length_codes.end());
    lengths_.tokens += index.tokens;
    lengths_.records += index.records_with_tokens;
    for (const TextTrouble& trouble : index.troubles)
      troubles_.push_back({chunk.batch.source, chunk.lines[trouble.record], trouble});
  }

  // What is left of `bytes` for postings. The id table may take 16 bytes a record besides; what it takes
  // beyond, and what is kept of each record for later, does not come on top.
  std::size_t left_of(std::size_t bytes, std::size_t id_bytes) const {
    const std::size_t taken_bytes =
        id_bytes + lengths_.codes.capacity() + troubles_.capacity() * sizeof(TroubledRecord);
    return std::min(options_.max_gather_bytes, bytes - std::min(bytes, taken_bytes));
  }

  void report_troubles() {
    for (const std::string& name : indexed_.missing())
      diagnostics_.report(Trouble::missing_field, {"--index", 0, 0},
                          "no record has a field \"" + name +
                              "\", which was asked for; the key of a record is none of its fields");
    for (const TroubledRecord& record : troubles_) {
      const DumpPlace place{dumps_.sources()[record.source].shown_path, record.line, 0};
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
    records_.write_ids();
    const std::size_t merge_bytes = left_of(plan_.merge_bytes, 0);
    gatherer_.finish(merge_bytes / 4 * 3, std::min(options_.max_list_bytes, plan_.list_bytes));
    summary_.runs = gatherer_.runs();
    const auto progress = [this](std::uint64_t bytes) {
      if (progress_) progress_({bytes, gatherer_.gathered_bytes(), records_.records(), false});
    };
    const InvertedOptions options{.positions = settings_.positions,
                                  .tokens = plan_.tokens(),
                                  .words_bytes = std::max(merge_bytes / 4, std::size_t{256} << 10),
                                  .tmp_folder = tmp_folder_};
    indexes_ =
        write_index_tables(gatherer_, std::move(lengths_), indexed_.numbers(), options, progress, store_);
    summary_.words = indexes_.front().words;
    summary_.lists = indexes_.front().lists;
    summary_.postings = indexes_.front().postings;
    summary_.tokens = indexes_.front().tokens;
    summary_.left_out_fields = indexed_.left_out();
    for (const IndexInfo& index : indexes_) summary_.indexes.push_back(names_.names()[index.field]);
    write_meta();
    store_.close();
  }

  void write_meta() {
    MetaContent meta;
    meta.title = options_.title ? options_.title : dumps_.title();
    meta.sources = records_.sources();
    meta.fields = names_.names();
    meta.has_numbers = records_.has_numbers();
    meta.pairs = settings_.pairs;
    const Analyzer analyzer{settings_.language};
    meta.language = analyzer.language();
    meta.analyzer_version = Analyzer::version;
    meta.unicode_version = Analyzer::unicode_version();
    meta.stemmer_fingerprint = analyzer.stemmer_fingerprint();
    meta.records = records_.records();
    meta.text_bytes = records_.text_bytes();
    meta.indexes = indexes_;
    write_meta_block(meta, store_);
    summary_.records = meta.records;
    summary_.text_bytes = meta.text_bytes;
    summary_.sources = meta.sources.size();
    summary_.input_bytes = dumps_.bytes_read();
    summary_.duplicates = diagnostics_.count(Trouble::duplicate);
    summary_.rejected = diagnostics_.rejected();
    summary_.read = records_.read() + summary_.rejected;
    summary_.invalid_utf8 = diagnostics_.count(Trouble::invalid_utf8);
    summary_.cut_words = diagnostics_.count(Trouble::cut_word);
  }

  void publish() {
    seal(output_.path());
    const auto start = std::chrono::steady_clock::now();
    output_.sync();
    summary_.sync_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Dataset dataset{output_.path()};
    summary_.output_bytes = dataset.file_bytes();
    output_.publish();
  }

  void tell_progress(std::uint64_t bytes) {
    if (progress_) progress_({bytes, dumps_.total_bytes(), records_.records(), true});
  }

  const CompileOptions& options_;
  Diagnostics& diagnostics_;
  const std::function<void(const CompileProgress&)>& progress_;
  MemoryPlan plan_;
  OutputFile output_;
  Store store_;
  FieldNames names_;
  DumpSet dumps_;
  Settings settings_;
  IndexedFields indexed_;
  KeptRecords records_;
  std::filesystem::path tmp_folder_;
  Gatherer gatherer_;
  FieldLengths lengths_;  // of the texts
  std::vector<IndexInfo> indexes_;
  std::vector<TroubledRecord> troubles_;
  CompileSummary summary_;
};

}  // namespace

CompileSummary compile(const CompileOptions& options, Diagnostics& diagnostics,
                       const std::function<void(const CompileProgress&)>& progress) {
  return Compilation{options, diagnostics, progress}.run();
}

}  // namespace corpack
