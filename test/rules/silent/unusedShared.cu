// A dynamic shared array that is declared and never touched needs no bytes at the launch.
#include <cuda_runtime.h>

__global__ void cube(float* values, int count) {
  extern __shared__ float spare[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = values[i] * values[i] * values[i];
}

cudaError_t cubeAll(float* values, int count) {
  cube<<<(count + 127) / 128, 128>>>(values, count);
  return cudaGetLastError();
}
