// Work on items in parallel that come, and go, one after the other in the same order.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <oneapi/tbb/parallel_pipeline.h>

#include "turn.hpp"

namespace corpack {

// `take` makes the next item, or none at the end; `work` may run for several items at once; `give` gets them
// in the order in which they were taken. At most `tokens` items exist at a time. Takes and gives do not
// overlap with others of their kind, but with each other.
//
// Errors: what a stage throws; the items under way are freed. (The pipeline itself does not free what waits
// between its stages then, so that they have their owner here.)
template <class Item, class Take, class Work, class Give>
void run_in_order(std::size_t tokens, const Take& take, const Work& work, const Give& give) {
  std::vector<std::unique_ptr<Item>> under_way(tokens);
  std::size_t taken = 0;
  std::size_t given = 0;
  const Turn whole;
  const auto first = [&](tbb::flow_control& control) -> Item* {
    const Turn turn;
    // An item leaves before the one that is `tokens` behind it is taken.
    std::unique_ptr<Item>& item = under_way[taken++ % tokens];
    item = take();
    if (!item) control.stop();
    return item.get();
  };
  const auto middle = [&](Item* item) {
    const Turn turn;
    work(*item);
    return item;
  };
  const auto last = [&](Item* item) {
    const Turn turn;
    give(*item);
    under_way[given++ % tokens].reset();
  };
  tbb::parallel_pipeline(tokens, tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, first) &
                                     tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, middle) &
                                     tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, last));
}

}  // namespace corpack
