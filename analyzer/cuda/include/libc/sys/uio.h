// Reads and writes of several pieces of memory at once.
#pragma once

#include "../__struct_iovec.h"
#include "../unistd.h"

__WL_BEGIN_C
ssize_t readv(int, const struct iovec*, int);
ssize_t writev(int, const struct iovec*, int);
__WL_END_C
