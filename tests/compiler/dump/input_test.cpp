#include "dump/input.hpp"

#include <chrono>
#include <string>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <unistd.h>

#include <corpack/error.hpp>

#include "dump_file.hpp"

using namespace std::string_literals;
using corpack::Input;

TEST_CASE("an input is read to its end, in any steps", "[dump][input]") {
  const corpack::test::TemporaryDump dump{"0123456789"};
  Input input{dump.path()};
  std::string bytes(7, ' ');
  CHECK(input.read(bytes.data(), 7) == 7);
  CHECK(bytes == "0123456");
  CHECK(input.bytes_read() == 7);
  CHECK(input.read(bytes.data(), 7) == 3);
  CHECK(bytes.substr(0, 3) == "789");
  CHECK(input.read(bytes.data(), 7) == 0);
  CHECK(input.bytes_read() == 10);
  CHECK(input.file_bytes() == 10U);
}

TEST_CASE("an input's name is the same from any folder", "[dump][input]") {
  const corpack::test::TemporaryDump dump{""};
  const Input input{dump.path()};
  CHECK(input.shown_path() == dump.path());
  CHECK(input.name() == dump.path().substr(dump.path().rfind('/') + 1));
}

TEST_CASE("what can't be a dump is refused by name", "[dump][input]") {
  CHECK_THROWS_WITH(Input{"/tmp"}, Catch::Equals("/tmp: is a directory; name the dump files in it"));
  CHECK_THROWS_WITH(Input{"/no/such/file"}, Catch::Contains("/no/such/file: cannot be opened: "));
  CHECK_THROWS_AS(Input{""}, corpack::Error);
  CHECK_THROWS_AS(Input{"/tmp\0x"s}, corpack::Error);
}

TEST_CASE("moving an input moves its file", "[dump][input]") {
  const corpack::test::TemporaryDump first{"first"};
  const corpack::test::TemporaryDump second{"second"};
  Input input{first.path()};
  input = Input{second.path()};
  Input moved{std::move(input)};
  std::string bytes(6, ' ');
  CHECK(moved.read(bytes.data(), 6) == 6);
  CHECK(bytes == "second");
  CHECK(moved.shown_path() == second.path());
}

TEST_CASE("a pipe that gives its bytes in parts is read as a whole", "[dump][input]") {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  std::thread writer{[end = ends[1]] {
    for (const std::string_view part : {"Title\r", "\n\r\nfirst \xE3", "\x80\x80", "\n"}) {
      // A failed write shows as a wrong record below.
      static_cast<void>(::write(end, part.data(), part.size()) + 1);
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    ::close(end);
  }};
  const int saved_input = ::dup(STDIN_FILENO);
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  std::ostringstream out;
  corpack::Diagnostics diagnostics{out};
  corpack::FieldNames names;
  const auto reader = corpack::open_dump(Input{"-"}, {}, names, diagnostics);
  corpack::RecordBatch batch;
  const bool some = reader->read(batch);
  writer.join();
  ::dup2(saved_input, STDIN_FILENO);
  ::close(saved_input);
  REQUIRE(some);
  REQUIRE(batch.records.size() == 1);
  CHECK(batch.view(batch.records[0].text) == "first");
  CHECK(batch.records[0].line == 3);
  CHECK(reader->title() == "Title");
  CHECK(reader->input().shown_path() == "standard input");
  CHECK(reader->input().name() == "-");
  CHECK(reader->input().file_bytes() == std::nullopt);
}
