// Giving up the processor, of which there is one.
#pragma once

#include "../warplens/linkage.h"

__WL_BEGIN_C
void __wl_yield(void);
__WL_END_C
static inline int sched_yield(void) { __wl_yield(); return 0; }
