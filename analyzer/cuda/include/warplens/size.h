// `size_t` and `NULL` without `<stddef.h>`, which would pull libc++'s configuration into every compile.
#pragma once
#include <__stddef_null.h>

typedef __SIZE_TYPE__ size_t;
#ifndef __cplusplus
typedef __WCHAR_TYPE__ wchar_t;
#endif
