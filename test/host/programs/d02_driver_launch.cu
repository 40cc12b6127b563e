// The driver API beside the runtime: launches by a record with attributes, clusters among them, captures, graphs' nodes.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstdio>

static const char* name(CUresult code) {
  const char* text = "?";
  cuGetErrorName(code, &text);
  return text ? text : "no such code";
}

extern __shared__ int buffer[];

__global__ void total(int* out, int by) {
  buffer[threadIdx.x] = by * threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  int sum = 0;
  for (int i = 0; i < blockDim.x; i++) sum += buffer[i];
  out[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

__global__ void ranks(int* out) {
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) out[blockIdx.x] = 10 * cluster.num_blocks() + cluster.block_rank();
}

__global__ void everyone(int* out) {
  atomicAdd(out, 1);
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) out[1 + blockIdx.x] = out[0];
}

int main() {
  int* out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  CUfunction totalOf, ranksOf, allOf;
  cudaGetFuncBySymbol(&totalOf, (const void*)total);
  cudaGetFuncBySymbol(&ranksOf, (const void*)ranks);
  cudaGetFuncBySymbol(&allOf, (const void*)everyone);
  CUstream stream;
  cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);

  CUlaunchConfig config = {};
  config.gridDimX = 3;
  config.gridDimY = 2;
  config.gridDimZ = 1;
  config.blockDimX = 32;
  config.blockDimY = config.blockDimZ = 1;
  config.sharedMemBytes = 128;
  config.hStream = stream;
  int by = 2;
  void* list[] = {&out, &by};
  puts(name(cuLaunchKernelEx(&config, totalOf, list, nullptr)));
  puts(name(cuStreamSynchronize(stream)));
  printf("%d %d\n", out[0], out[5]);

  CUlaunchAttribute attributes[2] = {};
  attributes[0].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  attributes[0].value.priority = 0;
  attributes[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attributes[1].value.clusterDim.x = 2;
  attributes[1].value.clusterDim.y = attributes[1].value.clusterDim.z = 1;
  config.gridDimX = 4;
  config.gridDimY = 1;
  config.sharedMemBytes = 0;
  config.attrs = attributes;
  config.numAttrs = 2;
  void* one[] = {&out};
  puts(name(cuLaunchKernelEx(&config, ranksOf, one, nullptr)));
  puts(name(cuStreamSynchronize(stream)));
  for (int i = 0; i < 4; i++) printf("%d ", out[i]);
  puts("");
  config.gridDimX = 3;
  puts(name(cuLaunchKernelEx(&config, ranksOf, one, nullptr)));

  attributes[0].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attributes[0].value.cooperative = 1;
  config.numAttrs = 1;
  out[0] = 0;
  puts(name(cuLaunchKernelEx(&config, allOf, one, nullptr)));
  puts(name(cuStreamSynchronize(stream)));
  printf("%d %d\n", out[1], out[3]);

  CUstreamCaptureStatus status;
  CUgraph graph, clone;
  puts(name(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL)));
  puts(name(cuStreamIsCapturing(stream, &status)));
  printf("%d\n", status == CU_STREAM_CAPTURE_STATUS_ACTIVE);
  config.numAttrs = 0;
  config.sharedMemBytes = 128;
  puts(name(cuLaunchKernelEx(&config, totalOf, list, nullptr)));
  puts(name(cuStreamEndCapture(stream, &graph)));
  size_t count = 0;
  CUgraphNode node;
  puts(name(cuGraphGetNodes(graph, nullptr, &count)));
  printf("%zu\n", count);
  puts(name(cuGraphGetNodes(graph, &node, &count)));
  CUgraphNodeType type;
  puts(name(cuGraphNodeGetType(node, &type)));
  printf("%d\n", type == CU_GRAPH_NODE_TYPE_KERNEL);
  puts(name(cuGraphAddEmptyNode(&node, graph, nullptr, 0)));
  puts(name(cuGraphClone(&clone, graph)));
  cuGraphGetNodes(clone, nullptr, &count);
  printf("%zu\n", count);
  cuGraphDestroy(clone);
  cuGraphDestroy(graph);
  cuStreamDestroy(stream);
  cudaFree(out);
}
