// Old names in arms for other toolkits and other makers are no findings; in arms that every compile takes they are.
#include <cuda_runtime.h>
#define FULL 0xffffffff
__device__ float a(float v) {
#if CUDART_VERSION >= 9000
    return v + __shfl_xor_sync(FULL, v, 16);
#else
    return v + __shfl_xor(v, 16);
#endif
}
__device__ float b(float v) {
#if defined(CUDA_VERSION) && CUDA_VERSION >= 9000
    return v + __shfl_xor_sync(FULL, v, 16);
#else
    return v + __shfl_xor(v, 16);
#endif
}
__device__ float c(float v) {
#if __CUDA_ARCH__ >= 700
    return v + __shfl_xor_sync(FULL, v, 16);
#else
    return v + __shfl_xor(v, 16);
#endif
}
__device__ float d(float v) {
#ifdef USE_HIP
    return v + __shfl_xor(v, 16);
#else
    return v + __shfl_xor_sync(FULL, v, 16);
#endif
}
__device__ float e(float v) {
#if __CUDACC_VER_MAJOR__ >= 9
    v += __shfl_xor_sync(FULL, v, 16);
#else
    v += __shfl_xor(v, 16);
#endif
    return v;
}
#ifndef __OLD_SHUFFLES_H__
#define __OLD_SHUFFLES_H__
__device__ float guarded(float v) { return __shfl(v, 0); }
//                                         ^^^^^^ expect: removed-api "__shfl was removed for sm_70 and later. Use __shfl_sync."
#endif
#ifdef __CUDACC__
__device__ float ofDevice(float v) { return __shfl(v, 0); }
//                                          ^^^^^^ expect: removed-api "__shfl was removed for sm_70 and later. Use __shfl_sync."
#endif
#define OLD 1
#if OLD
__device__ float chosen(float v) { return __shfl(v, 0); }
//                                        ^^^^^^ expect: removed-api "__shfl was removed for sm_70 and later. Use __shfl_sync."
#endif
__global__ void k(float* p) {
    p[threadIdx.x] = a(p[threadIdx.x]) + b(1) + c(2) + d(3) + e(3) + guarded(4) + ofDevice(5) + chosen(6);
}
