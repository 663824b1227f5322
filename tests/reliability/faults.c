/* Preloaded into the programs of a test: while a file asks for it, writing below a folder fails, or the clock is moved. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int fails(int fd) {
    const char *asked = getenv("FAULTS_EIO"), *root = getenv("FAULTS_ROOT");
    char link[64], path[4096];
    ssize_t length;
    if (!asked || !root || access(asked, F_OK)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return !strncmp(path, root, strlen(root));
}

#define FAILING(name, result, given, passed)                     \
    result name given {                                          \
        static result(*real) given;                              \
        if (!real) real = (result(*) given)dlsym(RTLD_NEXT, #name); \
        if (fails(fd)) { errno = EIO; return -1; }               \
        return real passed;                                      \
    }

FAILING(write, ssize_t, (int fd, const void *data, size_t size), (fd, data, size))
FAILING(pwrite, ssize_t, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at))
FAILING(pwrite64, ssize_t, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
FAILING(fsync, int, (int fd), (fd))
FAILING(fdatasync, int, (int fd), (fd))
FAILING(ftruncate, int, (int fd, off_t size), (fd, size))
FAILING(ftruncate64, int, (int fd, off64_t size), (fd, size))

int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    const char *asked = getenv("FAULTS_CLOCK");
    int result;
    FILE *file;
    long seconds;
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    result = real(which, now);
    if (result || which != CLOCK_REALTIME || !asked || !(file = fopen(asked, "r"))) return result;
    if (fscanf(file, "%ld", &seconds) == 1) now->tv_sec += seconds;
    fclose(file);
    return result;
}
