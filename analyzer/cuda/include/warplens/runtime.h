// C++ conveniences over the runtime API: typed allocation, symbols by reference, kernels by pointer.
#pragma once

#include "../cuda_runtime_api.h"
#include "define.h"

template <typename T> static inline cudaError_t cudaMalloc(T** p, size_t size) { return cudaMalloc((void**)p, size); }
template <typename T> static inline cudaError_t cudaMallocManaged(T** p, size_t size, unsigned int flags = cudaMemAttachGlobal) { return cudaMallocManaged((void**)p, size, flags); }
template <typename T> static inline cudaError_t cudaMallocHost(T** p, size_t size) { return cudaMallocHost((void**)p, size); }
template <typename T> static inline cudaError_t cudaHostAlloc(T** p, size_t size, unsigned int flags) { return cudaHostAlloc((void**)p, size, flags); }
template <typename T> static inline cudaError_t cudaHostGetDevicePointer(T** p, void* host, unsigned int flags) { return cudaHostGetDevicePointer((void**)p, host, flags); }
template <typename T> static inline cudaError_t cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height) { return cudaMallocPitch((void**)p, pitch, width, height); }
template <typename T> static inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) { return cudaMemcpyToSymbol((const void*)&symbol, from, count, offset, kind); }
template <typename T> static inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) { return cudaMemcpyFromSymbol(to, (const void*)&symbol, count, offset, kind); }
template <typename T, typename S> static inline cudaError_t cudaGetSymbolAddress(T** p, const S& symbol) { return cudaGetSymbolAddress((void**)p, (const void*)&symbol); }
template <typename S> static inline cudaError_t cudaGetSymbolSize(size_t* size, const S& symbol) { return cudaGetSymbolSize(size, (const void*)&symbol); }
template <typename F> static inline cudaError_t cudaFuncSetAttribute(F* kernel, cudaFuncAttribute attribute, int value) { return cudaFuncSetAttribute((const void*)kernel, attribute, value); }
static inline cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t width, size_t height) { return cudaPitchedPtr{p, pitch, width, height}; }
static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return cudaExtent{width, height, depth}; }
template <typename T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(sizeof(T) * 8, 0, 0, 0, T(0.5f) != T(0) ? cudaChannelFormatKindFloat : T(-1) < T(0) ? cudaChannelFormatKindSigned : cudaChannelFormatKindUnsigned);
}
