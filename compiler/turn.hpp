// Says to a race detector what oneTBB sees to out of its sight, inside its library: that one stretch of work
// comes before another.
#pragma once

#include <atomic>

namespace corpack {

// A stretch of work in one thread. Where it begins and where it ends it sees what others did before they
// began or ended theirs. Thread-safe; constant time.
class Turn {
 public:
  Turn() noexcept { meet_others(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { meet_others(); }

 private:
  static void meet_others() noexcept { met.fetch_add(1, std::memory_order_acq_rel); }

  static inline std::atomic<unsigned> met{0};
};

}  // namespace corpack
