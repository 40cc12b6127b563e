// What nvcc includes implicitly before every file: qualifiers, vector types, built-in variables, device functions, the
// runtime API. Half precision, cooperative groups, pipelines, curand, wmma have headers of their own.
#pragma once

// libc++'s headers include one another far beyond their need for older standards; without that `<vector>` costs a third.
#define _LIBCPP_REMOVE_TRANSITIVE_INCLUDES
// The C library under libc++ is wasi-libc; its platform macro picks the matching branches.
#ifndef __wasi__
#define __wasi__ 1
#endif

#include <initializer_list>

#include "host_defines.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "warplens/math.h"
#include "warplens/floating.h"
#include "warplens/integer.h"
#include "warplens/warp.h"
#include "warplens/memory.h"
#include "warplens/atomics.h"
#include "warplens/texture.h"
#include "warplens/surface.h"
#include "warplens/runtime.h"
#include "warplens/simd.h"
#include "warplens/texture_reference.h"
