// In place of wasi-libc's own, of which `sys/select.h` and `poll.h` would bring another one than signal.h has.
#pragma once
typedef unsigned long sigset_t;
