// An executable graph that follows another one, asked in the words of CUDA 11, which CUDA 13's headers still have for C++.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(int* value, int by) { *value += by; }

int main() {
  int* value;
  cudaMallocManaged(&value, 4);
  *value = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphExec_t exec = nullptr;
  for (int round = 1; round <= 3; round++) {
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 1, 0, stream>>>(value, round);
    if (round == 3) add<<<1, 1, 0, stream>>>(value, 100);
    cudaStreamEndCapture(stream, &graph);
    if (!exec) {
      cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
    } else {
      cudaGraphNode_t node;
      cudaGraphExecUpdateResult result;
      cudaError_t error = cudaGraphExecUpdate(exec, graph, &node, &result);
      printf("%s %d\n", cudaGetErrorName(error), result);
    }
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    printf("%d\n", *value);
    cudaGraphDestroy(graph);
  }
  cudaGraphExecDestroy(exec);
  cudaStreamDestroy(stream);
  cudaFree(value);
}
