// Memory that a node of a graph allocates, freed outside of the graph: at once, in a stream, and again after another launch.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int* values, int n) {
  if (threadIdx.x < n) values[threadIdx.x] = 3 * threadIdx.x;
}

int main() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t alloc, kernel;
  cudaGraphCreate(&graph, 0);
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = 32 * sizeof(int);
  printf("%d ", cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  int* values = (int*)memory.dptr;
  int n = 32;
  void* arguments[] = {&values, &n};
  cudaKernelNodeParams node = {};
  node.func = (void*)fill;
  node.gridDim = dim3(1);
  node.blockDim = dim3(32);
  node.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &alloc, 1, &node);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphDestroy(graph);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int round = 0; round < 2; round++) {
    int last = 0;
    printf("%d ", cudaGraphLaunch(exec, stream));
    cudaMemcpyAsync(&last, values + 31, sizeof last, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("%d %d\n", last, round == 0 ? cudaFree(values) : cudaFreeAsync(values, stream));
  }
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaStreamDestroy(stream);
}
