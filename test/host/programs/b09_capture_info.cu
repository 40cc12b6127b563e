// What a capture says about itself, dependencies that are put in by hand, a capture into a graph that is there.
#include <cstdio>

__global__ void add(int* p, int n) { *p += n; }

int main() {
  int* d;
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 0, sizeof(int));
  cudaStream_t s;
  cudaStreamCreate(&s);
  cudaStreamCaptureStatus status;
  unsigned long long id = 0;
  printf("%s\n", cudaGetErrorName(cudaStreamGetCaptureInfo(s, &status)));
  printf("%d\n", status == cudaStreamCaptureStatusNone);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  add<<<1, 1, 0, s>>>(d, 1);
  cudaGraph_t graph, ended;
  const cudaGraphNode_t* after;
  const cudaGraphEdgeData* edges;
  size_t count;
  cudaStreamGetCaptureInfo(s, &status, &id, &graph, &after, &edges, &count);
  printf("%d %d %zu\n", status == cudaStreamCaptureStatusActive, id != 0, count);
  // A node of our own joins the capture, and what follows comes behind it.
  cudaGraphNode_t node, kernel = after[0];
  int ten = 10;
  void* arguments[] = {&d, &ten};
  cudaKernelNodeParams params = {};
  params.func = (void*)add;
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = arguments;
  cudaGraphAddKernelNode(&node, graph, &kernel, 1, &params);
  printf("%s\n", cudaGetErrorName(cudaStreamUpdateCaptureDependencies(s, &node, (const cudaGraphEdgeData*)0, 1, cudaStreamSetCaptureDependencies)));
  add<<<1, 1, 0, s>>>(d, 100);
  printf("%s %d\n", cudaGetErrorName(cudaStreamEndCapture(s, &ended)), ended == graph);
  size_t nodes;
  cudaGraphGetNodes(graph, 0, &nodes);
  printf("%zu\n", nodes);
  // More work into the same graph.
  printf("%s\n", cudaGetErrorName(cudaStreamBeginCaptureToGraph(s, graph, &node, 0, 1, cudaStreamCaptureModeGlobal)));
  add<<<1, 1, 0, s>>>(d, 1000);
  cudaStreamUpdateCaptureDependencies(s, &kernel, (const cudaGraphEdgeData*)0, 1, cudaStreamAddCaptureDependencies);
  cudaStreamGetCaptureInfo(s, &status, 0, 0, &after, &edges, &count);
  printf("%zu\n", count);
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecordWithFlags(event, s, cudaEventRecordExternal);
  cudaStreamGetCaptureInfo(s, &status, 0, 0, &after, &edges, &count);
  cudaGraphNodeType type;
  cudaGraphNodeGetType(after[0], &type);
  printf("%zu %d\n", count, type == cudaGraphNodeTypeEventRecord);
  printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(s, nullptr)));
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph);
  cudaGraphLaunch(exec, s);
  cudaStreamSynchronize(s);
  int sum;
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%d %s\n", sum, cudaGetErrorName(cudaEventQuery(event)));
  printf("%s\n", cudaGetErrorName(cudaGraphDebugDotPrint(graph, "graph.dot", 0)));
  FILE* file = fopen("graph.dot", "r");
  char word[32] = "";
  fscanf(file, "%31s", word);
  fclose(file);
  puts(word);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaEventDestroy(event);
  cudaStreamDestroy(s);
  cudaFree(d);
}
