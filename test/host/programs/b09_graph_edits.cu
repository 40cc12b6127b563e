// Nodes of any kind through one structure, copies that name a variable, events and allocations read back, flags kept.
#include <cstdio>

__device__ int value[4];
__global__ void add(int* p, int n) { p[threadIdx.x] += n; }
static void called(void* p) { ++*(int*)p; }

int main() {
  int *d, host[4] = {1, 2, 3, 4}, back[4] = {}, calls = 0, seven = 7, nine = 9;
  cudaMalloc(&d, sizeof host);
  cudaMemset(d, 0, sizeof host);
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copy, kernel, call, to, from;
  printf("%s\n", cudaGetErrorName(cudaGraphAddMemcpyNodeToSymbol(&to, graph, 0, 0, value, host, sizeof host, 0, cudaMemcpyHostToDevice)));
  cudaGraphNodeParams params = {cudaGraphNodeTypeMemcpy};
  params.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(host, sizeof host, sizeof host, 1);
  params.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(d, sizeof host, sizeof host, 1);
  params.memcpy.copyParams.extent = make_cudaExtent(sizeof host, 1, 1);
  params.memcpy.copyParams.kind = cudaMemcpyHostToDevice;
  printf("%s\n", cudaGetErrorName(cudaGraphAddNode(&copy, graph, &to, 0, 1, &params)));
  void* arguments[] = {&d, &seven};
  params = {cudaGraphNodeTypeKernel};
  params.kernel.func = (void*)add;
  params.kernel.gridDim = dim3(1);
  params.kernel.blockDim = dim3(4);
  params.kernel.kernelParams = arguments;
  printf("%s\n", cudaGetErrorName(cudaGraphAddNode(&kernel, graph, &copy, 0, 1, &params)));
  params = {cudaGraphNodeTypeHost};
  params.host.fn = called;
  params.host.userData = &calls;
  printf("%s\n", cudaGetErrorName(cudaGraphAddNode(&call, graph, &kernel, 0, 1, &params)));
  printf("%s\n", cudaGetErrorName(cudaGraphAddMemcpyNodeFromSymbol(&from, graph, &call, 1, back, value, sizeof back, 0, cudaMemcpyDeviceToHost)));
  cudaGraphInstantiateParams how = {cudaGraphInstantiateFlagAutoFreeOnLaunch};
  cudaGraphExec_t exec;
  unsigned long long flags = 0;
  printf("%s %d\n", cudaGetErrorName(cudaGraphInstantiateWithParams(&exec, graph, &how)), how.result_out);
  printf("%s %llu\n", cudaGetErrorName(cudaGraphExecGetFlags(exec, &flags)), flags);
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  int sums[4];
  cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d, %d, %d %d\n", sums[0], sums[1], sums[2], sums[3], calls, back[0], back[3]);
  // Another argument for the kernel, another part of the variable.
  void* other[] = {&d, &nine};
  params = {cudaGraphNodeTypeKernel};
  params.kernel.func = (void*)add;
  params.kernel.gridDim = dim3(1);
  params.kernel.blockDim = dim3(2);
  params.kernel.kernelParams = other;
  printf("%s\n", cudaGetErrorName(cudaGraphExecNodeSetParams(exec, kernel, &params)));
  printf("%s\n", cudaGetErrorName(cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, from, back, value, 4, 8, cudaMemcpyDeviceToHost)));
  cudaGraphLaunch(exec, 0);
  cudaDeviceSynchronize();
  cudaMemcpy(sums, d, sizeof sums, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d, %d, %d %d\n", sums[0], sums[1], sums[2], sums[3], calls, back[0], back[3]);
  params = {cudaGraphNodeTypeMemset};
  printf("%s\n", cudaGetErrorName(cudaGraphNodeSetParams(kernel, &params)));
  // Events and allocations as nodes.
  cudaEvent_t one, two, got;
  cudaEventCreate(&one);
  cudaEventCreate(&two);
  cudaGraphNode_t record, alloc;
  cudaGraphAddEventRecordNode(&record, graph, 0, 0, one);
  cudaGraphEventRecordNodeSetEvent(record, two);
  printf("%s %d\n", cudaGetErrorName(cudaGraphEventRecordNodeGetEvent(record, &got)), got == two);
  printf("%s\n", cudaGetErrorName(cudaGraphEventWaitNodeGetEvent(record, &got)));
  cudaMemAllocNodeParams memory = {}, known = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location = {cudaMemLocationTypeDevice, 0};
  memory.bytesize = 4096;
  cudaGraphAddMemAllocNode(&alloc, graph, 0, 0, &memory);
  printf("%s %d %d\n", cudaGetErrorName(cudaGraphMemAllocNodeGetParams(alloc, &known)), known.dptr == memory.dptr, (int)known.bytesize);
  cudaGraphNode_t release;
  void* freed = 0;
  cudaGraphAddMemFreeNode(&release, graph, &alloc, 1, memory.dptr);
  printf("%s %d\n", cudaGetErrorName(cudaGraphMemFreeNodeGetParams(release, &freed)), freed == memory.dptr);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(one);
  cudaEventDestroy(two);
  cudaFree(d);
}
