// CUB's allocator that keeps freed blocks for later: sizes are rounded up to powers of a growth factor.
#pragma once

#include "cub_base.h"

namespace cub {

struct CachingDeviceAllocator {
  explicit CachingDeviceAllocator(bool = false, bool = false) {}
  CachingDeviceAllocator(unsigned int growth, unsigned int minimum = 1, unsigned int maximum = ~0u, size_t most = ~size_t(0), bool = false, bool = false)
      : bin_growth(growth), min_bin(minimum), max_bin(maximum), max_cached_bytes(most) {}
  CachingDeviceAllocator(const CachingDeviceAllocator&) = delete;
  ~CachingDeviceAllocator() { FreeAllCached(); }

  cudaError_t SetMaxCachedBytes(size_t bytes) { return max_cached_bytes = bytes, cudaSuccess; }
  cudaError_t DeviceAllocate(int, void** p, size_t bytes, cudaStream_t stream = 0) { return DeviceAllocate(p, bytes, stream); }
  cudaError_t DeviceAllocate(void** p, size_t bytes, cudaStream_t stream = 0) {
    *p = nullptr;
    size_t room = bin_of(bytes);
    // Free blocks may be taken on their own stream at once; of another one only what was waited for.
    for (block** at = &blocks; *at; at = &(*at)->next) {
      block& one = **at;
      if (one.isLive || one.bytes != room || (one.stream != stream && cudaStreamQuery(one.stream) != cudaSuccess)) continue;
      one.isLive = true, one.stream = stream;
      cached -= room;
      return *p = one.p, cudaSuccess;
    }
    cudaError_t error = cudaMalloc(p, room);
    if (error == cudaErrorMemoryAllocation) {
      cudaGetLastError();
      FreeAllCached();
      error = cudaMalloc(p, room);
    }
    if (error == cudaSuccess) blocks = new block{*p, room, stream, true, blocks};
    return error;
  }
  cudaError_t DeviceFree(int, void* p) { return DeviceFree(p); }
  cudaError_t DeviceFree(void* p) {
    for (block** at = &blocks; *at; at = &(*at)->next) {
      block* const one = *at;
      if (one->p != p || !one->isLive) continue;
      const bool isKept = one->bytes <= largest_bin() && cached + one->bytes <= max_cached_bytes;
      if (isKept) return one->isLive = false, cached += one->bytes, cudaSuccess;
      *at = one->next;
      delete one;
      break;
    }
    return cudaFree(p);
  }
  cudaError_t FreeAllCached() {
    cudaError_t error = cudaSuccess;
    for (block** at = &blocks; *at;) {
      block* const one = *at;
      if (one->isLive) {
        at = &one->next;
        continue;
      }
      if (!error) error = cudaFree(one->p);
      *at = one->next;
      delete one;
    }
    cached = 0;
    return error;
  }

  unsigned int bin_growth = 8, min_bin = 3, max_bin = 7;
  size_t max_cached_bytes = 6 * 1024 * 1024 - 1;

private:
  struct block {
    void* p;
    size_t bytes;
    cudaStream_t stream;
    bool isLive;
    block* next;
  };
  block* blocks = nullptr;
  size_t cached = 0;

  size_t power(unsigned int bin) const {
    size_t size = 1;
    for (unsigned int i = 0; i < bin && size < (size_t(1) << 40); i++) size *= bin_growth;
    return size;
  }
  size_t largest_bin() const { return power(max_bin); }
  size_t bin_of(size_t bytes) const {
    if (bytes > largest_bin()) return bytes;
    size_t size = power(min_bin);
    while (size < bytes) size *= bin_growth;
    return size;
  }
};

}  // namespace cub
