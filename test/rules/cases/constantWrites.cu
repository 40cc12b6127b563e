// stores and atomics of device code to constant memory, and what only looks like them
#include <cuda_runtime.h>
struct Settings { int width; float* rows; };
__constant__ float factor[32];
__constant__ float grid2[4][8];
__constant__ int total;
__constant__ Settings settings;
__constant__ float* pointers[4];
__device__ float plain[32];
__global__ void element(float v) { factor[threadIdx.x] = v; }
//                                 ^^^^^^^^^^^^^^^^^^^ expect: constant-write "factor is constant memory, which kernels cannot write: the launch"
__device__ void helper(int i) { grid2[i][plain[i] > 0 ? 1 : 0] += 1; }
//                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ expect: constant-write "grid2 is constant memory, which kernels cannot write: the launch f"
__global__ void scalar() { helper(threadIdx.x); total = 3; }
//                                              ^^^^^ expect: constant-write "total is constant memory, which kernels cannot write: the launch f"
__global__ void counts() { atomicAdd(&total, 1); }
//                                   ^^^^^^ expect: constant-write "total is constant memory, which kernels cannot write: the launch f"
__global__ void member() { settings.width = 4; }
//                         ^^^^^^^^^^^^^^ expect: constant-write "settings is constant memory, which kernels cannot write: the launc"
__global__ void behind(int i) { settings.rows[i] = 1; pointers[i & 3][i] = 2; *pointers[0] = 3; plain[i] = factor[i]; }
__global__ void hidden(float* factor, int i) { factor[i] = 2; int total = 0; total += i; plain[0] = total; }
