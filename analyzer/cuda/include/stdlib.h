// Light `<stdlib.h>` unless libc++ is already at work, which needs its own wrapper first.
#if defined(_LIBCPP___CONFIG)
#include_next <stdlib.h>
#else
#include "libc/stdlib.h"
#endif
