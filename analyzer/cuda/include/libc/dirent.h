// Folders to read, entry by entry.
#pragma once

#include "unistd.h"

#define DT_UNKNOWN 0
#define DT_DIR 4
#define DT_REG 8
struct dirent {
  unsigned long d_ino;
  long d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
typedef struct __wl_dir DIR;
__WL_BEGIN_C
DIR* opendir(const char*);
struct dirent* readdir(DIR*);
int closedir(DIR*);
__WL_END_C
