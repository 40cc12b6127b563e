#include <cub/cub.cuh>
#include <cstdio>
#include <cstdlib>
// What a call gets the address of is not what it was before: neither a local variable nor a global one.
__global__ void whole(float* data, size_t n) { if (threadIdx.x < n) data[threadIdx.x] = 1; }
__global__ void kept(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 2; }
__constant__ int device_sizes[2];

static int count = 0;
int sizes[2] = {12, 96};

int main(int argc, char** argv) {
  float *in, *out;
  cudaMalloc(&in, 4096 * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  size_t bytes = 0;
  void* scratch = nullptr;
  cub::DeviceReduce::Sum(nullptr, bytes, in, out, 4096);
  cudaMalloc(&scratch, bytes);
  cub::DeviceReduce::Sum(scratch, bytes, in, out, 4096);
  if (scanf("%d", &count) != 1) count = 7;
  whole<<<count, 64>>>(in, bytes);  // launch whole ? 64 0
  cudaMemcpyToSymbol(device_sizes, sizes, sizeof sizes);
  kept<<<sizes[0], sizes[1]>>>(in);  // launch kept 12 96 0
  cudaFree(scratch);
}
