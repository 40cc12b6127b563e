// The part of POSIX's `<unistd.h>` that CUDA programs use, for LP64.
#pragma once

#include "../warplens/linkage.h"
#include "../warplens/size.h"
#include "posix_types.h"

typedef int pid_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
__WL_BEGIN_C
extern char* optarg;
extern int optind, opterr, optopt;
int getopt(int, char* const*, const char*);
unsigned int sleep(unsigned int);
int usleep(unsigned int);
ssize_t read(int, void*, size_t);
ssize_t write(int, const void*, size_t);
int close(int);
off_t lseek(int, off_t, int);
ssize_t pread(int, void*, size_t, off_t);
ssize_t pwrite(int, const void*, size_t, off_t);
int access(const char*, int);
int unlink(const char*);
pid_t getpid();
pid_t getppid();
pid_t fork();
int execv(const char*, char* const*);
int execvp(const char*, char* const*);
int execl(const char*, const char*, ...);
int execlp(const char*, const char*, ...);
int pipe(int*);
int dup2(int, int);
int chdir(const char*);
int rmdir(const char*);
int fsync(int);
int ftruncate(int, off_t);
__attribute__((noreturn)) void _exit(int);
long sysconf(int);
char* getcwd(char*, size_t);
int gethostname(char*, size_t);
int isatty(int);
__WL_END_C
