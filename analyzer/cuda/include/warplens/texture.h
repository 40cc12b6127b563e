// Texture fetches. Each becomes a call of an external `__wl_tex_*` function that the simulator implements; the names and
// signatures are listed in analyzer/cuda/README.md.
#pragma once

#include "../driver_types.h"
#include "define.h"

extern "C" {
__device__ float4 __wl_tex_1dfetch_f(unsigned long long texture, int x) __attribute__((pure));
__device__ float4 __wl_tex_2d_f(unsigned long long texture, float x, float y) __attribute__((pure));
}
template <typename T> __WL_D T tex1Dfetch(cudaTextureObject_t texture, int x) { return (T)__wl_tex_1dfetch_f(texture, x).x; }
template <typename T> __WL_D T tex2D(cudaTextureObject_t texture, float x, float y) { return (T)__wl_tex_2d_f(texture, x, y).x; }
