// Texture references, which CUDA 12 removed and old programs still use. In the device module such a variable is a 64-bit
// global that holds the texture object bound to it, marked `texture` in `!nvvm.annotations`; reading it is no memory
// traffic. On the host it is the `textureReference` structure that the binding calls take.
#pragma once

#include "../driver_types.h"
#include "runtime.h"
#include "texture.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC

struct alignas(8) textureReference {
  int normalized;
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureAddressMode addressMode[3];
  struct cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  // The read mode, which is part of the variable's type; binding notes it here for the runtime.
  int __readMode;
};
template <typename T, int DIMENSION = cudaTextureType1D, cudaTextureReadMode MODE = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
  texture() = default;
  texture(int normalizedCoordinates, cudaTextureFilterMode filter, cudaTextureAddressMode address) {
    normalized = normalizedCoordinates;
    filterMode = filter;
    addressMode[0] = addressMode[1] = addressMode[2] = address;
    sRGB = 0;
  }
};
// What a fetch gives: the element, or floats of as many channels under cudaReadModeNormalizedFloat.
template <typename T, int CHANNELS> struct __wl_as_floats {};
template <typename T> struct __wl_as_floats<T, 1> { typedef float type; };
template <typename T> struct __wl_as_floats<T, 2> { typedef float2 type; };
template <typename T> struct __wl_as_floats<T, 4> { typedef float4 type; };
template <typename T, cudaTextureReadMode MODE> struct __wl_reads { typedef T type; };
template <typename T> struct __wl_reads<T, cudaReadModeNormalizedFloat> : __wl_as_floats<T, __wl_texel<T>::channels> {};

#define __WL_REFERENCE(NAME, PARAMETERS, ARGUMENTS)                                                          \
  template <typename T, int D, cudaTextureReadMode M>                                                        \
  __WL_D typename __wl_reads<T, M>::type NAME(const texture<T, D, M>& t, __WL_UNPACK PARAMETERS) {           \
    return NAME<typename __wl_reads<T, M>::type>(*(const cudaTextureObject_t*)&t, __WL_UNPACK ARGUMENTS);    \
  }
#define __WL_UNPACK(...) __VA_ARGS__
__WL_REFERENCE(tex1Dfetch, (int x), (x))
__WL_REFERENCE(tex1D, (float x), (x))
__WL_REFERENCE(tex2D, (float x, float y), (x, y))
__WL_REFERENCE(tex3D, (float x, float y, float z), (x, y, z))
__WL_REFERENCE(tex1DLayered, (float x, int layer), (x, layer))
__WL_REFERENCE(tex2DLayered, (float x, float y, int layer), (x, y, layer))
__WL_REFERENCE(texCubemap, (float x, float y, float z), (x, y, z))
__WL_REFERENCE(texCubemapLayered, (float x, float y, float z, int layer), (x, y, z, layer))
__WL_REFERENCE(tex1DLod, (float x, float level), (x, level))
__WL_REFERENCE(tex2DLod, (float x, float y, float level), (x, y, level))
__WL_REFERENCE(tex3DLod, (float x, float y, float z, float level), (x, y, z, level))
__WL_REFERENCE(tex2DGrad, (float x, float y, float2 dx, float2 dy), (x, y, dx, dy))
#undef __WL_REFERENCE
#undef __WL_UNPACK

extern "C" {
cudaError_t cudaBindTexture(size_t* offset, const textureReference* texture, const void* p, const cudaChannelFormatDesc* description, size_t size);
cudaError_t cudaBindTexture2D(size_t* offset, const textureReference* texture, const void* p, const cudaChannelFormatDesc* description, size_t width, size_t height, size_t pitch);
cudaError_t cudaBindTextureToArray(const textureReference* texture, cudaArray_const_t array, const cudaChannelFormatDesc* description);
cudaError_t cudaUnbindTexture(const textureReference* texture);
cudaError_t cudaGetTextureReference(const textureReference** texture, const void* symbol);
cudaError_t cudaGetTextureAlignmentOffset(size_t* offset, const textureReference* texture);
}
template <typename T, int D, cudaTextureReadMode M>
static inline const textureReference* __wl_reference(const texture<T, D, M>& t) {
  textureReference* reference = (textureReference*)&t;
  reference->__readMode = M;
  return reference;
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, D, M>& t, const void* p, const cudaChannelFormatDesc& description, size_t size = 0xffffffffu) {
  return cudaBindTexture(offset, __wl_reference(t), p, &description, size);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture(size_t* offset, const texture<T, D, M>& t, const void* p, size_t size = 0xffffffffu) {
  cudaChannelFormatDesc description = cudaCreateChannelDesc<T>();
  return cudaBindTexture(offset, __wl_reference(t), p, &description, size);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, D, M>& t, const void* p, const cudaChannelFormatDesc& description, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, __wl_reference(t), p, &description, width, height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTexture2D(size_t* offset, const texture<T, D, M>& t, const void* p, size_t width, size_t height, size_t pitch) {
  cudaChannelFormatDesc description = cudaCreateChannelDesc<T>();
  return cudaBindTexture2D(offset, __wl_reference(t), p, &description, width, height, pitch);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTextureToArray(const texture<T, D, M>& t, cudaArray_const_t array, const cudaChannelFormatDesc& description) {
  return cudaBindTextureToArray(__wl_reference(t), array, &description);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaBindTextureToArray(const texture<T, D, M>& t, cudaArray_const_t array) {
  cudaChannelFormatDesc description = cudaCreateChannelDesc<T>();
  return cudaBindTextureToArray(__wl_reference(t), array, &description);
}
template <typename T, int D, cudaTextureReadMode M>
static inline cudaError_t cudaUnbindTexture(const texture<T, D, M>& t) {
  return cudaUnbindTexture(__wl_reference(t));
}
