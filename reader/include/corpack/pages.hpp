// A bounds-checked walk over the B-tree pages of an LMDB file, before LMDB itself follows them.
//
// LMDB 0.9 trusts its file: it does not compare the file's length with what the meta page claims, and it
// follows page numbers, node offsets and sizes without a check. Here the two meta pages, the tree of named
// databases and the tree of each of our tables are read with plain reads and checked: page numbers inside the
// file, node offsets and sizes inside their page, overflow runs inside the file, depth as stated, no more
// pages than stated (so no cycles), keys ascending, every key 8 bytes and every value's size and place a
// multiple of 8. The walk also tells where each value lies in the file.
//
// Layout after LMDB 0.9's lmdb.c (MDB_page, MDB_meta, MDB_db, MDB_node); data version 1, 64 bits,
// little-endian. Errors: FormatError says what is wrong, Error when a read fails. Cost: one read for each
// B-tree page, about one page for 150 blocks. Thread-safe (no shared state).
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <unistd.h>

#include <corpack/error.hpp>
#include <corpack/format.hpp>

namespace corpack::pages {

inline constexpr std::uint32_t magic = 0xBEEFC0DE;
inline constexpr std::uint32_t data_version = 1;
inline constexpr std::size_t header_bytes = 16;
inline constexpr std::size_t meta_bytes = 136;
inline constexpr std::size_t map_size_offset = header_bytes + 16;  // of the map size in a meta page
inline constexpr std::uint64_t no_page = ~std::uint64_t{0};
inline constexpr unsigned max_depth = 32;

enum PageFlags : std::uint16_t {
  branch_page = 0x01,
  leaf_page = 0x02,
  overflow_page = 0x04,
  meta_page = 0x08
};
enum NodeFlags : std::uint16_t { big_data = 0x01, sub_data = 0x02 };
enum EnvironmentFlags : std::uint16_t { fixed_map = 0x01 };

// MDB_db: one B-tree.
struct Tree {
  std::uint32_t pad;
  std::uint16_t flags;
  std::uint16_t depth;
  std::uint64_t branch_pages;
  std::uint64_t leaf_pages;
  std::uint64_t overflow_pages;
  std::uint64_t entries;
  std::uint64_t root;
};
static_assert(sizeof(Tree) == 48);

// MDB_meta: what a commit left.
struct Meta {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t address;
  std::uint64_t map_size;
  Tree free;
  Tree main;
  std::uint64_t last_page;
  std::uint64_t transaction;
};
static_assert(sizeof(Meta) == meta_bytes);

// One value: its key and where it lies in the file.
struct Value {
  std::uint64_t key;
  std::uint64_t offset;
  std::uint64_t size;
};

struct NamedTree {
  std::string name;
  Tree tree;
};

class File {
 public:
  // Reads and checks the meta pages. REQUIRES: `descriptor` is open for reading and `length` is its length.
  File(int descriptor, std::uint64_t length) : descriptor_(descriptor), length_(length) {
    const Meta first = read_meta(0, 0);
    page_bytes_ = first.free.pad;
    if (page_bytes_ < 512 || page_bytes_ > 32768 || (page_bytes_ & (page_bytes_ - 1)) != 0)
      throw FormatError("damaged dataset: the page size " + std::to_string(page_bytes_) +
                        " is no power of two from 512 to 32768");
    const Meta second = read_meta(page_bytes_, 1);
    if (second.free.pad != page_bytes_) throw FormatError("damaged dataset: its two meta pages disagree");
    meta_ = first.transaction < second.transaction ? second : first;
    if (meta_.last_page >= length_ / page_bytes_)
      throw FormatError("truncated dataset: the file has " + std::to_string(length_) +
                        " bytes, its pages need " + describe_pages(meta_.last_page));
    if ((meta_.free.flags & fixed_map) != 0)
      throw FormatError("damaged dataset: it asks for a fixed address");
  }

  std::uint32_t page_bytes() const { return page_bytes_; }
  std::uint64_t last_page() const { return meta_.last_page; }

  // The named databases. LMDB keeps them as records of the main tree.
  std::vector<NamedTree> named_trees() {
    std::vector<NamedTree> trees;
    walk(meta_.main, "main", [&](const Node& node) {
      if (node.flags != sub_data || node.size != sizeof(Tree))
        throw FormatError("not a corpack dataset: an LMDB file with records of its own");
      NamedTree named{std::string{node.key, node.key_size}, {}};
      std::memcpy(&named.tree, node.page + node.data, sizeof(Tree));
      // Two tables of one name: LMDB might find the other one.
      if (!trees.empty() && named.name <= trees.back().name) fail("main", "keys are not ascending");
      trees.push_back(std::move(named));
    });
    return trees;
  }

