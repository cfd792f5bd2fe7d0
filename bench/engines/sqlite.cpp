// SQLite: a table of records with a unique index over the 16 hex digits, and an FTS5 table over their texts
// (external content, tokenizer unicode61, optimized). Built without a journal and without syncing, read
// through a memory map with prepared statements.
#include <string>
#include <utility>

#include <sqlite3.h>

#include <corpack/error.hpp>

#include "bench/engines/kinds.hpp"

namespace corpack::bench {

namespace {

class Database {
 public:
  Database(const std::filesystem::path& folder, int flags) {
    const int result = ::sqlite3_open_v2((folder / "records.sqlite").c_str(), &handle_, flags, nullptr);
    if (result == SQLITE_OK) return;
    const std::string message = ::sqlite3_errmsg(handle_);
    ::sqlite3_close(handle_);
    throw Error("SQLite: " + message);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { ::sqlite3_close(handle_); }

  void run(const char* sql) { check(::sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }
  void check(int result) const {
    if (result != SQLITE_OK) throw Error(std::string{"SQLite: "} + ::sqlite3_errmsg(handle_));
  }
  sqlite3* handle() const { return handle_; }

 private:
  sqlite3* handle_ = nullptr;
};

class Statement {
 public:
  Statement(const Database& database, const char* sql) : database_(database) {
    database.check(::sqlite3_prepare_v2(database.handle(), sql, -1, &handle_, nullptr));
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { ::sqlite3_finalize(handle_); }

  // REQUIRES: `text` stays until the statement is reset.
  void bind(int place, std::string_view text) {
    ::sqlite3_bind_text(handle_, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  void bind(int place, std::int64_t number) { ::sqlite3_bind_int64(handle_, place, number); }

  // Whether there is a row.
  bool step() {
    const int result = ::sqlite3_step(handle_);
    if (result == SQLITE_ROW) return true;
    if (result != SQLITE_DONE) database_.check(result);
    return false;
  }
  void reset() { ::sqlite3_reset(handle_); }
  std::string_view text() {
    const auto* const bytes = reinterpret_cast<const char*>(::sqlite3_column_text(handle_, 0));
    return {bytes, static_cast<std::size_t>(::sqlite3_column_bytes(handle_, 0))};
  }
  std::int64_t number() { return ::sqlite3_column_int64(handle_, 0); }

 private:
  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

std::string match_of(const TextQuery& query) {
  std::string match;
  if (query.kind->shape == Shape::phrase) {
    for (const std::string& word : query.words) match += (match.empty() ? "\"" : " ") + word;
    return match + '"';
  }
  const char* const between = query.kind->shape == Shape::any_word ? " OR " : " AND ";
  // Quoted, so that `and` and `or` are words.
  for (const std::string& word : query.words) match += (match.empty() ? "" : between) + ('"' + word + '"');
  return query.kind->shape == Shape::prefix ? match + '*' : match;
}

class SqliteEngine : public Engine {
 public:
  explicit SqliteEngine(const std::filesystem::path& folder) : database_(folder, SQLITE_OPEN_READONLY) {
    database_.run("PRAGMA mmap_size = 1099511627776");
  }

  Pass lookups(const HexKeys& keys, Dependence dependence) override {
    return lookup_loop(keys, dependence, [this](std::string_view hex) -> std::uint64_t {
      find_.bind(1, hex);
      const std::uint64_t found = find_.step() ? first_byte(find_.text()) : 0;
      find_.reset();
      return found;
    });
  }

  PreparedQuery prepare(const TextQuery& query) override {
    // A prefix scores constantly, as in the other engines: the first ten records are the best.
    Statement& statement = query.kind->counts_only              ? count_
                           : query.kind->shape == Shape::prefix ? first_
                                                                : best_;
    return [match = match_of(query), counts_only = query.kind->counts_only, &statement] {
      statement.bind(1, match);
      std::uint64_t hits = 0;
      while (statement.step()) hits += counts_only ? static_cast<std::uint64_t>(statement.number()) : 1;
      statement.reset();
      return hits;
    };
  }

 private:
  Database database_;
  Statement find_{database_, "SELECT text FROM records WHERE id = ?"};
  Statement best_{database_, "SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10"};
  Statement first_{database_, "SELECT rowid FROM words WHERE words MATCH ? LIMIT 10"};
  Statement count_{database_, "SELECT count(*) FROM words WHERE words MATCH ?"};
};

}  // namespace

void build_sqlite(const Dataset& dataset, const std::filesystem::path& folder) {
  Database database{folder, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE};
  database.run(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;"
      "CREATE TABLE records (number INTEGER PRIMARY KEY, id TEXT UNIQUE, text TEXT);"
      "CREATE VIRTUAL TABLE words USING fts5 (text, content = 'records', content_rowid = 'number',"
      " tokenize = 'unicode61');"
      "BEGIN");
  {
    Statement insert{database, "INSERT OR IGNORE INTO records VALUES (?, ?, ?)"};
    for (const Record& record : dataset) {
      const std::string hex = record.id().to_string();
      insert.bind(1, std::int64_t{record.ordinal()} + 1);
      insert.bind(2, hex);
      insert.bind(3, record.text());
      insert.step();
      insert.reset();
    }
  }
  database.run(
      "COMMIT; INSERT INTO words (words) VALUES ('rebuild'); INSERT INTO words (words) VALUES ('optimize')");
}

std::unique_ptr<Engine> open_sqlite(const std::filesystem::path& folder) {
  return std::make_unique<SqliteEngine>(folder);
}

}  // namespace corpack::bench
