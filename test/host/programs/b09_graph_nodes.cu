// Every kind of node built by hand, read back, changed, and updated in an executable graph.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void scale(float* p, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= by;
}
__global__ void offset(float* p, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += by;
}
static void show(const char* what, const float* h) { printf("%s %g %g\n", what, h[0], h[63]); }
int main() {
  int n = 64;
  float *d, *h;
  cudaMalloc(&d, n * sizeof(float));
  cudaMallocHost(&h, n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = (float)i;
  cudaGraph_t graph;
  SAY(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t up, mul, down, zero, nothing;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(h, n * sizeof(float), n, 1);
  copy.dstPtr = make_cudaPitchedPtr(d, n * sizeof(float), n, 1);
  copy.extent = make_cudaExtent(n * sizeof(float), 1, 1);
  copy.kind = cudaMemcpyHostToDevice;
  SAY(cudaGraphAddMemcpyNode(&up, graph, 0, 0, &copy));
  float by = 2.0f;
  void* args[] = {&d, &by, &n};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)scale;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(64);
  kernel.kernelParams = args;
  SAY(cudaGraphAddKernelNode(&mul, graph, &up, 1, &kernel));
  SAY(cudaGraphAddMemcpyNode1D(&down, graph, &mul, 1, h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
  cudaMemsetParams fill = {};
  fill.dst = d;
  fill.value = 0x3f80;
  fill.elementSize = 2;
  fill.width = 4;
  fill.height = 1;
  SAY(cudaGraphAddMemsetNode(&zero, graph, &down, 1, &fill));
  SAY(cudaGraphAddEmptyNode(&nothing, graph, &zero, 1));
  size_t count = 0, edges = 0;
  SAY(cudaGraphGetNodes(graph, 0, &count));
  printf("%zu nodes\n", count);
  cudaGraphNodeType type;
  cudaGraphNode_t all[] = {up, mul, down, zero, nothing};
  for (cudaGraphNode_t one : all) {
    cudaGraphNodeGetType(one, &type);
    printf("type %d\n", (int)type);
  }
  SAY(cudaGraphGetRootNodes(graph, 0, &count));
  printf("%zu roots\n", count);
  cudaKernelNodeParams back = {};
  SAY(cudaGraphKernelNodeGetParams(mul, &back));
  printf("grid %u block %u shared %u by %g\n", back.gridDim.x, back.blockDim.x, back.sharedMemBytes, *(float*)back.kernelParams[1]);
  cudaMemsetParams filled = {};
  SAY(cudaGraphMemsetNodeGetParams(zero, &filled));
  printf("fill %x %u %zu %zu\n", filled.value, filled.elementSize, filled.width, filled.height);
  cudaGraphExec_t exec;
  SAY(cudaGraphInstantiate(&exec, graph, 0));
  cudaStream_t s;
  cudaStreamCreate(&s);
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  show("doubled", h);
  float first[3];
  cudaMemcpy(first, d, sizeof first, cudaMemcpyDeviceToHost);
  unsigned bits[3];
  memcpy(bits, first, sizeof bits);
  printf("%08x %08x %g\n", bits[0], bits[1], first[2]);
  by = 10.0f;
  SAY(cudaGraphKernelNodeSetParams(mul, &kernel));
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  show("the executable keeps its own", h);
  SAY(cudaGraphExecKernelNodeSetParams(exec, mul, &kernel));
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  show("changed in it", h);
  kernel.func = (void*)offset;
  SAY(cudaGraphKernelNodeSetParams(mul, &kernel));
  cudaGraphExecUpdateResultInfo info;
  SAY(cudaGraphExecUpdate(exec, graph, &info));
  printf("update %d\n", (int)info.result);
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  show("updated", h);
  cudaGraphNode_t more;
  SAY(cudaGraphAddEmptyNode(&more, graph, 0, 0));
  SAY(cudaGraphExecUpdate(exec, graph, &info));
  printf("update %d\n", (int)info.result);
  SAY(cudaGetLastError());
  SAY(cudaGraphExecMemcpyNodeSetParams1D(exec, down, h, d, 8, cudaMemcpyDeviceToHost));
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  show("a shorter copy", h);
  SAY(cudaGraphDestroyNode(more));
  SAY(cudaGraphGetNodes(graph, 0, &count));
  printf("%zu nodes\n", count);
  SAY(cudaGraphNodeGetDependencies(mul, 0, 0, &edges));
  printf("%zu before\n", edges);
  cudaGraph_t clone;
  cudaGraphNode_t found;
  SAY(cudaGraphClone(&clone, graph));
  SAY(cudaGraphNodeFindInClone(&found, mul, clone));
  printf("another handle: %d\n", found != mul);
  SAY(cudaGraphDestroy(clone));
  SAY(cudaGraphExecDestroy(exec));
  SAY(cudaGraphDestroy(graph));
  cudaStreamDestroy(s);
  cudaFree(d);
  cudaFreeHost(h);
}
