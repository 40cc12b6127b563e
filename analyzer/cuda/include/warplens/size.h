// `size_t` without `<stddef.h>`, which would pull libc++'s configuration into every compile.
#pragma once
typedef __SIZE_TYPE__ size_t;
