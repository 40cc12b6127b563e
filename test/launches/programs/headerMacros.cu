#include "include/tuning.h"
__global__ void add(float* a, const float* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}
__global__ void smooth(float* out, const float* in, int width) {
  int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
  out[y * width + x] = in[y * width + x];
}
__global__ void sums(const double* in, double* out) {
  extern __shared__ double part[];
  part[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = part[0] + part[1];
}
int main() {
  const int n = 100000;
  float *a, *b;
  double *c, *d;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(double));
  cudaMalloc(&d, n * sizeof(double));
  LAUNCH_1D(add, n, a, b, n);  // launch add 521 192 0
  add<<<n, THREADS_PER_BLOCK / 2>>>(a, b, n);  // launch add 100000 96 0
  smooth<<<dim3(4, 8), dim3(TILE_X, TILE_Y)>>>(a, b, 128);  // launch smooth 4,8 32,8 0
  LaunchShape shape = shapeOf(n - 32);
  sums<<<shape.grid, shape.block, shape.shared>>>(c, d);  // launch sums 1562 64 512
  return cudaDeviceSynchronize();
}
