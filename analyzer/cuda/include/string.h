// Light `<string.h>` unless libc++ is already at work, which needs its own wrapper first.
#if defined(_LIBCPP___CONFIG)
#include_next <string.h>
#else
#include "libc/string.h"
#endif
