#include <cstdio>
__global__ void produce(float* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }
__global__ void consume(const float* data, float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x]; }
__global__ void empty() {}
int main() {
  float *data, *out;
  cudaMalloc(&data, 1 << 20);
  cudaMalloc(&out, 1 << 20);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 4; i++) {
    produce<<<64, 768, 0, stream>>>(data);  // launch produce 64 768 0 created
    consume<<<32, 640, 0, stream>>>(data, out);  // launch consume 32 640 0 created
  }
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(exec, stream);
  empty<<<1, 1>>>();  // launch empty 1 1 0
  cudaStreamSynchronize(stream);
}
