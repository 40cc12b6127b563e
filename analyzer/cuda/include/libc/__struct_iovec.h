// In place of the 32-bit definition of wasi-libc.
#pragma once

#include "../warplens/size.h"

struct iovec { void* iov_base; size_t iov_len; };
