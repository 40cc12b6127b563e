// Users of the system, as declarations: the simulated one has no list of them, and a run that asks says so.
#pragma once

#include "sys/types.h"
#include "../warplens/linkage.h"

struct passwd {
  char *pw_name, *pw_passwd;
  uid_t pw_uid;
  gid_t pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};

__WL_BEGIN_C
struct passwd* getpwuid(uid_t);
struct passwd* getpwnam(const char*);
int getpwuid_r(uid_t, struct passwd*, char* buffer, size_t, struct passwd** result);
int getpwnam_r(const char*, struct passwd*, char* buffer, size_t, struct passwd** result);
__WL_END_C
