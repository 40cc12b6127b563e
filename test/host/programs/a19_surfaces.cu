// Surfaces are written, read and shared with a texture.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void write(cudaSurfaceObject_t s) { surf2Dwrite(threadIdx.y * 10.0f + threadIdx.x, s, threadIdx.x * 4, threadIdx.y); }
__global__ void twice(cudaSurfaceObject_t s, float* out) {
  float v;
  surf2Dread(&v, s, threadIdx.x * 4, threadIdx.y);
  surf2Dwrite(v * 2, s, threadIdx.x * 4, threadIdx.y);
  out[threadIdx.y * 8 + threadIdx.x] = surf2Dread<float>(s, (threadIdx.x + 4) * 4, threadIdx.y, cudaBoundaryModeClamp) + surf2Dread<float>(s, 4 * 100, 0, cudaBoundaryModeZero);
}
int main() {
  cudaArray_t a;
  cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
  SAY(cudaMallocArray(&a, &c, 8, 4, cudaArraySurfaceLoadStore));
  cudaResourceDesc r;
  memset(&r, 0, sizeof r);
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaSurfaceObject_t s;
  SAY(cudaCreateSurfaceObject(&s, &r));
  write<<<1, dim3(8, 4)>>>(s);
  float h[32], *out;
  SAY(cudaMemcpy2DFromArray(h, 32, a, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  printf("%g %g\n", h[9], h[31]);
  cudaMalloc(&out, 128);
  twice<<<1, dim3(1, 4)>>>(s, out);
  cudaMemcpy(h, out, 128, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[24]);
  SAY(cudaMemcpy2DFromArray(h, 32, a, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
  printf("%g %g\n", h[8], h[9]);
  SAY(cudaDestroySurfaceObject(s));
  cudaFreeArray(a);
  cudaFree(out);
}
