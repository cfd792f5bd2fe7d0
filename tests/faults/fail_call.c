// Makes one system call of a program fail, to be loaded with LD_PRELOAD.
//
//   FAIL_UNDER   only calls on files in this folder count
//   FAIL_CALL    name of the call: open, write, pwrite, fsync, ftruncate or rename
//   FAIL_NUMBER  which of its calls fails, from 1 on; 0: none
//   FAIL_ERRNO   with which error
//   FAIL_LOG     a file that receives a line for each call that counts, whatever its name: the name and the
//   path
//
// A call under several names (open and open64) is one. Thread-safe.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_under(const char* path) {
  const char* const folder = getenv("FAIL_UNDER");
  return folder != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static void log_call(const char* call, const char* path) {
  const char* const log = getenv("FAIL_LOG");
  if (log == NULL) return;
  char line[4200];
  const int size = snprintf(line, sizeof line, "%s %s\n", call, path);
  const int descriptor = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0 || REAL(write)(descriptor, line, (size_t)size) != size) abort();
  close(descriptor);
}

static int fails(const char* call, const char* path) {
  if (!is_under(path)) return 0;
  log_call(call, path);
  const char* const chosen = getenv("FAIL_CALL");
  const char* const number = getenv("FAIL_NUMBER");
  const char* const reason = getenv("FAIL_ERRNO");
  if (chosen == NULL || number == NULL || reason == NULL || strcmp(call, chosen) != 0) return 0;
  if (atomic_fetch_add(&calls, 1) + 1 != atol(number)) return 0;
  errno = atoi(reason);
  return 1;
}

static int fails_on(const char* call, int descriptor) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = '\0';
  return fails(call, path);
}

#define REPLACE_OPEN(name)                                                                    \
  int name(const char* path, int flags, ...) {                                                \
    va_list arguments;                                                                        \
    va_start(arguments, flags);                                                               \
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0; \
    va_end(arguments);                                                                        \
    if (fails("open", path)) return -1;                                                       \
    return REAL(name)(path, flags, mode);                                                     \
  }
REPLACE_OPEN(open)
REPLACE_OPEN(open64)

#define REPLACE(result, call, name, parameters, arguments) \
  result name parameters {                                 \
    if (fails_on(call, descriptor)) return -1;             \
    return REAL(name) arguments;                           \
  }
REPLACE(ssize_t, "write", write, (int descriptor, const void* bytes, size_t size), (descriptor, bytes, size))
REPLACE(ssize_t, "write", writev, (int descriptor, const struct iovec* parts, int count),
        (descriptor, parts, count))
REPLACE(ssize_t, "pwrite", pwrite, (int descriptor, const void* bytes, size_t size, off_t offset),
        (descriptor, bytes, size, offset))
REPLACE(ssize_t, "pwrite", pwrite64, (int descriptor, const void* bytes, size_t size, off64_t offset),
        (descriptor, bytes, size, offset))
REPLACE(ssize_t, "pwrite", pwritev, (int descriptor, const struct iovec* parts, int count, off_t offset),
        (descriptor, parts, count, offset))
REPLACE(ssize_t, "pwrite", pwritev64, (int descriptor, const struct iovec* parts, int count, off64_t offset),
        (descriptor, parts, count, offset))
REPLACE(int, "fsync", fsync, (int descriptor), (descriptor))
REPLACE(int, "fsync", fdatasync, (int descriptor), (descriptor))
REPLACE(int, "ftruncate", ftruncate, (int descriptor, off_t length), (descriptor, length))
REPLACE(int, "ftruncate", ftruncate64, (int descriptor, off64_t length), (descriptor, length))

int rename(const char* from, const char* to) {
  if (fails("rename", to)) return -1;
  return REAL(rename)(from, to);
}
