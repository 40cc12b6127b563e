// Allocation under its older name.
#pragma once

#include "stdlib.h"

extern "C" void* memalign(size_t, size_t);
