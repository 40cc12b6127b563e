// Keys of what processes share, as declarations: a simulated program is one process, and a run that shares says so.
#pragma once

#include "types.h"
#include "../../warplens/linkage.h"

struct ipc_perm {
  key_t __key;
  uid_t uid;
  gid_t gid;
  uid_t cuid;
  gid_t cgid;
  mode_t mode;
  unsigned short __seq;
  unsigned short __padding;
  unsigned long __unused[2];
};

#define IPC_PRIVATE ((key_t)0)
#define IPC_CREAT 01000
#define IPC_EXCL 02000
#define IPC_NOWAIT 04000
#define IPC_RMID 0
#define IPC_SET 1
#define IPC_STAT 2

__WL_BEGIN_C
key_t ftok(const char* path, int project) __WL_NOTHROW;
__WL_END_C
