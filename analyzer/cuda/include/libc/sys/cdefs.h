// Macros with which declarations of the C library are written, for headers that bring declarations of their own.
#pragma once

#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __CONCAT(a, b) a##b
#define __STRING(text) #text
