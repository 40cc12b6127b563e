#include "shared.h"
__device__ int hits;
__constant__ float coefficients[4];
static int state = 7;
int otherState() { return state; }
static __global__ void local(int* p) { p[threadIdx.x + 16] = 2; }
void runLocal(int* p) { local<<<1, 16>>>(p); }
__device__ float poly(float x) { return coefficients[0] + coefficients[1] * x; }
static __global__ void scale(float* d, int n, float s) { int i = threadIdx.x; if (i < n) d[i] *= s; }
void launch_scale(float* d, const Job& job, cudaStream_t s) { scale<<<1, 256, 0, s>>>(d, job.n, job.scale); }
__global__ void offset(float* d, int n, float by) { int i = threadIdx.x; if (i < n) d[i] += by; }
