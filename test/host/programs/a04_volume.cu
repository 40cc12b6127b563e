// Three-dimensional memory: pitch, slices, copies with a box.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void fill(cudaPitchedPtr p, int w, int h, int d) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  char* slice = (char*)p.ptr + z * p.pitch * h;
  if (x < w) ((int*)(slice + y * p.pitch))[x] = x + 10 * y + 100 * z;
}
int main() {
  cudaPitchedPtr p;
  cudaExtent e = make_cudaExtent(8 * sizeof(int), 4, 3);
  SAY(cudaMalloc3D(&p, e));
  printf("%zu %zu %zu\n", p.pitch, p.xsize, p.ysize);
  fill<<<dim3(4, 3), 32>>>(p, 8, 4, 3);
  int h[3 * 4 * 8];
  cudaMemcpy3DParms c = {0};
  c.srcPtr = p;
  c.dstPtr = make_cudaPitchedPtr(h, 32, 8, 4);
  c.extent = e;
  c.kind = cudaMemcpyDeviceToHost;
  SAY(cudaMemcpy3D(&c));
  printf("%d %d %d\n", h[0], h[4 * 8 + 8 + 3], h[95]);
  SAY(cudaMemset3D(p, 0, make_cudaExtent(4, 2, 3)));
  SAY(cudaMemcpy3D(&c));
  printf("%d %d %d\n", h[64], h[65], h[64 + 16]);
  cudaFree(p.ptr);
}
