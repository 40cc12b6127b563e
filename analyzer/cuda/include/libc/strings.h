// BSD spelling of `<string.h>`.
#pragma once

#include "../warplens/linkage.h"
#include "string.h"

__WL_BEGIN_C
void bzero(void*, size_t);
void bcopy(const void*, void*, size_t);
int ffs(int);
__WL_END_C
