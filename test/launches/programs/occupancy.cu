#include <cstdio>
__global__ void work(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 2 * data[i];
}
__global__ void persistent(float* data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] += 1;
}
__global__ void perProcessor(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }
int main() {
  const int n = 1 << 20;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  int minGrid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&minGrid, &block, work, 0, 0);
  work<<<(n + block - 1) / block, block>>>(data, n);  // launch work 1024 1024 0
  int active = 0, device = 0, processors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&active, persistent, 256, 0);
  persistent<<<processors * active, 256>>>(data, n);  // launch persistent 1056 256 0
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, device);
  perProcessor<<<2 * properties.multiProcessorCount, properties.maxThreadsPerBlock / 2>>>((int*)data);  // launch perProcessor 264 512 0
  perProcessor<<<properties.multiProcessorCount, properties.warpSize>>>((int*)data);  // launch perProcessor 132 32 0
  cudaDeviceSynchronize();
}
