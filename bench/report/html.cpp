#include <string>
#include <string_view>

#include "bench/report/page.hpp"
#include "bench/report/report.hpp"

namespace corpack::bench {

std::string as_html(const Report& report) {
  std::string data;
  // In JSON a `<` stands in strings only; escaped, none of them can end the element that the data is in.
  for (const char c : as_json(report)) {
    if (c == '<')
      data += "\\u003c";
    else
      data += c;
  }
  const std::size_t mark = page.find(data_mark);
  return std::string{page.substr(0, mark)} + data + std::string{page.substr(mark + data_mark.size())};
}

}  // namespace corpack::bench
