// A range over numbered parts of an owner, made on the fly: no memory of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace corpack {

// `Get` is a member function of `Owner` that takes the number of a part and returns it.
template <class Owner, auto Get>
class Listing {
 public:
  class Iterator {
   public:
    using value_type = std::invoke_result_t<decltype(Get), const Owner&, std::uint32_t>;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;
    Iterator() = default;
    Iterator(const Owner* owner, std::uint32_t number) : owner_(owner), number_(number) {}
    value_type operator*() const { return (owner_->*Get)(number_); }
    Iterator& operator++() {
      ++number_;
      return *this;
    }
    Iterator operator++(int) { return {owner_, number_++}; }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.number_ == b.number_; }

   private:
    const Owner* owner_ = nullptr;
    std::uint32_t number_ = 0;
  };

  Listing(const Owner* owner, std::uint32_t first, std::uint32_t last)
      : owner_(owner), first_(first), last_(last) {}
  Iterator begin() const { return {owner_, first_}; }
  Iterator end() const { return {owner_, last_}; }
  std::uint32_t size() const { return last_ - first_; }
  bool empty() const { return first_ == last_; }
  // REQUIRES: index < size().
  auto operator[](std::uint32_t index) const { return (owner_->*Get)(first_ + index); }

 private:
  const Owner* owner_;
  std::uint32_t first_;
  std::uint32_t last_;
};

}  // namespace corpack
