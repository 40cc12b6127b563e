// Conditional nodes: a loop that a kernel ends, a branch with its other side, a choice of several, and values that stay.
#include <cstdio>

__global__ void countDown(int* p, cudaGraphConditionalHandle h) {
  int left = --*p;
  cudaGraphSetConditional(h, left > 0);
}
__global__ void choose(cudaGraphConditionalHandle h, unsigned int n) { cudaGraphSetConditional(h, n); }
__global__ void add(int* p, int n) { *p += n; }

static cudaGraphNode_t kernelNode(cudaGraph_t graph, cudaGraphNode_t* after, void* function, void** arguments) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeKernel};
  params.kernel.func = function;
  params.kernel.gridDim = params.kernel.blockDim = dim3(1);
  params.kernel.kernelParams = arguments;
  cudaGraphNode_t node;
  cudaGraphAddNode(&node, graph, after, 0, after ? 1 : 0, &params);
  return node;
}

static cudaGraph_t* conditional(cudaGraph_t graph, cudaGraphNode_t* after, cudaGraphConditionalHandle handle, cudaGraphConditionalNodeType type, unsigned int size, cudaGraphNode_t* node) {
  cudaGraphNodeParams params = {cudaGraphNodeTypeConditional};
  params.conditional.handle = handle;
  params.conditional.type = type;
  params.conditional.size = size;
  cudaError_t error = cudaGraphAddNode(node, graph, after, 0, after ? 1 : 0, &params);
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorName(error));
  return params.conditional.phGraph_out;
}

int main() {
  int *d, n = 5;
  cudaMalloc(&d, 3 * sizeof(int));
  cudaMemset(d, 0, 3 * sizeof(int));
  cudaMemcpy(d, &n, sizeof n, cudaMemcpyHostToDevice);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle loop, branch, choice;
  cudaGraphConditionalHandleCreate(&loop, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&branch, graph, 0, cudaGraphCondAssignDefault);
  cudaGraphConditionalHandleCreate(&choice, graph);
  cudaGraphNode_t first, second, third, fourth;
  int *loops = d + 1, *sum = d + 2, one = 1, ten = 10, hundred = 100, thousand = 1000;
  cudaGraph_t body = conditional(graph, 0, loop, cudaGraphCondTypeWhile, 1, &first)[0];
  void* counted[] = {&d, &loop};
  cudaGraphNode_t inner = kernelNode(body, 0, (void*)countDown, counted);
  void* looped[] = {&loops, &one};
  kernelNode(body, &inner, (void*)add, looped);
  cudaGraph_t* sides = conditional(graph, &first, branch, cudaGraphCondTypeIf, 2, &second);
  void *tens[] = {&sum, &ten}, *hundreds[] = {&sum, &hundred}, *thousands[] = {&sum, &thousand};
  kernelNode(sides[0], 0, (void*)add, tens);
  kernelNode(sides[1], 0, (void*)add, hundreds);
  unsigned int chosen = 1;
  void* choosing[] = {&choice, &chosen};
  third = kernelNode(graph, &second, (void*)choose, choosing);
  cudaGraph_t* choices = conditional(graph, &third, choice, cudaGraphCondTypeSwitch, 2, &fourth);
  kernelNode(choices[0], 0, (void*)add, tens);
  kernelNode(choices[1], 0, (void*)add, thousands);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(fourth, &type);
  printf("%d\n", type == cudaGraphNodeTypeConditional);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  int all[3];
  cudaMemcpy(all, d, sizeof all, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", all[0], all[1], all[2]);
  // The loop begins with its default again and runs once more, as the count is below zero now.
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(all, d, sizeof all, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", all[0], all[1], all[2]);
  conditional(graph, 0, loop, cudaGraphCondTypeWhile, 2, &fourth);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaFree(d);
}
