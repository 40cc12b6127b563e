// Texture fetches. Each is a call of an external `__wl_tex_<geometry>_<kind>` that the simulator implements; the kind is
// that of the result registers: f(loat), s(igned), u(nsigned). analyzer/cuda/README.md lists them.
#pragma once

#include "../driver_types.h"
#include "define.h"

// How a texel type is made of the four result registers.
template <typename R> struct __wl_registers {};
template <typename T, typename C, int N> struct __wl_pick {};
#define __WL_PICK(N, ...)                                                                             \
  template <typename T, typename C> struct __wl_pick<T, C, N> {                                       \
    template <typename R> __WL_D T from(R r) { return T{__VA_ARGS__}; }                               \
  };
__WL_PICK(1, (C)r.x)
__WL_PICK(2, (C)r.x, (C)r.y)
__WL_PICK(3, (C)r.x, (C)r.y, (C)r.z)
__WL_PICK(4, (C)r.x, (C)r.y, (C)r.z, (C)r.w)
#undef __WL_PICK
template <typename T> struct __wl_fetched {};
#define __WL_FETCHED(TYPE, C, N, KIND) \
  template <> struct __wl_fetched<TYPE> : __wl_pick<TYPE, C, N>, __wl_registers<KIND> {};
#define __WL_FETCHED_ALL(SCALAR, NAME, KIND)                          \
  __WL_FETCHED(SCALAR, SCALAR, 1, KIND)                               \
  __WL_FETCHED(NAME##1, SCALAR, 1, KIND)                              \
  __WL_FETCHED(NAME##2, SCALAR, 2, KIND)                              \
  __WL_FETCHED(NAME##4, SCALAR, 4, KIND)

// One geometry: C functions for the three kinds, and one name `at` to reach them by the kind's registers.
#define __WL_GEOMETRY(NAME, PARAMETERS)                                                              \
  extern "C" {                                                                                       \
  __device__ float4 __wl_tex_##NAME##_f PARAMETERS __attribute__((pure, nothrow));                   \
  __device__ int4 __wl_tex_##NAME##_s PARAMETERS __attribute__((pure, nothrow));                     \
  __device__ uint4 __wl_tex_##NAME##_u PARAMETERS __attribute__((pure, nothrow));                    \
  }
__WL_GEOMETRY(1dfetch, (unsigned long long, int x))
__WL_GEOMETRY(1d, (unsigned long long, float x))
__WL_GEOMETRY(2d, (unsigned long long, float x, float y))
__WL_GEOMETRY(3d, (unsigned long long, float x, float y, float z))
__WL_GEOMETRY(1dlayered, (unsigned long long, float x, int layer))
__WL_GEOMETRY(2dlayered, (unsigned long long, float x, float y, int layer))
__WL_GEOMETRY(cubemap, (unsigned long long, float x, float y, float z))
__WL_GEOMETRY(cubemaplayered, (unsigned long long, float x, float y, float z, int layer))
__WL_GEOMETRY(1dlod, (unsigned long long, float x, float level))
__WL_GEOMETRY(2dlod, (unsigned long long, float x, float y, float level))
__WL_GEOMETRY(3dlod, (unsigned long long, float x, float y, float z, float level))
__WL_GEOMETRY(2dgrad, (unsigned long long, float x, float y, float dxdx, float dxdy, float dydx, float dydy))
__WL_GEOMETRY(2dgather, (unsigned long long, float x, float y, int component))
#undef __WL_GEOMETRY

#define __WL_KIND(REGISTERS, K)                                                                                  \
  template <> struct __wl_registers<REGISTERS> {                                                                 \
    typedef unsigned long long H;                                                                                \
    __WL_D REGISTERS fetch1d(H t, int x) { return __wl_tex_1dfetch_##K(t, x); }                                  \
    __WL_D REGISTERS at1d(H t, float x) { return __wl_tex_1d_##K(t, x); }                                        \
    __WL_D REGISTERS at2d(H t, float x, float y) { return __wl_tex_2d_##K(t, x, y); }                            \
    __WL_D REGISTERS at3d(H t, float x, float y, float z) { return __wl_tex_3d_##K(t, x, y, z); }                \
    __WL_D REGISTERS at1dlayered(H t, float x, int l) { return __wl_tex_1dlayered_##K(t, x, l); }                \
    __WL_D REGISTERS at2dlayered(H t, float x, float y, int l) { return __wl_tex_2dlayered_##K(t, x, y, l); }    \
    __WL_D REGISTERS atcube(H t, float x, float y, float z) { return __wl_tex_cubemap_##K(t, x, y, z); }         \
    __WL_D REGISTERS atcubelayered(H t, float x, float y, float z, int l) { return __wl_tex_cubemaplayered_##K(t, x, y, z, l); } \
    __WL_D REGISTERS lod1d(H t, float x, float m) { return __wl_tex_1dlod_##K(t, x, m); }                        \
    __WL_D REGISTERS lod2d(H t, float x, float y, float m) { return __wl_tex_2dlod_##K(t, x, y, m); }            \
    __WL_D REGISTERS lod3d(H t, float x, float y, float z, float m) { return __wl_tex_3dlod_##K(t, x, y, z, m); } \
    __WL_D REGISTERS grad2d(H t, float x, float y, float2 dx, float2 dy) { return __wl_tex_2dgrad_##K(t, x, y, dx.x, dx.y, dy.x, dy.y); } \
    __WL_D REGISTERS gather2d(H t, float x, float y, int c) { return __wl_tex_2dgather_##K(t, x, y, c); }        \
  };
__WL_KIND(float4, f)
__WL_KIND(int4, s)
__WL_KIND(uint4, u)
#undef __WL_KIND
__WL_FETCHED_ALL(float, float, float4)
__WL_FETCHED_ALL(int, int, int4)
__WL_FETCHED_ALL(short, short, int4)
__WL_FETCHED_ALL(signed char, char, int4)
__WL_FETCHED_ALL(unsigned int, uint, uint4)
__WL_FETCHED_ALL(unsigned short, ushort, uint4)
__WL_FETCHED_ALL(unsigned char, uchar, uint4)
__WL_FETCHED(char, char, 1, int4)
__WL_FETCHED(long, long, 1, int4)
__WL_FETCHED(unsigned long, unsigned long, 1, uint4)
#undef __WL_FETCHED_ALL
#undef __WL_FETCHED

// The public functions: by value, and the older form that writes through a pointer.
#define __WL_FETCH(NAME, METHOD, PARAMETERS, ARGUMENTS)                                                     \
  template <typename T>                                                                                     \
  __WL_D T NAME(cudaTextureObject_t t, __WL_UNPACK PARAMETERS) {                                            \
    return __wl_fetched<T>::from(__wl_fetched<T>::METHOD(t, __WL_UNPACK ARGUMENTS));                        \
  }                                                                                                         \
  template <typename T>                                                                                     \
  __WL_D void NAME(T* out, cudaTextureObject_t t, __WL_UNPACK PARAMETERS) {                                 \
    *out = __wl_fetched<T>::from(__wl_fetched<T>::METHOD(t, __WL_UNPACK ARGUMENTS));                        \
  }
#define __WL_UNPACK(...) __VA_ARGS__
__WL_FETCH(tex1Dfetch, fetch1d, (int x), (x))
__WL_FETCH(tex1D, at1d, (float x), (x))
__WL_FETCH(tex2D, at2d, (float x, float y), (x, y))
__WL_FETCH(tex3D, at3d, (float x, float y, float z), (x, y, z))
__WL_FETCH(tex1DLayered, at1dlayered, (float x, int layer), (x, layer))
__WL_FETCH(tex2DLayered, at2dlayered, (float x, float y, int layer), (x, y, layer))
__WL_FETCH(texCubemap, atcube, (float x, float y, float z), (x, y, z))
__WL_FETCH(texCubemapLayered, atcubelayered, (float x, float y, float z, int layer), (x, y, z, layer))
__WL_FETCH(tex1DLod, lod1d, (float x, float level), (x, level))
__WL_FETCH(tex2DLod, lod2d, (float x, float y, float level), (x, y, level))
__WL_FETCH(tex3DLod, lod3d, (float x, float y, float z, float level), (x, y, z, level))
__WL_FETCH(tex2DGrad, grad2d, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
#undef __WL_FETCH
#undef __WL_UNPACK
template <typename T>
__WL_D T tex2Dgather(cudaTextureObject_t t, float x, float y, int component = 0) {
  return __wl_fetched<T>::from(__wl_fetched<T>::gather2d(t, x, y, component));
}