  // The values of one of our tables, in key order.
  std::vector<Value> values(const NamedTree& named) {
    std::vector<Value> values;
    // A block takes memory once it is open, so that many small ones could take more than the file.
    const std::uint64_t most_values = format::free_blocks + length_ / page_bytes_;
    std::uint64_t total_bytes = 0;
    walk(named.tree, named.name, [&](const Node& node) {
      if (node.key_size != format::key_bytes) fail(named.name, "a key is not 8 bytes long");
      std::uint64_t key = 0;
      for (unsigned i = 0; i < 8; ++i) key = (key << 8) | static_cast<unsigned char>(node.key[i]);
      if (!values.empty() && key <= values.back().key) fail(named.name, "keys are not ascending");
      Value value{key, node.page_offset + node.data, node.size};
      if (node.flags == big_data) {
        value.offset = overflow_offset(named.name, node);
      } else if (node.flags != 0) {
        fail(named.name, "a value of unknown kind");
      }
      if (value.size % format::value_alignment != 0 || value.offset % format::value_alignment != 0)
        fail(named.name, "a value is not aligned to 8 bytes");
      if (values.size() == most_values) fail(named.name, "it has more blocks than any dataset");
      total_bytes += value.size;
      // Values that share pages would let a small file claim any number of blocks.
      if (total_bytes > length_) fail(named.name, "its values overlap");
      values.push_back(value);
    });
    return values;
  }

 private:
  struct Node {
    const std::uint8_t* page;
    std::uint64_t page_offset;  // of the page in the file
    const char* key;
    std::uint32_t key_size;
    std::uint32_t data;  // offset in the page
    std::uint32_t size;
    std::uint16_t flags;
  };

  [[noreturn]] static void fail(const std::string& table, const std::string& what) {
    throw FormatError("damaged dataset: table '" + table + "': " + what);
  }

  std::string describe_pages(std::uint64_t last_page) const {
    return last_page > (std::uint64_t{1} << 47)
               ? std::string{"more than any file has"}
               : std::to_string((last_page + 1) * page_bytes_) + ": copy or download it again";
  }

