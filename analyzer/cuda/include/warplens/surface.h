// Surface reads and writes. The x coordinate is in bytes. Each is a call of an external `__wl_surf_*` function with the
// width of the access in bytes; data travels in four 32-bit words, little-endian. analyzer/cuda/README.md lists them.
#pragma once

#include "../driver_types.h"
#include "define.h"

template <typename T> union __wl_surface_data {
  uint4 words;
  T value;
  __WL_D T unpack(uint4 words) {
    __wl_surface_data u;
    u.words = words;
    return u.value;
  }
  __WL_D uint4 pack(T value) {
    __wl_surface_data u;
    u.words = uint4{0, 0, 0, 0};
    u.value = value;
    return u.words;
  }
};

#define __WL_UNPACK(...) __VA_ARGS__
#define __WL_SURFACE(GEOMETRY, READ, WRITE, PARAMETERS, ARGUMENTS)                                                      \
  extern "C" __device__ uint4 __wl_surf_##GEOMETRY##_read(unsigned long long, int bytes, int mode, __WL_UNPACK PARAMETERS); \
  extern "C" __device__ void __wl_surf_##GEOMETRY##_write(unsigned long long, int bytes, int mode, unsigned int d0, unsigned int d1, unsigned int d2, unsigned int d3, __WL_UNPACK PARAMETERS); \
  template <typename T>                                                                                                 \
  __WL_D T READ(cudaSurfaceObject_t s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
    return __wl_surface_data<T>::unpack(__wl_surf_##GEOMETRY##_read(s, sizeof(T), mode, __WL_UNPACK ARGUMENTS));        \
  }                                                                                                                     \
  template <typename T>                                                                                                 \
  __WL_D void READ(T* out, cudaSurfaceObject_t s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *out = READ<T>(s, __WL_UNPACK ARGUMENTS, mode);                                                                     \
  }                                                                                                                     \
  template <typename T>                                                                                                 \
  __WL_D void WRITE(T value, cudaSurfaceObject_t s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    uint4 d = __wl_surface_data<T>::pack(value);                                                                        \
    __wl_surf_##GEOMETRY##_write(s, sizeof(T), mode, d.x, d.y, d.z, d.w, __WL_UNPACK ARGUMENTS);                        \
  }
__WL_SURFACE(1d, surf1Dread, surf1Dwrite, (int x), (x))
__WL_SURFACE(2d, surf2Dread, surf2Dwrite, (int x, int y), (x, y))
__WL_SURFACE(3d, surf3Dread, surf3Dwrite, (int x, int y, int z), (x, y, z))
__WL_SURFACE(1dlayered, surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), (x, layer))
__WL_SURFACE(2dlayered, surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), (x, y, layer))
__WL_SURFACE(cubemap, surfCubemapread, surfCubemapwrite, (int x, int y, int face), (x, y, face))
#undef __WL_SURFACE
#undef __WL_UNPACK
