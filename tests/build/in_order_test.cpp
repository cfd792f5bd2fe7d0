// Items under way at once: their order, their number, and their end.
#include "in_order.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <catch2/catch.hpp>

using corpack::run_in_order;

namespace {

std::atomic<int> alive{0};

struct Item {
  explicit Item(std::size_t its_number) : number(its_number) { ++alive; }
  Item(const Item&) = delete;
  Item& operator=(const Item&) = delete;
  ~Item() { --alive; }

  std::size_t number;
  std::size_t square = 0;
};

// Longer for some, so that others pass them.
void work_on(Item& item) {
  std::vector<std::size_t> ones(1 + item.number % 7 * 1000, item.number);
  item.square = std::accumulate(ones.begin(), ones.end(), std::size_t{0}) / ones.size() * item.number;
}

struct Numbers {
  std::size_t end;
  std::size_t next = 0;
  std::unique_ptr<Item> operator()() { return next == end ? nullptr : std::make_unique<Item>(next++); }
};

}  // namespace

TEST_CASE("items are given in the order in which they were taken, and no more at a time than asked for") {
  for (const std::size_t tokens : {std::size_t{1}, std::size_t{2}, std::size_t{5}}) {
    std::vector<std::size_t> squares;
    int most = 0;
    Numbers numbers{500};
    run_in_order<Item>(
        tokens, [&] { return numbers(); }, work_on,
        [&](const Item& item) {
          most = std::max(most, alive.load());
          squares.push_back(item.square);
        });
    REQUIRE(squares.size() == 500);
    for (std::size_t i = 0; i < squares.size(); ++i) CHECK(squares[i] == i * i);
    CHECK(most <= static_cast<int>(tokens));
    CHECK(alive == 0);
  }
}

TEST_CASE("no item outlives an error of any stage") {
  enum class Stage { take, work, give };
  for (const Stage failing : {Stage::take, Stage::work, Stage::give}) {
    for (std::size_t turn = 0; turn < 200; ++turn) {
      const std::size_t bad = turn % 40;
      Numbers numbers{100};
      const auto fail_at = [&](Stage stage, std::size_t number) {
        if (stage == failing && number == bad) throw std::runtime_error("as asked");
      };
      CHECK_THROWS_AS(run_in_order<Item>(
                          6,
                          [&] {
                            fail_at(Stage::take, numbers.next);
                            return numbers();
                          },
                          [&](Item& item) {
                            fail_at(Stage::work, item.number);
                            work_on(item);
                          },
                          [&](const Item& item) { fail_at(Stage::give, item.number); }),
                      std::runtime_error);
      CHECK(alive == 0);
    }
  }
}
