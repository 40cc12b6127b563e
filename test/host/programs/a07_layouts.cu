// Array of structures, structure of arrays, vectors, strides.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
struct Point { float x, y, z; };
__global__ void aos(const Point* p, float* out) { out[threadIdx.x] = p[threadIdx.x].x + p[threadIdx.x].y * p[threadIdx.x].z; }
__global__ void soa(const float* x, const float* y, const float* z, float* out) { out[threadIdx.x] += x[threadIdx.x] + y[threadIdx.x] * z[threadIdx.x]; }
__global__ void vec(const float4* v, float* out) { float4 f = v[threadIdx.x]; out[threadIdx.x] += f.x + f.w; }
int main() {
  float h[128], *a, *out;
  for (int i = 0; i < 128; ++i) h[i] = i;
  cudaMalloc(&a, 512);
  cudaMalloc(&out, 128);
  cudaMemcpy(a, h, 512, cudaMemcpyHostToDevice);
  aos<<<1, 32>>>((Point*)a, out);
  soa<<<1, 32>>>(a, a + 32, a + 64, out);
  vec<<<1, 32>>>((float4*)a, out);
  cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", h[0], h[1], h[31]);
  cudaFree(a);
  cudaFree(out);
}
