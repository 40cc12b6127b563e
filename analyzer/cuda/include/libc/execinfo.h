// The calls that a thread is in, as declarations: the simulated host keeps no frames that could be named, and a run that asks says so.
#pragma once

#include "../warplens/linkage.h"

__WL_BEGIN_C
int backtrace(void** addresses, int size);
char** backtrace_symbols(void* const* addresses, int size) __WL_NOTHROW;
void backtrace_symbols_fd(void* const* addresses, int size, int descriptor) __WL_NOTHROW;
__WL_END_C
