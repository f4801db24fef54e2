/*
 * Fault injection for durability: a library for LD_PRELOAD that records what a process does to the files below a
 * folder, and above all what it asked the disk to keep (fsync, fdatasync). SIGKILL cannot show a missing fsync, since
 * the system keeps what was written; from this record one can tell what a disk holds whose power was cut.
 *
 * TRACE_ROOT: the folder, without a slash at its end. TRACE_FILE: where the record goes, outside of that folder.
 * Not recorded: files whose names end with -shm (SQLite's shared memory, which it makes anew).
 *
 * A record is a head and what belongs to it; disk-after-cut.ts reads it. What changes a file is recorded after it was
 * done, and a sync before it began and after it succeeded: so no sync seems to cover more than it does.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATED = 1, WRITTEN, TRUNCATED, SYNCING, SYNCED, LINKED, RENAMED, UNLINKED, MADE };

struct head {
  uint32_t kind;
  uint32_t length; /* of what follows */
  uint64_t inode;
  uint64_t number; /* an offset, a size, or what ties SYNCED to its SYNCING */
};

#define MOST_FILES 65536
static ino_t watched[MOST_FILES]; /* by file descriptor; 0: none of ours */
static uint64_t syncs;
static int trace = -1;
static const char *root;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  root = getenv("TRACE_ROOT");
  const char *file = getenv("TRACE_FILE");
  /* By the system call itself: not to be recorded. */
  if (root && file) trace = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void record(enum kind kind, ino_t inode, uint64_t number, const void *bytes, size_t length) {
  int before = errno;
  struct head head = {kind, (uint32_t)length, inode, number};
  struct iovec parts[] = {{&head, sizeof head}, {(void *)bytes, length}};
  /* One call, in append mode: records of several threads do not mix. */
  if (syscall(SYS_writev, trace, parts, 2) != (long)(sizeof head + length)) abort();
  errno = before;
}

/* The path as an absolute one, when it is below the folder and of interest. */
static const char *ours(int at, const char *path, char *whole) {
  if (trace < 0 || !path) return NULL;
  if (path[0] == '/') snprintf(whole, PATH_MAX, "%s", path);
  else if (at == AT_FDCWD) {
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here) || snprintf(whole, PATH_MAX, "%s/%s", here, path) >= PATH_MAX) return NULL;
  } else return NULL;
  size_t length = strlen(root), all = strlen(whole);
  if (strncmp(whole, root, length) != 0 || (whole[length] != '/' && whole[length] != 0)) return NULL;
  if (all > 4 && strcmp(whole + all - 4, "-shm") == 0) return NULL;
  return whole;
}

static void record_paths(enum kind kind, ino_t inode, const char *one, const char *other) {
  char both[2 * PATH_MAX];
  size_t first = strlen(one) + 1, second = other ? strlen(other) + 1 : 0;
  memcpy(both, one, first);
  if (other) memcpy(both + first, other, second);
  record(kind, inode, 0, both, first + second);
}

static ino_t inode_of(const char *path) {
  struct stat at;
  return fstatat(AT_FDCWD, path, &at, AT_SYMLINK_NOFOLLOW) == 0 ? at.st_ino : 0;
}

/* The inode behind a descriptor that was opened below the folder. A number may have been given to something else since. */
static ino_t watching(int fd) {
  struct stat now;
  if (trace < 0 || fd < 0 || fd >= MOST_FILES || !watched[fd]) return 0;
  int before = errno;
  ino_t inode = fstat(fd, &now) == 0 && now.st_ino == watched[fd] ? now.st_ino : 0;
  errno = before;
  return inode;
}

