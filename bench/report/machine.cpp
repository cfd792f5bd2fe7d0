#include <fstream>
#include <string>
#include <thread>

#include <sys/utsname.h>
#include <unistd.h>

#include "bench/report/report.hpp"

namespace corpack::bench {

namespace {

std::string processor_name() {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

// From the kernel: what sysconf says of newer AMD processors is the sum of many caches.
std::uint64_t l3_cache_bytes() {
  std::ifstream file{"/sys/devices/system/cpu/cpu0/cache/index3/size"};
  std::uint64_t number = 0;
  char unit = ' ';
  file >> number >> unit;
  return !file ? 0 : unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : 0;
}

std::uint64_t from_system(int name) {
  const long value = ::sysconf(name);
  return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

}  // namespace

Machine this_machine() {
  Machine machine{processor_name(), std::thread::hardware_concurrency(), l3_cache_bytes(),
                  from_system(_SC_PHYS_PAGES) * from_system(_SC_PAGESIZE), ""};
  struct utsname names {};
  if (::uname(&names) == 0)
    machine.system = std::string{names.sysname} + ' ' + names.release + ' ' + names.machine;
  return machine;
}

}  // namespace corpack::bench
