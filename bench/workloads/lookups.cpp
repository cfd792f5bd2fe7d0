// Look-ups of records: corpack's forms, every engine by the 16 hex digits, and the machine's limit, all in
// turn.
#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <utility>

#include <corpack/error.hpp>

#include "bench/measure/key_streams.hpp"
#include "bench/measure/lookup_loops.hpp"
#include "bench/measure/pointer_chase.hpp"
#include "bench/workloads/contenders.hpp"
#include "bench/workloads/workloads.hpp"

namespace corpack::bench {

namespace {

constexpr std::size_t min_keys = 250'000;
constexpr std::size_t max_keys = 1'000'000;
constexpr std::size_t max_key_bytes = std::size_t{64} << 20;
constexpr std::size_t found_at_once = 128;  // by one find_many
constexpr std::size_t max_chase_bytes = std::size_t{2} << 30;

constexpr std::pair<Dependence, const char*> forms[] = {{Dependence::independent, "_independent"},
                                                        {Dependence::dependent, "_dependent"}};

// Everything that look-ups are asked for.
struct Streams {
  Streams(const Dataset& dataset, std::mt19937_64& random)
      : ordinals(
            ordinal_stream(dataset, std::clamp<std::size_t>(dataset.size(), min_keys, max_keys), random)),
        ids(ids_of(dataset, ordinals)),
        absent(absent_ids(dataset, ids.size(), random)),
        hot(ids_of(dataset, hot_ordinals(dataset, min_keys, random))),
        keys(keys_of(dataset, ordinals, max_key_bytes)),
        hex(ids),
        absent_hex(absent) {
    // As long as the records' own keys, which they begin to differ from at once.
    for (const std::string& key : keys) {
      std::string other = key;
      do other.replace(0, Id::digits, Id{random()}.to_string());
      while (dataset.contains(other));
      absent_keys.push_back(std::move(other));
    }
  }

  std::vector<std::uint32_t> ordinals;
  std::vector<Id> ids;
  std::vector<Id> absent;
  std::vector<Id> hot;
  std::vector<std::string> keys;
  std::vector<std::string> absent_keys;
  HexKeys hex;
  HexKeys absent_hex;
};

// Every engine must find what it was given, or its time means nothing.
void check_answers(const NamedEngine& engine, const Streams& streams) {
  constexpr std::size_t checked = 10'000;
  const Pass hit = engine.engine->lookups(streams.hex, Dependence::independent);
  const Pass miss = engine.engine->lookups(streams.absent_hex, Dependence::independent);
  for (std::size_t i = 0; i < std::min(checked, streams.hex.size()); ++i) {
    if (hit(i, 1) == 0) throw Error(engine.name + " does not find record " + std::string{streams.hex[i]});
    if (miss(i, 1) != 0) throw Error(engine.name + " finds a record that is not there");
  }
}

void add_engines(std::vector<Contender>& contenders, const std::vector<NamedEngine>& engines,
                 const Streams& streams) {
  for (const NamedEngine& engine : engines) {
    check_answers(engine, streams);
    for (const auto& [dependence, form] : forms) {
      contenders.push_back({std::string{"find_hex_hit"} + form, engine.name,
                            engine.engine->lookups(streams.hex, dependence), streams.hex.size(), dependence});
      contenders.push_back({std::string{"find_hex_miss"} + form, engine.name,
                            engine.engine->lookups(streams.absent_hex, dependence), streams.absent_hex.size(),
                            dependence});
    }
  }
}

template <class Keys, class LookUp>
void add_forms(std::vector<Contender>& contenders, const std::string& name, const Keys& keys,
               LookUp look_up) {
  for (const auto& [dependence, form] : forms)
    contenders.push_back(
        {name + form, corpack_engine, lookup_loop(keys, dependence, look_up), keys.size(), dependence});
}

void add_corpack(std::vector<Contender>& contenders, const Dataset& dataset, const Streams& streams) {
  const auto find = [&dataset](const auto& key) -> std::uint64_t {
    const std::optional<Record> record = dataset.find(key);
    return record ? first_byte(record->text()) : 0;
  };
  const auto contains = [&dataset](const Id id) -> std::uint64_t { return dataset.contains(id) ? 1 : 0; };
  const auto at = [&dataset](std::uint32_t ordinal) { return first_byte(dataset.at(ordinal).text()); };
  add_forms(contenders, "find_id_hit", streams.ids, find);
  add_forms(contenders, "find_id_miss", streams.absent, find);
  add_forms(contenders, "find_key_hit", streams.keys, find);
  add_forms(contenders, "find_key_miss", streams.absent_keys, find);
  add_forms(contenders, "find_id_hot", streams.hot, find);
  add_forms(contenders, "contains_id_hit", streams.ids, contains);
  add_forms(contenders, "contains_id_miss", streams.absent, contains);
  add_forms(contenders, "at", streams.ordinals, at);
  const Pass find_many = [&dataset, &ids = streams.ids](std::size_t begin, std::size_t count) {
    std::array<std::optional<Record>, found_at_once> records;
    std::uint64_t sum = 0;
    for (std::size_t done = 0; done < count; done += found_at_once) {
      const std::size_t some = std::min(found_at_once, count - done);
      dataset.find_many(std::span{ids}.subspan(begin + done, some), std::span{records}.first(some));
      for (std::size_t i = 0; i < some; ++i) sum += records[i] ? first_byte(records[i]->text()) : 0;
    }
    return sum;
  };
  contenders.push_back({"find_many_id_hit_independent", corpack_engine, find_many, streams.ids.size(),
                        Dependence::independent});
}

// The limit in two forms: over all cache lines of as much memory as the texts take, and over as many lines in
// it as there are records.
struct Limits {
  Limits(const Info& info, std::mt19937_64& random)
      : all_lines(memory_of(info), memory_of(info) / PointerChase::line_bytes, random),
        line_a_record(memory_of(info), info.records(), random) {}

  static std::size_t memory_of(const Info& info) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(info.text_bytes(), max_chase_bytes));
  }

  PointerChase all_lines;
  PointerChase line_a_record;
};

void add_limit(std::vector<Contender>& contenders, const std::string& name, const PointerChase& chase) {
  const Pass walk = [&chase, line = std::uint64_t{0}](std::size_t, std::size_t count) mutable {
    for (std::size_t i = 0; i < count; ++i) line = chase.after(line);
    return line;
  };
  contenders.push_back({name, machine_engine, walk, chase.lines(), Dependence::dependent});
}

}  // namespace

void measure_lookups(const Context& context, const std::vector<NamedEngine>& engines) {
  std::mt19937_64 random{context.settings.seed};
  const Streams streams{context.dataset, random};
  const Info& info = context.dataset.info();
  const Limits limits{info, random};
  if (info.text_bytes() > max_chase_bytes)
    context.notes.push_back("pointer_chase: over 2 GiB of memory, less than the texts take");
  std::vector<Contender> contenders;
  add_limit(contenders, "pointer_chase", limits.all_lines);
  add_limit(contenders, "pointer_chase_records", limits.line_a_record);
  add_corpack(contenders, context.dataset, streams);
  add_engines(contenders, engines, streams);
  measure_in_turn(context, Group::lookup, std::move(contenders));
}

}  // namespace corpack::bench
