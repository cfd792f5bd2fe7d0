// A file that appears under its name only when it is whole.
//
// It is built as a hidden temporary file beside the target. publish() makes it durable and renames it over
// the target in the order write, fsync, rename, fsync of the folder; whatever ends the work before that (an
// exception, or any signal that ends a process and can be caught) removes the temporary file and leaves the
// target as it was. What a process that was killed has left beside the target is removed: whoever builds such
// a file holds its lock (flock), so that the file of a living process, on this machine or another, is left
// alone.
//
// The target may be absent or a regular file that `may_replace` accepts. Errors: corpack::Error that names
// the path. Thread safety: one OutputFile at a time in a process (it owns the signal handlers while it
// lives).
#pragma once

#include <filesystem>
#include <functional>

namespace corpack {

class OutputFile {
 public:
  // `may_replace`: whether an existing regular file may be replaced.
  OutputFile(std::filesystem::path target,
             const std::function<bool(const std::filesystem::path&)>& may_replace);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // The temporary file, empty at first.
  const std::filesystem::path& path() const { return temporary_; }

  // Makes the file's bytes durable.
  void sync();

  // Puts the file at its place. REQUIRES: sync() was called after the last write.
  void publish();

 private:
  void create();
  void remove();

  std::filesystem::path target_;
  std::filesystem::path temporary_;
  int descriptor_ = -1;  // of the temporary file, locked
};

}  // namespace corpack
