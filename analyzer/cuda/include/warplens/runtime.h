// C++ conveniences over the runtime API: typed allocation, symbols by reference, kernels by pointer, `make_cuda*`.
// All inline, so that only the C entry points remain in the host module.
#pragma once

#include "../cuda_runtime_api.h"
#include "define.h"

#define __WL_H static __inline__ __attribute__((host, always_inline))

template <typename T>
__WL_HD cudaError_t cudaMalloc(T** p, size_t size) {
  return cudaMalloc((void**)(void*)p, size);
}
template <typename T>
__WL_H cudaError_t cudaMallocManaged(T** p, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)p, size, flags);
}
template <typename T>
__WL_H cudaError_t cudaMallocHost(T** p, size_t size, unsigned int flags = 0) {
  return flags ? cudaHostAlloc((void**)(void*)p, size, flags) : cudaMallocHost((void**)(void*)p, size);
}
template <typename T>
__WL_H cudaError_t cudaHostAlloc(T** p, size_t size, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)p, size, flags);
}
template <typename T>
__WL_H cudaError_t cudaHostGetDevicePointer(T** p, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)p, host, flags);
}
template <typename T>
__WL_H cudaError_t cudaMallocPitch(T** p, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)p, pitch, width, height);
}
template <typename T>
__WL_H cudaError_t cudaMallocAsync(T** p, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)p, size, stream);
}
template <typename T>
__WL_H cudaError_t cudaMallocAsync(T** p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)p, size, pool, stream);
}
template <typename T>
__WL_H cudaError_t cudaMallocFromPoolAsync(T** p, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)p, size, pool, stream);
}
template <typename S>
__WL_H cudaError_t cudaMemcpyToSymbol(const S& symbol, const void* from, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, from, count, offset, kind);
}
template <typename S>
__WL_H cudaError_t cudaMemcpyFromSymbol(void* to, const S& symbol, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)&symbol, count, offset, kind);
}
template <typename S>
__WL_H cudaError_t cudaMemcpyToSymbolAsync(const S& symbol, const void* from, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, from, count, offset, kind, stream);
}
template <typename S>
__WL_H cudaError_t cudaMemcpyFromSymbolAsync(void* to, const S& symbol, size_t count, size_t offset = 0, cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, count, offset, kind, stream);
}
template <typename T, typename S>
__WL_H cudaError_t cudaGetSymbolAddress(T** p, const S& symbol) {
  return cudaGetSymbolAddress((void**)(void*)p, (const void*)&symbol);
}
template <typename S>
__WL_H cudaError_t cudaGetSymbolSize(size_t* size, const S& symbol) {
  return cudaGetSymbolSize(size, (const void*)&symbol);
}
template <typename F>
__WL_H cudaError_t cudaFuncSetAttribute(F* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <typename F>
__WL_H cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* kernel) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <typename F>
__WL_H cudaError_t cudaGetKernel(cudaKernel_t* handle, F* kernel) {
  return cudaGetKernel(handle, (const void*)kernel);
}
template <typename F>
__WL_H cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, F* kernel) {
  return cudaGetFuncBySymbol(function, (const void*)kernel);
}
template <typename F>
__WL_H cudaError_t cudaFuncSetCacheConfig(F* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <typename F>
__WL_H cudaError_t cudaFuncSetSharedMemConfig(F* kernel, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)kernel, config);
}
template <typename F>
__WL_H cudaError_t cudaLaunchKernel(F* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
template <typename F>
__WL_H cudaError_t cudaLaunchCooperativeKernel(F* kernel, dim3 grid, dim3 block, void** arguments, size_t shared = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block, arguments, shared, stream);
}
template <typename... P, typename... A>
__WL_H cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  return [&](P... values) {
    void* pointers[] = {(void*)&values..., nullptr};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  }(static_cast<A&&>(arguments)...);
}
template <typename F>
__WL_H cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* kernel, int blockSize, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)kernel, blockSize, shared);
}
template <typename F>
__WL_H cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* kernel, int blockSize, size_t shared, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)kernel, blockSize, shared, flags);
}
template <typename F>
__WL_H cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* size, F* kernel, int blocks, int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(size, (const void*)kernel, blocks, blockSize);
}
template <typename F>
__WL_H cudaError_t cudaOccupancyMaxPotentialClusterSize(int* clusterSize, F* kernel, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void*)kernel, config);
}
template <typename F>
__WL_H cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, F* kernel, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void*)kernel, config);
}
// The occupancy calculator's search: the block size, a multiple of the warp, with the most resident threads.
template <typename U, typename F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* minGridSize, int* blockSize, F* kernel, U sharedForBlock, int limit = 0) {
  cudaFuncAttributes attributes;
  int device, processors, threads, best = 0;
  cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
  if (error != cudaSuccess) return error;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  int largest = attributes.maxThreadsPerBlock;
  if (limit > 0 && limit < largest) largest = limit;
  for (int size = (largest + 31) / 32 * 32; size > 0; size -= 32) {
    int candidate = size < largest ? size : largest, blocks = 0;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, candidate, sharedForBlock(candidate));
    if (error != cudaSuccess) return error;
    if (blocks * candidate > best) {
      best = blocks * candidate;
      *blockSize = candidate;
      *minGridSize = blocks * processors;
    }
    if (best == threads) break;
  }
  return cudaSuccess;
}
template <typename F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, F* kernel, size_t shared = 0, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(minGridSize, blockSize, kernel, [=](int) { return shared; }, limit);
}
template <typename F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* minGridSize, int* blockSize, F* kernel, size_t shared = 0, int limit = 0, unsigned int = 0) {
  return cudaOccupancyMaxPotentialBlockSize(minGridSize, blockSize, kernel, shared, limit);
}
__WL_H cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) { return cudaEventCreateWithFlags(event, flags); }
__WL_H cudaError_t cudaMemPrefetchAsync(const void* p, size_t count, cudaMemLocation location, unsigned int flags, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync_v2(p, count, location, flags, stream);
}
__WL_H cudaError_t cudaMemAdvise(const void* p, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return cudaMemAdvise_v2(p, count, advice, location);
}