static int opened(int at, const char *path, int flags, mode_t mode, int (*real)(int, const char *, int, ...)) {
  char whole[PATH_MAX];
  const char *mine = ours(at, path, whole);
  int is_new = mine && (flags & O_CREAT) && inode_of(mine) == 0;
  int fd = real(at, path, flags, mode);
  if (fd < 0 || fd >= MOST_FILES) return fd;
  struct stat now;
  watched[fd] = mine && fstat(fd, &now) == 0 ? now.st_ino : 0;
  if (watched[fd] && is_new) record_paths(CREATED, watched[fd], mine, NULL);
  if (watched[fd] && !is_new && (flags & O_TRUNC)) record(TRUNCATED, watched[fd], 0, NULL, 0);
  return fd;
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode, REAL(openat)); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags | O_LARGEFILE, mode, REAL(openat)); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode, REAL(openat)); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags | O_LARGEFILE, mode, REAL(openat)); }

static ssize_t written(int fd, uint64_t offset, const void *bytes, ssize_t count) {
  ino_t inode = count > 0 ? watching(fd) : 0;
  if (inode) record(WRITTEN, inode, offset, bytes, (size_t)count);
  return count;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
  return written(fd, offset, bytes, REAL(pwrite)(fd, bytes, count, offset));
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
  return written(fd, offset, bytes, REAL(pwrite64)(fd, bytes, count, offset));
}
ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t done = REAL(write)(fd, bytes, count);
  /* Where it went: the position has moved on by what was written, also in append mode. */
  return done > 0 && watching(fd) ? written(fd, lseek(fd, 0, SEEK_CUR) - done, bytes, done) : done;
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t done = REAL(writev)(fd, parts, count);
  if (done <= 0 || !watching(fd)) return done;
  uint64_t offset = lseek(fd, 0, SEEK_CUR) - done;
  ssize_t left = done;
  for (int n = 0; n < count && left > 0; n++) {
    ssize_t some = (ssize_t)parts[n].iov_len < left ? (ssize_t)parts[n].iov_len : left;
    written(fd, offset, parts[n].iov_base, some);
    offset += some;
    left -= some;
  }
  return done;
}

static int truncated(int fd, uint64_t size, int done) {
  ino_t inode = done == 0 ? watching(fd) : 0;
  if (inode) record(TRUNCATED, inode, size, NULL, 0);
  return done;
}
int ftruncate(int fd, off_t size) { return truncated(fd, size, REAL(ftruncate)(fd, size)); }
int ftruncate64(int fd, off64_t size) { return truncated(fd, size, REAL(ftruncate64)(fd, size)); }

static int synced(int fd, int (*real)(int)) {
  ino_t inode = watching(fd);
  if (!inode) return real(fd);
  uint64_t number = __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);
  record(SYNCING, inode, number, NULL, 0);
  int done = real(fd);
  if (done == 0) record(SYNCED, inode, number, NULL, 0);
  return done;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

int link(const char *from, const char *to) {
  char one[PATH_MAX], other[PATH_MAX];
  int done = REAL(link)(from, to);
  if (done == 0 && ours(AT_FDCWD, from, one) && ours(AT_FDCWD, to, other)) record_paths(LINKED, inode_of(other), other, NULL);
  return done;
}
int rename(const char *from, const char *to) {
  char one[PATH_MAX], other[PATH_MAX];
  int done = REAL(rename)(from, to);
  if (done == 0 && ours(AT_FDCWD, from, one) && ours(AT_FDCWD, to, other)) record_paths(RENAMED, 0, one, other);
  return done;
}
static int unlinked(int at, const char *path, int done) {
  char whole[PATH_MAX];
  if (done == 0 && ours(at, path, whole)) record_paths(UNLINKED, 0, whole, NULL);
  return done;
}
int unlink(const char *path) { return unlinked(AT_FDCWD, path, REAL(unlink)(path)); }
int unlinkat(int at, const char *path, int flags) { return unlinked(at, path, REAL(unlinkat)(at, path, flags)); }
int remove(const char *path) { return unlinked(AT_FDCWD, path, REAL(remove)(path)); }
int mkdir(const char *path, mode_t mode) {
  char whole[PATH_MAX];
  int done = REAL(mkdir)(path, mode);
  if (done == 0 && ours(AT_FDCWD, path, whole)) record_paths(MADE, inode_of(whole), whole, NULL);
  return done;
}
