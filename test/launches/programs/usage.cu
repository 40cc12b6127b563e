#include <stdio.h>
#include <stdlib.h>
#define BLOCK 128

__global__ void scale(float* data, float by, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) data[i] *= by;
}
__global__ void shift(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) data[i] = data[i + 1];
}

int main(int argc, char* argv[]) {
  if (argc != 3) {
    printf("Usage: %s <elements> <repeat>\n", argv[0]);
    return 1;
  }
  const int n = atoi(argv[1]);
  const int repeat = atoi(argv[2]);
  float* data;
  cudaMalloc((void**)&data, n * sizeof(float));
  dim3 block(BLOCK);
  dim3 grid((n + BLOCK - 1) / BLOCK);
  for (int i = 0; i < repeat; i++) {
    scale<<<grid, block>>>(data, 1.5f, n);  // launch scale ? 128 0
    shift<<<64, block.x / 2, 64 * sizeof(float)>>>(data, n);  // launch shift 64 64 256
  }
  cudaDeviceSynchronize();
  cudaFree(data);
  return 0;
}
