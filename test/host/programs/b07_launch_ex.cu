// Launches by configuration structure: attributes, clusters, cooperation, and what is refused.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
namespace cg = cooperative_groups;
__global__ void put(int* p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v + blockIdx.x; }
__global__ void everyone(int* p) {
  p[cg::this_grid().thread_rank()] = 1;
  cg::this_grid().sync();
  if (cg::this_grid().thread_rank() == 0) {
    int sum = 0;
    for (unsigned i = 0; i < cg::this_grid().size(); i++) sum += p[i];
    p[0] = sum;
  }
}
int main() {
  int *d, h[256];
  cudaMalloc(&d, 1 << 20);
  cudaLaunchConfig_t how = {};
  how.gridDim = dim3(2);
  how.blockDim = dim3(64);
  SAY(cudaLaunchKernelEx(&how, put, d, 5));
  SAY(cudaMemcpy(h, d, 512, cudaMemcpyDeviceToHost));
  printf("%d %d\n", h[0], h[127]);
  cudaLaunchAttribute with[1];
  with[0].id = cudaLaunchAttributeCooperative;
  with[0].val.cooperative = 1;
  how.attrs = with;
  how.numAttrs = 1;
  SAY(cudaLaunchKernelEx(&how, everyone, d));
  SAY(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
  printf("%d\n", h[0]);
  how.gridDim = dim3(100000);
  SAY(cudaLaunchKernelEx(&how, everyone, d));
  SAY(cudaGetLastError());
  void* args[] = {&d};
  SAY(cudaLaunchCooperativeKernel((void*)everyone, dim3(4), dim3(64), args, 0, 0));
  SAY(cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost));
  printf("%d\n", h[0]);
  SAY(cudaLaunchCooperativeKernel((void*)everyone, dim3(100000), dim3(64), args, 0, 0));
  SAY(cudaGetLastError());
  with[0].id = cudaLaunchAttributeClusterDimension;
  with[0].val.clusterDim.x = 2;
  with[0].val.clusterDim.y = 1;
  with[0].val.clusterDim.z = 1;
  how.gridDim = dim3(4);
  SAY(cudaLaunchKernelEx(&how, put, d, 9));
  SAY(cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost));
  printf("%d %d\n", h[0], h[255]);
  how.gridDim = dim3(3);
  SAY(cudaLaunchKernelEx(&how, put, d, 9));
  with[0].val.clusterDim.x = 16;
  how.gridDim = dim3(16);
  SAY(cudaLaunchKernelEx(&how, put, d, 9));
  SAY(cudaGetLastError());
  how.attrs = 0;
  how.numAttrs = 0;
  how.blockDim = dim3(2048);
  SAY(cudaLaunchKernelEx(&how, put, d, 9));
  SAY(cudaGetLastError());
  SAY(cudaLaunchKernel((void*)0, dim3(1), dim3(1), args, 0, 0));
  SAY(cudaLaunchKernel((void*)h, dim3(1), dim3(1), args, 0, 0));
  SAY(cudaGetLastError());
  SAY(cudaDeviceSynchronize());
  cudaFree(d);
}
