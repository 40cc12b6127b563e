// Shorthands of our own headers. Everything is always_inline so that at -O2 only intrinsics and known externals are left.
#pragma once

#include "../host_defines.h"

#define __WL_D static __inline__ __attribute__((device, always_inline))
#define __WL_HD static __inline__ __attribute__((host, device, always_inline))
