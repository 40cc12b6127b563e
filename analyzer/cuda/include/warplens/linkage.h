// C linkage for headers that C includes too, which has neither linkage nor `noexcept`.
#pragma once

#ifdef __cplusplus
#define __WL_BEGIN_C extern "C" {
#define __WL_END_C }
#define __WL_NOTHROW noexcept
#else
#define __WL_BEGIN_C
#define __WL_END_C
#define __WL_NOTHROW
#endif
