#include "reader/use_meter.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

std::atomic<std::uint64_t> allocations{0};
std::atomic<std::size_t> held{0};
std::atomic<std::size_t> peak{0};

void* count(void* memory) noexcept {
  if (memory == nullptr) return memory;
  allocations.fetch_add(1, std::memory_order_relaxed);
  const std::size_t size = ::malloc_usable_size(memory);
  const std::size_t now = held.fetch_add(size, std::memory_order_relaxed) + size;
  // Exact for one thread, which is all that is measured.
  if (now > peak.load(std::memory_order_relaxed)) peak.store(now, std::memory_order_relaxed);
  return memory;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  held.fetch_sub(::malloc_usable_size(memory), std::memory_order_relaxed);
  std::free(memory);
}

}  // namespace

// Not inlined, or GCC compares the malloc inside one with the delete outside.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* const memory = count(std::malloc(size == 0 ? 1 : size));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return count(std::malloc(size == 0 ? 1 : size));
}
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  release(memory);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  release(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  release(memory);
}

namespace corpack::test {

UseMeter::UseMeter() : allocations_before_(::allocations.load()), held_before_(::held.load()), begin_(now()) {
  ::peak.store(held_before_);
}

std::uint64_t UseMeter::allocations() const {
  return ::allocations.load() - allocations_before_;
}

std::size_t UseMeter::peak_bytes() const {
  return ::peak.load() - held_before_;
}

}  // namespace corpack::test
