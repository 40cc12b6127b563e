// Surface references, which CUDA 12 removed. As texture references are, such a variable is a 64-bit global of the device
// module that holds the surface object bound to it, marked `surface` in `!nvvm.annotations`.
#pragma once

#include "surface.h"
#include "texture_reference.h"

#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

struct alignas(8) surfaceReference {
  struct cudaChannelFormatDesc channelDesc;
};
template <typename T, int DIMENSION = cudaSurfaceType1D> struct __attribute__((device_builtin_surface_type)) surface;
template <int DIMENSION> struct __attribute__((device_builtin_surface_type)) surface<void, DIMENSION> : surfaceReference {};

#define __WL_UNPACK(...) __VA_ARGS__
#define __WL_REFERENCE(READ, WRITE, PARAMETERS, ARGUMENTS)                                                                \
  template <typename T, int D>                                                                                           \
  __WL_D T READ(const surface<void, D>& s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return READ<T>(*(const cudaSurfaceObject_t*)&s, __WL_UNPACK ARGUMENTS, mode);                                        \
  }                                                                                                                      \
  template <typename T, int D>                                                                                           \
  __WL_D void READ(T* out, const surface<void, D>& s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *out = READ<T>(*(const cudaSurfaceObject_t*)&s, __WL_UNPACK ARGUMENTS, mode);                                        \
  }                                                                                                                      \
  template <typename T, int D>                                                                                           \
  __WL_D void WRITE(T value, const surface<void, D>& s, __WL_UNPACK PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    WRITE(value, *(const cudaSurfaceObject_t*)&s, __WL_UNPACK ARGUMENTS, mode);                                          \
  }
__WL_REFERENCE(surf1Dread, surf1Dwrite, (int x), (x))
__WL_REFERENCE(surf2Dread, surf2Dwrite, (int x, int y), (x, y))
__WL_REFERENCE(surf3Dread, surf3Dwrite, (int x, int y, int z), (x, y, z))
__WL_REFERENCE(surf1DLayeredread, surf1DLayeredwrite, (int x, int layer), (x, layer))
__WL_REFERENCE(surf2DLayeredread, surf2DLayeredwrite, (int x, int y, int layer), (x, y, layer))
__WL_REFERENCE(surfCubemapread, surfCubemapwrite, (int x, int y, int face), (x, y, face))
#undef __WL_REFERENCE
#undef __WL_UNPACK

extern "C" cudaError_t cudaBindSurfaceToArray(const surfaceReference* surface, cudaArray_const_t array, const cudaChannelFormatDesc* description);
extern "C" cudaError_t cudaGetSurfaceReference(const surfaceReference** surface, const void* symbol);
template <int D>
static inline cudaError_t cudaBindSurfaceToArray(const surface<void, D>& s, cudaArray_const_t array, const cudaChannelFormatDesc& description) {
  return cudaBindSurfaceToArray((const surfaceReference*)&s, array, &description);
}
template <int D>
static inline cudaError_t cudaBindSurfaceToArray(const surface<void, D>& s, cudaArray_const_t array) {
  cudaChannelFormatDesc description;
  cudaError_t code = cudaGetChannelDesc(&description, array);
  return code == cudaSuccess ? cudaBindSurfaceToArray((const surfaceReference*)&s, array, &description) : code;
}
