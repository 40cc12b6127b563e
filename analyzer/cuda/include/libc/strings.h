// BSD spelling of `<string.h>`.
#pragma once

#include "string.h"

extern "C" {
void bzero(void*, size_t);
void bcopy(const void*, void*, size_t);
int ffs(int);
}
