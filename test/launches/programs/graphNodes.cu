#include <cstdio>
__global__ void fill(int* data, int value) { data[blockIdx.x * blockDim.x + threadIdx.x] = value; }
__global__ void twice(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }
__global__ void last() { printf("done\n"); }

cudaGraphNode_t addFill(cudaGraph_t graph, int** data, int* value, int n) {
  cudaKernelNodeParams parameters = {};
  void* arguments[] = {data, value};
  parameters.func = (void*)fill;
  parameters.gridDim = dim3(n / 64, 1, 1);
  parameters.blockDim = dim3(64, 1, 1);
  parameters.sharedMemBytes = 128;
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters);  // launch fill 16 64 128 ?
  return node;
}

int main() {
  const int n = 1024;
  int *data, value = 3;
  cudaMalloc(&data, n * sizeof(int));
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t first = addFill(graph, &data, &value, n), second, third;
  void* arguments[] = {&data};
  cudaGraphNodeParams node = {cudaGraphNodeTypeKernel};
  node.kernel.func = (void*)twice;
  node.kernel.gridDim.x = n / 128;
  node.kernel.gridDim.y = node.kernel.gridDim.z = 1;
  node.kernel.blockDim.x = 32;
  node.kernel.blockDim.y = 4;
  node.kernel.blockDim.z = 1;
  node.kernel.kernelParams = arguments;
  cudaGraphAddNode(&second, graph, &first, nullptr, 1, &node);  // launch twice 8 32,4 0 ?
  node.kernel.func = (void*)last;
  node.kernel.gridDim.x = node.kernel.blockDim.x = node.kernel.blockDim.y = 1;
  node.kernel.kernelParams = nullptr;
  cudaGraphAddNode(&third, graph, &second, nullptr, 1, &node);  // launch last 1 1 0 ?
  cudaGraphExec_t executable;
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, 0);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(data);
}
