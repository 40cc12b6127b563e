// Allocation under its older name.
#pragma once

#include "stdlib.h"

__WL_BEGIN_C
void* memalign(size_t, size_t);
__WL_END_C
