// Memory that processes share by a key, as declarations; see ipc.h.
#pragma once

#include "ipc.h"

typedef unsigned long shmatt_t;
struct shmid_ds {
  struct ipc_perm shm_perm;
  size_t shm_segsz;
  time_t shm_atime, shm_dtime, shm_ctime;
  pid_t shm_cpid, shm_lpid;
  shmatt_t shm_nattch;
  unsigned long __unused[2];
};

#define SHM_R 0400
#define SHM_W 0200
#define SHM_RDONLY 010000
#define SHM_RND 020000
#define SHM_HUGETLB 04000

__WL_BEGIN_C
int shmget(key_t, size_t, int flags) __WL_NOTHROW;
void* shmat(int identifier, const void* address, int flags) __WL_NOTHROW;
int shmdt(const void* address) __WL_NOTHROW;
int shmctl(int identifier, int command, struct shmid_ds*) __WL_NOTHROW;
__WL_END_C
