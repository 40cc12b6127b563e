// Event nodes and allocation nodes of graphs, and what capture makes of allocations and events.
#include <cstdio>
#include <cuda_runtime.h>
#define SAY(call) printf("%s: %s\n", #call, cudaGetErrorName(call))
__global__ void put(int* p, int v) { p[threadIdx.x] = v + threadIdx.x; }
int main() {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStream_t s, t;
  cudaEvent_t e, done;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  cudaEventCreate(&done);
  SAY(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t mark, wait, get, run, give;
  SAY(cudaGraphAddEventRecordNode(&mark, graph, 0, 0, e));
  SAY(cudaGraphAddEventWaitNode(&wait, graph, &mark, 1, e));
  cudaMemAllocNodeParams want = {};
  want.poolProps.allocType = cudaMemAllocationTypePinned;
  want.poolProps.location.type = cudaMemLocationTypeDevice;
  want.poolProps.location.id = 0;
  want.bytesize = 128;
  SAY(cudaGraphAddMemAllocNode(&get, graph, &wait, 1, &want));
  printf("has an address: %d\n", want.dptr != 0);
  int base = 40;
  void* args[] = {&want.dptr, &base};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)put;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(32);
  kernel.kernelParams = args;
  SAY(cudaGraphAddKernelNode(&run, graph, &get, 1, &kernel));
  int h[32] = {};
  cudaGraphNode_t down;
  SAY(cudaGraphAddMemcpyNode1D(&down, graph, &run, 1, h, want.dptr, 128, cudaMemcpyDeviceToHost));
  SAY(cudaGraphAddMemFreeNode(&give, graph, &down, 1, want.dptr));
  cudaGraphNodeType type;
  cudaGraphNode_t all[] = {mark, wait, get, run, give};
  for (cudaGraphNode_t one : all) {
    cudaGraphNodeGetType(one, &type);
    printf("type %d\n", (int)type);
  }
  SAY(cudaGraphInstantiate(&exec, graph, 0));
  SAY(cudaEventQuery(e));
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaEventQuery(e));
  printf("%d %d\n", h[0], h[31]);
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaGraphExecDestroy(exec));
  SAY(cudaGraphDestroy(graph));
  // Captured: allocation in stream order, fork to another stream and join.
  int* p = 0;
  SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SAY(cudaMallocAsync(&p, 128, s));
  SAY(cudaEventRecord(e, s));
  SAY(cudaStreamWaitEvent(t, e, 0));
  put<<<1, 32, 0, t>>>(p, 7);
  SAY(cudaEventRecord(done, t));
  SAY(cudaStreamWaitEvent(s, done, 0));
  SAY(cudaMemcpyAsync(h, p, 128, cudaMemcpyDeviceToHost, s));
  SAY(cudaFreeAsync(p, s));
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  SAY(cudaStreamGetCaptureInfo(s, &status, &id));
  printf("capturing %d\n", (int)status);
  SAY(cudaStreamIsCapturing(t, &status));
  printf("so is the other %d\n", (int)status);
  SAY(cudaStreamEndCapture(s, &graph));
  size_t count = 0, edges = 0;
  cudaGraphGetNodes(graph, 0, &count);
  SAY(cudaGraphGetEdges(graph, 0, 0, 0, &edges));
  printf("%zu nodes %zu edges\n", count, edges);
  SAY(cudaGraphInstantiate(&exec, graph, 0));
  SAY(cudaGraphLaunch(exec, s));
  SAY(cudaStreamSynchronize(s));
  printf("%d %d\n", h[0], h[31]);
  SAY(cudaGraphExecDestroy(exec));
  SAY(cudaGraphDestroy(graph));
  // What may not be done while capturing.
  SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  SAY(cudaStreamQuery(s));
  SAY(cudaStreamSynchronize(s));
  SAY(cudaStreamEndCapture(s, &graph));
  printf("no graph: %d\n", graph == 0);
  SAY(cudaGetLastError());
  SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  SAY(cudaMalloc(&p, 4));
  SAY(cudaStreamEndCapture(s, &graph));
  SAY(cudaGetLastError());
  SAY(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
  SAY(cudaMalloc(&p, 4));
  SAY(cudaStreamEndCapture(s, &graph));
  SAY(cudaFree(p));
  SAY(cudaGraphDestroy(graph));
  cudaStreamDestroy(s);
  cudaStreamDestroy(t);
  cudaEventDestroy(e);
  cudaEventDestroy(done);
}
