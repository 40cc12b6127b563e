// Files by number, with Linux's flags.
#pragma once

#include "unistd.h"

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_SYNC 04010000
#define O_DIRECT 040000
#define O_LARGEFILE 0
#define O_CLOEXEC 02000000
__WL_BEGIN_C
int open(const char*, int, ...);
int creat(const char*, unsigned int);
__WL_END_C
