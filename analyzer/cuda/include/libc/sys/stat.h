// What a file is, as far as files in memory have it.
#pragma once

#include "../unistd.h"

typedef unsigned int mode_t;
struct stat {
  mode_t st_mode;
  off_t st_size;
  time_t st_mtime;
};
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_IRWXU 0700
#define S_IRWXG 0070
#define S_IRWXO 0007
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
__WL_BEGIN_C
int stat(const char*, struct stat*);
int fstat(int, struct stat*);
int lstat(const char*, struct stat*);
int mkdir(const char*, mode_t);
__WL_END_C
