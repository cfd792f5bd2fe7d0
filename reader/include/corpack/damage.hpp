// What verification finds: damage, and notes on what it could not check.
// Plain values. Thread safety: a Findings belongs to one thread.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <corpack/block.hpp>
#include <corpack/error.hpp>

namespace corpack {

// One thing that is wrong.
struct Damage {
  std::string what;  // table, block and reason
};

struct Verification {
  std::vector<Damage> damage;      // nothing being wrong: empty
  std::vector<std::string> notes;  // what could not be checked, and why
  bool good() const { return damage.empty(); }
};

// Collects damage and drops what goes beyond a readable number: one bad block can break a million rules.
class Findings {
 public:
  static constexpr std::size_t max_listed = 100;

  void add(std::string what) {
    if (result_.damage.size() < max_listed)
      result_.damage.push_back({std::move(what)});
    else
      ++left_out_;
  }
  void note(std::string what) {
    if (result_.notes.size() < max_listed) result_.notes.push_back(std::move(what));
  }

  // Whether something has been left out, so that a check of many parts may end.
  bool full() const { return left_out_ > 0; }

  std::size_t count() const { return result_.damage.size() + left_out_; }

  // Runs a check that ends early where it meets bytes that cannot be read.
  template <class Check>
  void guard(Check&& check) {
    try {
      check();
    } catch (const FormatError& error) {
      add(error.what());
    }
  }

  Verification result() && {
    if (left_out_ > 0) result_.damage.push_back({"and at least " + std::to_string(left_out_) + " more"});
    return std::move(result_);
  }

 private:
  Verification result_;
  std::size_t left_out_ = 0;
};

}  // namespace corpack
