// Light `<stdio.h>` unless libc++ is already at work, which needs its own wrapper first.
#if defined(_LIBCPP___CONFIG)
#include_next <stdio.h>
#else
#include "libc/stdio.h"
#endif