  void read_at(std::uint64_t offset, void* to, std::size_t bytes) const {
    auto* out = static_cast<char*>(to);
    while (bytes > 0) {
      const ssize_t got = ::pread(descriptor_, out, bytes, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw Error(std::string{"cannot read: "} + std::strerror(errno));
      if (got == 0) throw FormatError("truncated dataset: it ends within its pages");
      out += got;
      offset += static_cast<std::uint64_t>(got);
      bytes -= static_cast<std::size_t>(got);
    }
  }

  Meta read_meta(std::uint64_t offset, std::uint64_t number) const {
    if (length_ < offset + header_bytes + sizeof(Meta))
      throw FormatError(length_ == 0 ? "not a corpack dataset: the file is empty"
                                     : "not a corpack dataset: the file has only " + std::to_string(length_) +
                                           " bytes");
    std::uint8_t bytes[header_bytes + sizeof(Meta)];
    read_at(offset, bytes, sizeof bytes);
    Meta meta;
    std::memcpy(&meta, bytes + header_bytes, sizeof meta);
    if (meta.magic != magic) fail_magic(bytes, number);
    if (meta.version != data_version)
      throw FormatError("written by another LMDB generation: its data version is " +
                        std::to_string(meta.version) + ", this reader knows version " +
                        std::to_string(data_version) + " (LMDB 0.9)");
    std::uint64_t page = 0;
    std::uint16_t flags = 0;
    std::memcpy(&page, bytes, sizeof page);
    std::memcpy(&flags, bytes + 10, sizeof flags);
    if (page != number || (flags & meta_page) == 0)
      throw FormatError("damaged dataset: page " + std::to_string(number) + " is no meta page");
    return meta;
  }

  [[noreturn]] static void fail_magic(const std::uint8_t* bytes, std::uint64_t number) {
    if (number != 0) throw FormatError("damaged dataset: its second meta page has no LMDB magic");
    std::uint32_t word = 0;
    std::memcpy(&word, bytes + header_bytes, sizeof word);
    if (word == __builtin_bswap32(magic))
      throw FormatError("written on a big-endian machine: compile the dumps again on this kind of machine");
    std::memcpy(&word, bytes + 12, sizeof word);
    if (word == magic || word == __builtin_bswap32(magic))
      throw FormatError("written by a 32-bit LMDB: compile the dumps again with a 64-bit corpack");
    throw FormatError("not a corpack dataset: no LMDB magic");
  }

  const std::uint8_t* read_page(std::uint64_t number, std::vector<std::uint8_t>& into,
                                const std::string& table, std::uint16_t kind) {
    if (number < 2 || number > meta_.last_page) fail(table, "a page number lies outside the file");
    into.resize(page_bytes_);
    read_at(number * page_bytes_, into.data(), page_bytes_);
    std::uint64_t own = 0;
    std::uint16_t flags = 0;
    std::memcpy(&own, into.data(), sizeof own);
    std::memcpy(&flags, into.data() + 10, sizeof flags);
    if (own != number || flags != kind) fail(table, "page " + std::to_string(number) + " is of another kind");
    return into.data();
  }

  template <class Visit>
  void walk(const Tree& tree, const std::string& table, Visit&& visit) {
    if (tree.flags != 0) fail(table, "its keys or values are of another kind");
    if (tree.root == no_page) {
      if (tree.entries != 0 || tree.depth != 0) fail(table, "it has entries but no pages");
      return;
    }
    if (tree.depth == 0 || tree.depth > max_depth) fail(table, "its depth is wrong");
    if (tree.branch_pages > meta_.last_page || tree.leaf_pages > meta_.last_page)
      fail(table, "it has more pages than the file");
    Walk state{table, tree.branch_pages + tree.leaf_pages, 0, tree.depth};
    walk_page(tree.root, 1, state, visit);
    if (state.entries != tree.entries) fail(table, "its number of entries is wrong");
    if (state.pages_left != 0) fail(table, "its number of pages is wrong");
  }

  struct Walk {
    const std::string& table;
    std::uint64_t pages_left;
    std::uint64_t entries;
    unsigned depth;
  };

  template <class Visit>
  void walk_page(std::uint64_t number, unsigned level, Walk& state, Visit&& visit) {
    if (state.pages_left-- == 0) fail(state.table, "its pages form a cycle");
    const bool leaf = level == state.depth;
    std::vector<std::uint8_t> bytes;
    const std::uint8_t* page = read_page(number, bytes, state.table, leaf ? leaf_page : branch_page);
    std::uint16_t lower = 0;
    std::uint16_t upper = 0;
    std::memcpy(&lower, page + 12, sizeof lower);
    std::memcpy(&upper, page + 14, sizeof upper);
    if (lower < header_bytes || lower % 2 != 0 || lower > upper || upper > page_bytes_)
      fail(state.table, "a page's free space is wrong");
    const unsigned count = (lower - static_cast<unsigned>(header_bytes)) / 2;
    // LMDB's search of a branch page starts at its second node.
    if (count < (leaf ? 1u : 2u)) fail(state.table, "a page is empty");
    for (unsigned i = 0; i < count; ++i) {
      std::uint16_t place = 0;
      std::memcpy(&place, page + header_bytes + 2 * i, sizeof place);
      if (place < upper || place % 2 != 0 || place + 8u > page_bytes_)
        fail(state.table, "a node lies outside its page");
      std::uint16_t words[4];
      std::memcpy(words, page + place, sizeof words);
      const std::uint32_t low = words[0] | (std::uint32_t{words[1]} << 16);
      if (place + 8u + words[3] > page_bytes_) fail(state.table, "a key reaches past its page");
      if (!leaf) {
        walk_page(low | (std::uint64_t{words[2]} << 32), level + 1, state, visit);
        continue;
      }
      const Node node{page,
                      number * page_bytes_,
                      reinterpret_cast<const char*>(page) + place + 8,
                      words[3],
                      place + 8u + std::uint32_t{words[3]},
                      low,
                      words[2]};
      const std::uint64_t held = node.flags & big_data ? sizeof(std::uint64_t) : node.size;
      if (node.data + held > page_bytes_) fail(state.table, "a value reaches past its page");
      ++state.entries;
      visit(node);
    }
  }

  std::uint64_t overflow_offset(const std::string& table, const Node& node) const {
    std::uint64_t first = 0;
    std::memcpy(&first, node.page + node.data, sizeof first);
    if (first < 2 || first > meta_.last_page) fail(table, "an overflow page lies outside the file");
    std::uint8_t header[header_bytes];
    read_at(first * page_bytes_, header, sizeof header);
    std::uint64_t own = 0;
    std::uint16_t flags = 0;
    std::uint32_t pages = 0;
    std::memcpy(&own, header, sizeof own);
    std::memcpy(&flags, header + 10, sizeof flags);
    std::memcpy(&pages, header + 12, sizeof pages);
    if (own != first || flags != overflow_page) fail(table, "an overflow page is of another kind");
    if (pages > meta_.last_page + 1 - first ||
        header_bytes + std::uint64_t{node.size} > std::uint64_t{pages} * page_bytes_)
      fail(table, "an overflow run reaches past its pages");
    return first * page_bytes_ + header_bytes;
  }

  int descriptor_;
  std::uint64_t length_;
  std::uint32_t page_bytes_ = 0;
  Meta meta_{};
};

}  // namespace corpack::pages
