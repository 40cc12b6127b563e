#include <cstdio>
#include <algorithm>
#include <cmath>
__global__ void chunk(float* data, int offset, int n) {
  int i = offset + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < offset + n) data[i] = sinf(0.1f * i);
}
__global__ void tail(float* data, int from, int to) {
  int i = from + threadIdx.x;
  if (i < to) data[i] = 0;
}
int main() {
  const int streams = 4, n = 200000;
  const int per = (n + streams - 1) / streams;
  cudaStream_t stream[streams];
  for (int i = 0; i < streams; i++) cudaStreamCreate(&stream[i]);
  float *data, *host;
  cudaMallocHost(&host, n * sizeof(float));
  cudaMalloc(&data, n * sizeof(float));
  const int block = std::min(1024, std::max(64, 3 * 128));
  for (int i = 0; i < streams; i++) {
    int offset = i * per;
    int count = std::min(per, n - offset);
    cudaMemcpyAsync(data + offset, host + offset, count * sizeof(float), cudaMemcpyHostToDevice, stream[i]);
    chunk<<<static_cast<int>(std::ceil(count / static_cast<float>(block))), block, 0, stream[i]>>>(data, offset, count);  // launch chunk 131 384 0 created
  }
  tail<<<1, n % 1000 == 0 ? 32 : 64>>>(data, n - 32, n);  // launch tail 1 32 0
  cudaDeviceSynchronize();
  for (auto& one : stream) cudaStreamDestroy(one);
  printf("done\n");
}