__WL_H cudaPitchedPtr make_cudaPitchedPtr(void* p, size_t pitch, size_t width, size_t height) { return cudaPitchedPtr{p, pitch, width, height}; }
__WL_H cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) { return cudaExtent{width, height, depth}; }
__WL_H cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return cudaPos{x, y, z}; }

// Channel descriptors: bits and kind of each channel of a texel type.
template <typename T> struct __wl_channel { enum { bits = sizeof(T) * 8, kind = cudaChannelFormatKindUnsigned }; };
#define __WL_CHANNEL(TYPE, KIND) \
  template <> struct __wl_channel<TYPE> { enum { bits = sizeof(TYPE) * 8, kind = cudaChannelFormatKind##KIND }; };
__WL_CHANNEL(char, Signed)
__WL_CHANNEL(signed char, Signed)
__WL_CHANNEL(short, Signed)
__WL_CHANNEL(int, Signed)
__WL_CHANNEL(long, Signed)
__WL_CHANNEL(float, Float)
#undef __WL_CHANNEL
template <typename T, int N> struct __wl_texel_shape { typedef T channel; enum { channels = N }; };
template <typename T> struct __wl_texel : __wl_texel_shape<T, 1> {};
#define __WL_TEXEL(NAME, TYPE)                                          \
  template <> struct __wl_texel<NAME##1> : __wl_texel_shape<TYPE, 1> {}; \
  template <> struct __wl_texel<NAME##2> : __wl_texel_shape<TYPE, 2> {}; \
  template <> struct __wl_texel<NAME##3> : __wl_texel_shape<TYPE, 3> {}; \
  template <> struct __wl_texel<NAME##4> : __wl_texel_shape<TYPE, 4> {};
__WL_TEXEL(char, signed char)
__WL_TEXEL(uchar, unsigned char)
__WL_TEXEL(short, short)
__WL_TEXEL(ushort, unsigned short)
__WL_TEXEL(int, int)
__WL_TEXEL(uint, unsigned int)
__WL_TEXEL(float, float)
#undef __WL_TEXEL
template <typename T>
__WL_H cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef __wl_texel<T> texel;
  typedef __wl_channel<typename texel::channel> channel;
  int n = texel::channels, bits = channel::bits;
  return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0, (cudaChannelFormatKind)channel::kind);
}
__WL_H cudaChannelFormatDesc cudaCreateChannelDescHalf() { return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat); }

// What clang makes of a launch in device code.
#ifdef __CUDA_ARCH__
extern "C" __device__ void* cudaGetParameterBuffer(size_t alignment, size_t size);
extern "C" __device__ cudaError_t cudaLaunchDevice(void* kernel, void* parameters, dim3 grid, dim3 block, unsigned int shared, cudaStream_t stream);
#endif

// A condition of a graph is a word of memory, and its handle the address.
static __inline__ __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  *(volatile unsigned int*)handle = value;
}

#undef __WL_H
