#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void plain(float* data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}
__global__ void together(float* data, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) data[i] += 1;
  grid.sync();
  if (grid.thread_rank() == 0) data[0] = 2;
}
__global__ void extended(float* data, int n) { data[blockIdx.x * blockDim.x + threadIdx.x] = n; }
template <typename T>
__global__ void typed(T* data, T value) { data[threadIdx.x] = value; }

int main() {
  int n = 8192;
  float* data;
  cudaMalloc(&data, n * sizeof(float));
  void* arguments[] = {&data, &n};
  cudaLaunchKernel((void*)plain, dim3(32), dim3(256), arguments, 0, 0);  // launch plain 32 256 0
  dim3 block(128), grid(64);
  cudaLaunchKernel((const void*)plain, grid, block, arguments, 1024, nullptr);  // launch plain 64 128 1024
  cudaLaunchCooperativeKernel((void*)together, 16, 512, arguments, 0, 0);  // launch together 16 512 0
  cudaLaunchConfig_t config = {0};
  config.gridDim = dim3(8, 2);
  config.blockDim = 160;
  config.dynamicSmemBytes = 4 * config.blockDim.x;
  cudaLaunchKernelEx(&config, extended, data, n);  // launch extended 8,2 160 640
  float value = 3;
  void* more[] = {&data, &value};
  cudaLaunchKernel((void*)typed<float>, 1, 96, more, 0, 0);  // launch typed<float> 1 96 0
  cudaDeviceSynchronize();
}
