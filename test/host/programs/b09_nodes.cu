// A graph built node by node.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s\n", cudaGetErrorName(call))
__global__ void add(int* p, int v) { p[threadIdx.x] += v; }
int main() {
  int *d, h[4] = {1, 2, 3, 4}, back[4], v = 10;
  cudaMalloc(&d, 16);
  cudaGraph_t g;
  cudaGraphNode_t in, k, out;
  SAY(cudaGraphCreate(&g, 0));
  SAY(cudaGraphAddMemcpyNode1D(&in, g, nullptr, 0, d, h, 16, cudaMemcpyHostToDevice));
  cudaKernelNodeParams p = {0};
  void* args[] = {&d, &v};
  p.func = (void*)add;
  p.gridDim = dim3(1);
  p.blockDim = dim3(4);
  p.kernelParams = args;
  SAY(cudaGraphAddKernelNode(&k, g, &in, 1, &p));
  v = 1000;
  SAY(cudaGraphAddMemcpyNode1D(&out, g, &k, 1, back, d, 16, cudaMemcpyDeviceToHost));
  cudaGraphNodeType type;
  SAY(cudaGraphNodeGetType(k, &type));
  printf("%d\n", (int)type);
  cudaGraphExec_t x;
  SAY(cudaGraphInstantiate(&x, g, 0));
  SAY(cudaGraphLaunch(x, 0));
  SAY(cudaDeviceSynchronize());
  printf("%d %d\n", back[0], back[3]);
  cudaGraphExecDestroy(x);
  cudaGraphDestroy(g);
  cudaFree(d);
}
