// What system a program runs on, of which the simulated one says as little as it may.
#pragma once

#include "../../warplens/linkage.h"

struct utsname { char sysname[65], nodename[65], release[65], version[65], machine[65], domainname[65]; };
__WL_BEGIN_C
int uname(struct utsname*);
__WL_END_C
