// In place of the 32-bit definition of wasi-libc.
#pragma once

#include "posix_types.h"
