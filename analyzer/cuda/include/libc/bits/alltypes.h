// wasi-libc's types, after ours have taken the guards of those that differ.
#include "../posix_types.h"
#include_next <bits/alltypes.h>
